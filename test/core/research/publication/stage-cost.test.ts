import assert from 'node:assert/strict';
import { knownCost, type StageTaken, unpricedTokens } from '../../../../core/research/publication/index.ts';
import { toRunCost } from '../../../../core/research/runs/dossier/run-cost.ts';

const stage = (
  input_tokens: number | null,
  output_tokens: number | null,
  cost_usd: number | null,
  provider: string | null = 'provider_a',
): StageTaken => ({ provider, input_tokens, output_tokens, cost_usd });

describe('what a stage of research cost', () => {
  const cases: readonly (readonly [
    what: string,
    taken: StageTaken,
    tokens: number | null,
    cost: number | null,
  ])[] = [
    ['a price', stage(1000, 100, 0.01), null, 0.01],
    ['no price, as older runs have it', stage(1000, 100, 0), 1100, null],
    ['no price', stage(1000, 100, null), 1100, null],
    ['nobody said how many tokens', stage(null, null, null), null, null],
    ['nobody said one of both', stage(1000, null, null), null, null],
    ['taken from an earlier run, so that nobody was asked', stage(0, 0, 0), null, 0],
    ['no model', stage(null, null, null, null), null, null],
  ];
  for (const [what, taken, tokens, cost] of cases)
    it(`${what}: ${tokens ?? 'no'} tokens without a price, cost ${cost ?? 'unknown'}`, () => {
      assert.deepEqual([unpricedTokens(taken), knownCost(taken)], [tokens, cost]);
    });

  const run = (spent: number, ...stages: readonly StageTaken[]) =>
    toRunCost(
      stages.map((one, at) => ({ ...one, model: `model-${at}` })),
      spent,
      1,
    );

  it('a run: what has a price, what has none, and what nobody counted', () => {
    const { words: _words, ...all } = run(0.02, stage(1, 1, 0.01), stage(1, 1, 0.01));
    assert.deepEqual(all, { spent_usd: 0.02, limit_usd: 1, unpriced: null, unknown_stages: 0 });
    const mixed = run(0.01, stage(1, 1, 0.01), stage(500, 40, 0), stage(null, null, null));
    assert.deepEqual(mixed, {
      spent_usd: 0.01,
      limit_usd: 1,
      unpriced: { tokens: 540, models: ['model-1'] },
      unknown_stages: 1,
      words:
        'Notional, at list prices. It is not an invoice. It excludes 540 tokens of a model without a list price. The tokens of 1 of 3 stages are unknown.',
    });
    assert.equal(run(0, stage(null, null, null)).spent_usd, null);
    // Nothing was spent where nobody was asked.
    assert.equal(run(0, stage(0, 0, 0)).spent_usd, 0);
    const none = run(0, stage(null, null, null, null));
    assert.deepEqual([none.spent_usd, none.words], [0, 'No model was asked.']);
  });
});
