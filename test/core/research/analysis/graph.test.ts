import assert from 'node:assert/strict';
import {
  ANALYSIS_STAGES,
  type AnalysisStage,
  LIFECYCLE,
  missingNeeds,
  OUTPUTS,
} from '../../../../core/research/analysis/index.ts';
import { toJsonSchema } from '../../../../core/platform/schema/index.ts';
import { structureOf } from '../../../../core/llm/index.ts';
import { OUTPUTS_SAID } from '../../../support/composing.ts';

const place = (stage: string) => ANALYSIS_STAGES.findIndex((one) => one.stage === stage) + 1;

describe('the stages of the analysis', () => {
  it('decisions/The nineteen stages: nineteen, each after what it needs, by the numbers of the decisions', () => {
    assert.equal(ANALYSIS_STAGES.length, 19);
    assert.equal(new Set(ANALYSIS_STAGES.map(({ stage }) => stage)).size, 19);
    const needs = Object.fromEntries(
      ANALYSIS_STAGES.flatMap(({ stage, needs: own }) =>
        own.length === 0 ? [] : [[`${place(stage)}`, own.map(place)]],
      ),
    );
    assert.deepEqual(needs, {
      3: [2],
      4: [2],
      6: [2, 5],
      7: [1],
      8: [1],
      11: [2, 6],
      12: [2, 6],
      13: [11, 12],
      14: [11, 12],
      15: [11, 12],
      16: [11, 12],
      17: [16],
      18: [17],
      19: [18],
    });
    for (const { stage, needs: own } of ANALYSIS_STAGES)
      for (const one of own) assert.ok(place(one) < place(stage), `${stage} after ${one}`);
  });

  it('research/States and transitions: each has a name of the thirteen stages that older clients know', () => {
    assert.equal(LIFECYCLE.length, 13);
    for (const { stage, lifecycle } of ANALYSIS_STAGES)
      assert.ok((LIFECYCLE as readonly string[]).includes(lifecycle), stage);
  });

  it('research/States and transitions 4: a stage is held up by those it needs that did not end, and by name', () => {
    assert.deepEqual(missingNeeds('VALUATION', new Set(['FINANCIAL_PERFORMANCE'])), ['MARKET_TECHNICALS']);
    assert.deepEqual(missingNeeds('VALUATION', new Set()), ['FINANCIAL_PERFORMANCE', 'MARKET_TECHNICALS']);
    assert.deepEqual(missingNeeds('BUSINESS_PROFILE', new Set()), []);
    // One that fails holds up all that follow from it, and nothing else.
    const completed = new Set<string>();
    for (const { stage } of ANALYSIS_STAGES)
      if (stage !== 'VALUATION' && missingNeeds(stage, completed).length === 0) completed.add(stage);
    assert.deepEqual(
      ANALYSIS_STAGES.map(({ stage }) => stage as string).filter((stage) => !completed.has(stage)),
      [
        'VALUATION',
        'BULL_CASE',
        'BEAR_CASE',
        'AGGRESSIVE_RISK',
        'NEUTRAL_RISK',
        'CONSERVATIVE_RISK',
        'RECONCILIATION',
        'COMMITTEE',
        'EDITOR',
        'PUBLICATION_QA',
      ],
    );
  });
});

describe('what stages answer', () => {
  it('decisions/The nineteen stages: every stage but the check has a form, which a model can be told', () => {
    assert.deepEqual(
      ANALYSIS_STAGES.map(({ stage }) => stage as string).filter((stage) => !(stage in OUTPUTS)),
      ['PUBLICATION_QA'],
    );
    for (const [stage, schema] of Object.entries(OUTPUTS)) {
      const said = OUTPUTS_SAID[stage as keyof typeof OUTPUTS_SAID];
      const { accept, sent } = structureOf(toJsonSchema(schema));
      assert.equal(sent['additionalProperties'], false, stage);
      assert.deepEqual(accept(said), { value: said }, stage);
      assert.deepEqual(schema.validateSync(said, { strict: true }), said, stage);
    }
  });

  it('decisions/Publication V2: what is unknown, missing, too long or of another type is refused in every form', () => {
    for (const [stage, schema] of Object.entries(OUTPUTS)) {
      const said: Record<string, unknown> = {
        ...OUTPUTS_SAID[stage as AnalysisStage & keyof typeof OUTPUTS_SAID],
      };
      const refused = (value: unknown, what: string) =>
        assert.throws(
          () => schema.validateSync(value, { strict: true }),
          { name: 'ValidationError' },
          `${stage}: ${what}`,
        );
      refused({ ...said, surprise: 1 }, 'an unknown key');
      refused(null, 'nothing');
      refused([said], 'a list');
      for (const [key, value] of Object.entries(said)) {
        const { [key]: _left, ...rest } = said;
        refused(rest, `without ${key}`);
        if (typeof value === 'string') refused({ ...said, [key]: 'word '.repeat(20_000) }, `a long ${key}`);
        if (Array.isArray(value)) refused({ ...said, [key]: 'text' }, `text for ${key}`);
        if (Array.isArray(value) && value.length > 0)
          refused(
            { ...said, [key]: Array.from({ length: 500 }, () => value[0] as unknown) },
            `a long list of ${key}`,
          );
      }
    }
  });
});
