import assert from 'node:assert/strict';
import { costText, modelText, spentText } from '../../api/dashboard/src/pages/ai-research/cost-words.ts';
import type { Dossier } from '../../api/dashboard/src/api/types.ts';

type Cost = Dossier['cost'];
const COST: Cost = { spent_usd: 0.0523, limit_usd: 1, unpriced: null, unknown_stages: 0, words: 'Notional.' };
const UNPRICED: Cost['unpriced'] = { tokens: 143_000, models: ['glm-5.2'] };

describe('the cost of research in the dashboard', () => {
  it('what has no list price is never told as nothing', () => {
    assert.deepEqual(
      [spentText(COST), costText(COST)],
      ['$0.05 of at most $1.00', '$0.05 of at most $1.00. Notional.'],
    );
    const unknown = { ...COST, spent_usd: null, unpriced: UNPRICED, words: 'The cost is unknown.' };
    assert.deepEqual(
      [spentText(unknown), costText(unknown)],
      ['Cost unknown, no list price · 1,43,000 tokens', 'The cost is unknown.'],
    );
    assert.equal(
      spentText({ ...COST, unpriced: UNPRICED }),
      '$0.05 of at most $1.00 · 1,43,000 tokens without a list price',
    );
    assert.equal(spentText({ ...COST, spent_usd: null }), 'Cost unknown');
  });

  it('a stage: its model, tokens and cost', () => {
    const of = (input: number | null, cost_usd: number | null, provider: string | null = 'gateway'): string =>
      modelText({ provider, model: 'glm-5.2', input_tokens: input, output_tokens: 5, cost_usd } as never);
    assert.equal(of(10, 0.25), 'glm-5.2 · 15 tokens · $0.25');
    assert.equal(of(10, null), 'glm-5.2 · 15 tokens · no list price');
    assert.equal(of(null, null), 'glm-5.2 · tokens unknown · cost unknown');
    assert.equal(of(10, null, null), '');
  });
});
