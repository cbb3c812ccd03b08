import assert from 'node:assert/strict';
import fc from 'fast-check';
import { downsample } from '../../../../core/reports/value-history/downsample.ts';

describe('thinning a series', () => {
  it('a thinned series keeps both ends and the order, and is never longer than asked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 2, max: 500 }), (length, most) => {
        const points = Array.from({ length }, (_, index) => ({
          date: String(index).padStart(5, '0'),
          value: null,
          invested: index,
        }));
        const kept = downsample(points, most);
        assert.ok(kept.length <= Math.max(most, 2) + 1);
        assert.equal(kept[0], points[0]);
        assert.equal(kept.at(-1), points.at(-1));
        assert.deepEqual(
          kept,
          kept.toSorted((one, other) => (one.date < other.date ? -1 : 1)),
        );
      }),
    );
  });
});
