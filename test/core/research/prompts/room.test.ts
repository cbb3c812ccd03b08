import assert from 'node:assert/strict';
import fc from 'fast-check';
import { estimatedTokens, structureOf } from '../../../../core/llm/index.ts';
import { type ModelStage, OUTPUTS } from '../../../../core/research/analysis/index.ts';
import {
  answerSchemaOf,
  promptFor,
  PROMPTS,
  type StageMaterial,
  type StagePrompt,
} from '../../../../core/research/prompts/index.ts';
import { sampled } from '../../../support/soak.ts';
import {
  disputeOf,
  linesOf,
  manyFacts,
  passagesOfAll,
  stageMaterial,
} from '../../../support/stage-material.ts';

const STAGES = Object.keys(OUTPUTS) as ModelStage[];
const BLOCKS = ['peer_symbols', 'facts', 'conflicts', 'coverage', 'gaps', 'outputs', 'claims', 'passages'];
const textOf = ({ messages }: StagePrompt) => messages[0]!.text;
const blockOf = (prompt: StagePrompt, block: string) =>
  textOf(prompt).includes(`<${block}>`) ? linesOf(textOf(prompt), block) : [];
const linesIn = (prompt: StagePrompt) => BLOCKS.flatMap((block) => blockOf(prompt, block));

/** As providers are sent it: with the schema beside the words, or in them where they refuse it. */
function tokensOf(stage: ModelStage, { system, messages }: StagePrompt): number {
  const { sent } = structureOf(answerSchemaOf(stage));
  const beside = { system, messages, schema: { name: stage, schema: sent }, maxOutputTokens: 1 };
  const form = `Answer with one JSON object and nothing else. It must keep to this JSON Schema:\n${JSON.stringify(sent)}`;
  const inWords = { ...beside, system: `${system}\n\n${form}`, schema: null };
  return Math.max(estimatedTokens(beside), estimatedTokens(inWords));
}

/** How many rows of a block are said to be left out. */
const leftOutOf = (prompt: StagePrompt, block: string): number =>
  Number(
    new RegExp(`Left out here, the least important first: (\\d+)\\.\\n<${block}>`).exec(
      textOf(prompt),
    )?.[1] ?? 0,
  );

/** Far more than there is room for: thousands of facts, hundreds of conflicts, long documents. */
function plenty(): StageMaterial {
  const facts = manyFacts();
  const long = passagesOfAll().map((packet) => ({
    ...packet,
    passages: Array.from({ length: 60 }, (_, at) => ({
      id: `p${at}`,
      text: `${packet.provider} ${at} ${'Orders from farms and mines grew — पंप. '.repeat(60)}`,
    })),
  }));
  return stageMaterial({
    facts,
    conflicts: facts.slice(0, 400).map((fact) => disputeOf(fact, '7')),
    packets: [...stageMaterial().packets.slice(0, 4), ...long],
  });
}

describe('the room of a prompt', () => {
  const material = plenty();

  it('decisions/Provider chain, cost cap: the whole request keeps to its limit, for whatever limit and however much there is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STAGES),
        fc.integer({ min: 8_000, max: 120_000 }),
        fc.boolean(),
        (stage, maxInputTokens, isLittle) => {
          const given = isLittle ? stageMaterial() : material;
          const prompt = promptFor(stage, given, { maxInputTokens });
          assert.ok(tokensOf(stage, prompt) <= maxInputTokens, stage);
          // Every line is whole: `linesOf` reads each as JSON.
          assert.ok(linesIn(prompt).length > 0, stage);
        },
      ),
      { numRuns: sampled(20, 2_000) },
    );
  });

  it('decisions/Provider chain, cost cap: what is left out goes by its weight, and the prompt says how much that is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STAGES), fc.integer({ min: 8_000, max: 120_000 }), (stage, room) => {
        const prompt = promptFor(stage, material, { maxInputTokens: room });
        const whole = promptFor(stage, material, { maxInputTokens: 10_000_000 });
        for (const block of BLOCKS) {
          const shown = blockOf(prompt, block);
          const all = blockOf(whole, block);
          // With less room, fewer of the same in the same order. Of years the latest stays longest, and of stages the gist.
          const kept = new Set(shown.map((line) => JSON.stringify(line)));
          const same = ['outputs', 'facts', 'conflicts'].includes(block)
            ? all.filter((line) => kept.has(JSON.stringify(line)))
            : all.slice(0, shown.length);
          assert.deepEqual(shown, same, `${stage} ${block}`);
          assert.equal(
            leftOutOf(prompt, block) - leftOutOf(whole, block),
            all.length - shown.length,
            `${stage} ${block}`,
          );
        }
        const isWhole = (block: string) => blockOf(prompt, block).length === blockOf(whole, block).length;
        // Passages go first of all, and the words of the stages that it needs last.
        if (blockOf(prompt, 'passages').length > 0)
          for (const block of BLOCKS.filter((one) => one !== 'passages')) assert.ok(isWhole(block), stage);
        if (blockOf(prompt, 'facts').length > 0)
          for (const block of ['peer_symbols', 'coverage', 'claims']) assert.ok(isWhole(block), stage);
      }),
      { numRuns: sampled(12, 1_000) },
    );
  });

  it('decisions/Provider chain, cost cap: facts of older periods go before those of the latest', () => {
    const prompt = promptFor('COMMITTEE', { ...material, conflicts: [] }, { maxInputTokens: 16_000 });
    const ends = blockOf(prompt, 'facts').map(({ period, to }) => [String(period), String(to)] as const);
    assert.ok(ends.length > 20 && ends.length < 160);
    // Guidance of every part of FY2026 ends with it; of a group of the day the newest close is there.
    assert.ok(ends.every(([, to]) => to >= '2026-03-31'));
    assert.ok(leftOutOf(prompt, 'facts') > 1_000);
  });

  it('research/States and transitions 4: with the least room that can be set, each is still shown what it needs', () => {
    const { subject } = material;
    const worst = 'ॐ'.repeat(10_000);
    const wide = {
      ...material,
      subject: { ...subject, name: worst, sector: worst, industry: worst, symbol: worst },
    };
    for (const stage of STAGES) {
      const prompt = promptFor(stage, wide, { maxInputTokens: 8_000 });
      assert.ok(tokensOf(stage, prompt) <= 8_000, stage);
      const outputs = blockOf(prompt, 'outputs').map((one) => one['stage']);
      for (const need of prompt.shown.upstream)
        if (PROMPTS[stage].shows.length === 0) assert.ok(outputs.includes(need));
    }
  });

  it('a limit that not even the instructions fit into is refused, with what to do', () => {
    for (const stage of STAGES)
      assert.throws(() => promptFor(stage, material, { maxInputTokens: 1_000 }), {
        name: 'RangeError',
        message: new RegExp(`^The instructions of ${stage} take \\d+ tokens, and 1000 are allowed`),
      });
  });

  it('one conflict of ten thousand candidates displaces nothing else', () => {
    const [fact] = material.facts;
    const [candidate] = disputeOf(fact!, '7').candidates;
    const huge = { ...disputeOf(fact!, '7'), candidates: Array.from({ length: 10_000 }, () => candidate!) };
    const prompt = promptFor('COMMITTEE', { ...material, conflicts: [huge] }, { maxInputTokens: 48_000 });
    assert.equal(blockOf(prompt, 'facts').length, 160);
    assert.deepEqual([blockOf(prompt, 'conflicts').length, leftOutOf(prompt, 'conflicts')], [0, 1]);
  });

  it('what was shown is told, and nothing that was not', () => {
    for (const stage of STAGES) {
      const prompt = promptFor(stage, material, { maxInputTokens: 12_000 });
      const { fact_ids, source_ids, upstream } = prompt.shown;
      const facts = [...blockOf(prompt, 'facts'), ...blockOf(prompt, 'conflicts')].map((one) =>
        String(one['fact_id']),
      );
      assert.deepEqual([...fact_ids], [...new Set(facts)].toSorted(), stage);
      for (const { source_id } of blockOf(prompt, 'passages'))
        assert.ok(source_ids.includes(String(source_id)));
      for (const { stage: of } of blockOf(prompt, 'outputs')) assert.ok(upstream.includes(of as ModelStage));
      assert.deepEqual([...source_ids], [...new Set(source_ids)].toSorted());
    }
  });
});
