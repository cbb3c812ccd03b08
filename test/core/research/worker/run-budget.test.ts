import assert from 'node:assert/strict';
import fc from 'fast-check';
import { capsOfRun, refusedByRun } from '../../../../core/research/worker/models/run-budget.ts';

const LIMITS = {
  max_cost_usd: 1,
  max_input_tokens: 48_000,
  max_output_tokens: 8_000,
  timeout_sec: 60,
  max_retries: 1,
  peer_count: 6,
};

describe('the budget of a run', () => {
  it('research/Limits: the cost cap is that of the run, and tokens have room for one full call of each of eighteen stages', () => {
    // 18 × (48,000 + 8,000)
    assert.deepEqual(capsOfRun(LIMITS), { costUsd: 1, tokens: 1_008_000 });
  });

  it('research/Limits: a call fits up to the limit itself, and what has no price never meets the limit of money', () => {
    const caps = { costUsd: 1, tokens: 1000 };
    const of = (used: [number, number], wanted: [number, number]) =>
      refusedByRun(caps, { costUsd: used[0], tokens: used[1] }, { costUsd: wanted[0], tokens: wanted[1] });
    assert.equal(of([0.5, 0], [0.5, 0]), null);
    assert.match(
      of([0.5, 0], [0.51, 0]) ?? '',
      /at most \$1\.00 at list prices\. \$0\.50 is spent or reserved/,
    );
    assert.equal(of([5, 0], [0, 1000]), null);
    assert.match(of([0, 1], [0, 1000]) ?? '', /at most 1,000 tokens/);
  });

  it('whatever is asked for in whatever order, what was granted never exceeds the caps', () => {
    const call = fc.record({
      costUsd: fc.double({ min: 0, max: 0.4, noNaN: true }),
      tokens: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(fc.array(call), (calls) => {
        const caps = { costUsd: 1, tokens: 1000 };
        const used = { costUsd: 0, tokens: 0 };
        for (const one of calls) {
          if (refusedByRun(caps, used, one) !== null) continue;
          used.costUsd += one.costUsd;
          used.tokens += one.tokens;
        }
        assert.ok(used.costUsd <= caps.costUsd && used.tokens <= caps.tokens);
      }),
    );
  });
});
