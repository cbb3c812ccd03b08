import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { byReport, orderOf } from '../../../../core/research/evaluation/verdict/index.ts';
import { opinion, scorecardOf, scores } from '../../../support/evaluations.ts';

describe('decisions/Evaluation harness: orders', () => {
  it('come from HMAC-SHA-256 of the case and the judge under the seed', () => {
    for (const seed of [0, 7, -3, 9_007_199_254_740_991]) {
      const byte = createHmac('sha256', String(seed)).update('sha256:ab\nanna').digest()[0]!;
      assert.equal(orderOf(seed, 'sha256:ab', 'anna')[0], byte % 2 === 0 ? 'FORWARD' : 'REVERSE');
    }
  });

  it('both orders are always asked, and the same seed asks alike', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.string(), fc.string(), (seed, hash, judge) => {
        const order = orderOf(seed, hash, judge);
        assert.deepEqual(order.toSorted(), ['FORWARD', 'REVERSE']);
        assert.deepEqual(orderOf(seed, hash, judge), order);
      }),
    );
  });

  it('another seed asks some judges the other way round', () => {
    const of = (seed: number) =>
      Array.from({ length: 32 }, (_, judge) => orderOf(seed, 'sha256:ab', `judge ${judge}`)[0]).join();
    assert.equal(new Set([1, 2, 3, 4].map(of)).size, 4);
  });

  it('places are not identities: scores and preference are by report in either order', () => {
    const given = opinion({ left: scores(2), right: scores(5), prefers: 'right' });
    for (const ordering of ['FORWARD', 'REVERSE'] as const)
      assert.deepEqual(byReport(scorecardOf(given, ordering), ordering), {
        scores: { left: scores(2), right: scores(5) },
        preferred: 'right',
      });
  });
});
