import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitFraction } from '../../../../core/finance/lots/split-ratio.ts';
import { FIXED_ONE } from '../../../../core/platform/fixed-point.ts';
import { sampled } from '../../../support/soak.ts';

/** The ten decimals that a fraction is written with, as the whole number without the point. */
function printed(numerator: bigint, denominator: bigint): bigint {
  // Half a last decimal more, cut off.
  return (2n * numerator * FIXED_ONE + denominator) / (2n * denominator);
}

function reduced(numerator: bigint, denominator: bigint): [bigint, bigint] {
  let [a, b] = [numerator, denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  return [numerator / a, denominator / a];
}

/** The slow way: every denominator in turn, its nearest numerator. Null where none up to `most` prints so. */
function byTrying(ratio: bigint, most: bigint): [bigint, bigint] | null {
  for (let denominator = 1n; denominator <= most; denominator += 1n) {
    const numerator = (2n * ratio * denominator + FIXED_ONE) / (2n * FIXED_ONE);
    const error = numerator * FIXED_ONE - ratio * denominator;
    if (numerator > 0n && 2n * (error < 0n ? -error : error) <= denominator) return [numerator, denominator];
  }
  return null;
}

describe('the fraction that a split ratio stands for', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);

  it('every fraction with a denominator up to 10,000 is found again from its ten decimals', () => {
    const denominator = fc.oneof(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 9_900, max: 10_000 }),
    );
    const numerator = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000_000 }));
    fc.assert(
      fc.property(numerator, denominator, (to, from) => {
        const meant = reduced(BigInt(to), BigInt(from));
        assert.deepEqual(splitFraction(printed(...meant)), meant);
      }),
      { numRuns: sampled(2_000, 100_000) },
    );
  });

  it('each of the smallest: 1 for n and n − 1 for n, up to 10,000', () => {
    for (let old = 1n; old <= 10_000n; old += 1n) {
      assert.deepEqual(splitFraction(printed(1n, old)), [1n, old]);
      if (old > 1n) assert.deepEqual(splitFraction(printed(old - 1n, old)), [old - 1n, old]);
    }
  });

  it('nothing is turned into a fraction that it does not print as', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100n * FIXED_ONE }), (ratio) => {
        const [numerator, denominator] = splitFraction(ratio);
        const error = numerator * FIXED_ONE - ratio * denominator;
        assert.ok(2n * (error < 0n ? -error : error) <= denominator);
        assert.ok(denominator <= 10_000n || (numerator === ratio && denominator === FIXED_ONE));
      }),
      { numRuns: sampled(2_000, 100_000) },
    );
  });

  it('two ways: what trying every denominator finds', () => {
    const near = fc
      .tuple(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: -2, max: 2 }),
      )
      .map(([to, from, off]) => printed(BigInt(to), BigInt(from)) + BigInt(off))
      .filter((ratio) => ratio > 0n);
    fc.assert(
      fc.property(fc.oneof(near, fc.bigInt({ min: 1n, max: 3n * FIXED_ONE })), (ratio) => {
        const found = splitFraction(ratio);
        const tried = byTrying(ratio, 10_000n);
        assert.deepEqual(found, tried ?? [ratio, FIXED_ONE]);
      }),
      { numRuns: sampled(60, 10_000) },
    );
  });
});
