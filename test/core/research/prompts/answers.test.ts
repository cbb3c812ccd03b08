import assert from 'node:assert/strict';
import fc from 'fast-check';
import { structureOf } from '../../../../core/llm/index.ts';
import { type ModelStage, OUTPUTS, ratingOf } from '../../../../core/research/analysis/index.ts';
import { answerSchemaOf, readAnswer } from '../../../../core/research/prompts/index.ts';
import { RATINGS, SECTION_IDS } from '../../../../core/research/publication/index.ts';
import { OUTPUTS_SAID } from '../../../support/composing.ts';
import { sampled } from '../../../support/soak.ts';

const STAGES = Object.keys(OUTPUTS) as ModelStage[];
const errorsOf = (stage: ModelStage, value: unknown): string[] => {
  const read = readAnswer(stage, value);
  return 'errors' in read ? read.errors : [];
};
/** The bounds of a schema at every depth, by their paths. */
function boundsOf(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties = {}, items, type, enum: words, ...rest } = part as Record<string, unknown>;
  return [
    ...Object.entries(rest)
      .filter(([key]) => /^(min|max)/.test(key))
      .map(([key, value]) => `${path} ${key} ${String(value)}`),
    ...(Array.isArray(words) ? [`${path} of ${words.length} words`] : []),
    ...(type === 'string' && rest['maxLength'] === undefined && words === undefined
      ? [`${path} HAS NO BOUND`]
      : []),
    ...(type === 'array' && rest['maxItems'] === undefined ? [`${path} HAS NO BOUND`] : []),
    ...Object.entries(properties as object).flatMap(([name, one]) => boundsOf(one, `${path}.${name}`)),
    ...boundsOf(items, `${path}[]`),
  ];
}

describe('the form of a stage’s answer', () => {
  it('research/Worker behaviour 4: every stage has one that models can be sent, closed and with a bound for every text and list', () => {
    for (const stage of STAGES) {
      const schema = answerSchemaOf(stage);
      assert.equal(answerSchemaOf(stage), schema, 'it is looked at once');
      const { sent, accept } = structureOf(schema);
      assert.equal(sent['additionalProperties'], false, stage);
      assert.deepEqual(sent['required'], Object.keys(sent['properties'] as object), stage);
      assert.deepEqual(
        boundsOf(sent).filter((bound) => bound.endsWith('HAS NO BOUND')),
        [],
        stage,
      );
      assert.deepEqual(accept(OUTPUTS_SAID[stage]), { value: OUTPUTS_SAID[stage] }, stage);
    }
  });

  it('decisions/Publication V2: its bounds are those of the form', () => {
    const editor = boundsOf(answerSchemaOf('EDITOR'));
    for (const bound of [
      '.thesis maxLength 1500',
      `.sections[].id of ${SECTION_IDS.length} words`,
      '.sections maxItems 9',
      '.sections[].paragraphs maxItems 6',
      '.bull[].claim_ids maxItems 8',
      '.valuation_basis of 6 words',
    ])
      assert.ok(editor.includes(bound), `${bound} in\n${editor.join('\n')}`);
    assert.ok(
      boundsOf(answerSchemaOf('PEERS_SECTOR')).includes(`.peers[].rating of ${RATINGS.length} words`),
    );
    assert.ok(boundsOf(answerSchemaOf('BULL_CASE')).includes('.statements minItems 1'));
    assert.ok(boundsOf(answerSchemaOf('COMMITTEE')).includes('.confidence maximum 1'));
  });
});

describe('the answer of a stage', () => {
  it('decisions/Publication V2: what keeps to the form is the output; its given value is not changed', () => {
    for (const stage of STAGES) {
      const given = structuredClone(OUTPUTS_SAID[stage]);
      assert.deepEqual(readAnswer(stage, given), { output: OUTPUTS_SAID[stage] }, stage);
      assert.deepEqual(given, OUTPUTS_SAID[stage]);
    }
  });

  it('decisions/Publication V2: a word for "unknown" in a numeric field is null, never 0, and no error on its way', () => {
    const { accept } = structureOf(answerSchemaOf('COMMITTEE'));
    for (const word of [
      'N/A',
      'n/a',
      'NA',
      'None',
      'null',
      'NaN',
      'unknown',
      'Not available',
      '-',
      '—',
      '',
      ' N/A ',
    ]) {
      const said = { ...OUTPUTS_SAID.COMMITTEE, confidence: word };
      // The chain checks an answer by its schema before this does.
      assert.deepEqual(accept(said), { value: said }, word);
      const read = readAnswer('COMMITTEE', said);
      assert.ok('output' in read, word);
      assert.equal(read.output.confidence, null, word);
    }
    for (const confidence of ['0.6', 'high', '60%', 'Nothing', true, [], -0.1, 1.5, Number.NaN, Infinity]) {
      const [error] = errorsOf('COMMITTEE', { ...OUTPUTS_SAID.COMMITTEE, confidence });
      assert.match(error ?? '', /^confidence must be /, String(confidence));
    }
    // Words of a text stay words.
    const read = readAnswer('COMMITTEE', { ...OUTPUTS_SAID.COMMITTEE, horizon: 'N/A' });
    assert.ok('output' in read && read.output.horizon === 'N/A');
  });

  it('decisions/Publication V2: a rating that is none stays as it was said, and is not taken for HOLD', () => {
    for (const rating of ['Hold on', 'strong buy', 'None', '', null, 'N/A']) {
      const read = readAnswer('COMMITTEE', { ...OUTPUTS_SAID.COMMITTEE, rating });
      assert.ok('output' in read);
      assert.equal(read.output.rating, rating);
      assert.equal(ratingOf(read.output.rating), null);
    }
  });

  it('decisions/Publication V2: unknown keys, other types and what is too long are errors in words that repeat none of it', () => {
    const secret = 'SECRET-OF-THE-ANSWER';
    for (const stage of STAGES) {
      const said = OUTPUTS_SAID[stage] as unknown as Readonly<Record<string, unknown>>;
      const [key] = Object.keys(said) as [string];
      const cases: readonly (readonly [unknown, RegExp])[] = [
        [{ ...said, surprise: secret }, /^surprise is not a known property$/],
        [{ ...said, [key]: { said: secret } }, new RegExp(`^${key} must be `)],
        [Object.fromEntries(Object.entries(said).slice(1)), new RegExp(`^${key} is missing$`)],
        [secret, /^The answer must be object$/],
        [null, /^The answer must be object$/],
        [[said], /^The answer must be object$/],
        [undefined, /^The answer must be object$/],
      ];
      for (const [value, wanted] of cases) {
        const errors = errorsOf(stage, value);
        assert.match(errors[0] ?? 'NO ERROR', wanted, stage);
        assert.ok(!errors.join().includes(secret), stage);
      }
    }
    assert.deepEqual(
      errorsOf('EDITOR', { ...OUTPUTS_SAID.EDITOR, why_this_rating: 'word '.repeat(61).trim() }),
      ['why_this_rating may have at most 60 words'],
    );
    assert.deepEqual(errorsOf('BULL_CASE', { ...OUTPUTS_SAID.BULL_CASE, summary: ' \n ' }), [
      'summary must not be empty',
    ]);
  });

  it('Bad input: ten megabytes, a hundred thousand values and endless nesting are refused by their size alone', () => {
    const deep: Record<string, unknown> = {};
    deep['summary'] = deep;
    const said = OUTPUTS_SAID.BULL_CASE;
    const [statement] = said.statements;
    for (const value of [
      { ...said, summary: 'x'.repeat(10_000_000) },
      { ...said, statements: Array.from({ length: 100_000 }, () => statement) },
      {
        ...said,
        statements: Array.from({ length: 5_000 }, () => ({ ...statement, fact_ids: ['a', 'b', 'c'] })),
      },
      { ...said, ['k'.repeat(600_000)]: 1 },
      Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`k${at}`, null])),
      deep,
      JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown,
    ])
      assert.deepEqual(errorsOf('BULL_CASE', value), [
        'The answer is far too long. Keep to the lengths of the schema.',
      ]);
  });

  it('decisions/Publication V2: the longest answer that a form allows is read', () => {
    const ids = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(200, 'x'));
    const long = {
      ...OUTPUTS_SAID.EDITOR,
      sections: SECTION_IDS.map((id) => ({
        id,
        paragraphs: Array.from({ length: 6 }, () => ({ text: 'y'.repeat(2_000), claim_ids: ids })),
      })),
    };
    assert.ok('output' in readAnswer('EDITOR', long));
  });

  it('Bad input: whatever value comes, it is an output that its form takes, or errors; and nothing is thrown', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STAGES),
        fc.jsonValue({ maxDepth: 4 }),
        fc.dictionary(
          fc.constantFrom(...STAGES.flatMap((stage) => Object.keys(OUTPUTS_SAID[stage]))),
          fc.jsonValue(),
        ),
        (stage, value, changed) => {
          for (const given of [value, { ...OUTPUTS_SAID[stage], ...changed }]) {
            const read = readAnswer(stage, given);
            if ('output' in read)
              assert.deepEqual(OUTPUTS[stage].validateSync(read.output, { strict: true }), read.output);
            else assert.ok(read.errors.length > 0 && read.errors.every((one) => one.length <= 300));
          }
        },
      ),
      { numRuns: sampled(300, 20_000) },
    );
  });
});
