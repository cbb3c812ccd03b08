import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Box, squarified } from '../../charts/squarify.ts';

const areaOf = (box: Box): number => box.width * box.height;
const close = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one), Math.abs(other));

describe('charts/squarify', () => {
  it('lays out the example of Bruls, Huizing and van Wijk: 6, 6, 4, 3, 2, 2, 1 in 6 by 4', () => {
    const boxes = squarified([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 });
    // the two sixes stand on each other at the left: 12 of the area in a height of 4 is a width of 3, 2 high each
    assert.deepEqual(boxes[0], { x: 0, y: 0, width: 3, height: 2 });
    assert.deepEqual(boxes[1], { x: 0, y: 2, width: 3, height: 2 });
    // four and three lie side by side on the 3 that are left: 7 / 3 high, 12 / 7 and 9 / 7 wide
    assert.ok(close(boxes[2]?.height ?? 0, 7 / 3) && close(boxes[2]?.width ?? 0, 12 / 7));
    assert.ok(close(boxes[3]?.width ?? 0, 9 / 7));
  });

  it('areas are in proportion, nothing overlaps, and nothing leaves the area', () => {
    const weight = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(weight, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 20, max: 1200 }),
        fc.integer({ min: 20, max: 600 }),
        (weights, width, height) => {
          const sorted = weights.toSorted((one, other) => other - one);
          const total = sorted.reduce((sum, one) => sum + one, 0);
          const boxes = squarified(sorted, { x: 10, y: 20, width, height });
          assert.equal(boxes.length, sorted.length);
          for (const [index, box] of boxes.entries()) {
            assert.ok(close(areaOf(box), ((sorted[index] ?? 0) / total) * width * height));
            assert.ok(box.x >= 10 - 1e-6 && box.x + box.width <= 10 + width + 1e-6);
            assert.ok(box.y >= 20 - 1e-6 && box.y + box.height <= 20 + height + 1e-6);
            for (const other of boxes.slice(index + 1)) {
              const across = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
              const down = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
              assert.ok(across <= 1e-6 || down <= 1e-6, 'two boxes overlap');
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('no room gives boxes without an area, never NaN', () => {
    assert.deepEqual(squarified([2, 1], { x: 5, y: 5, width: 0, height: 10 }), [
      { x: 5, y: 5, width: 0, height: 0 },
      { x: 5, y: 5, width: 0, height: 0 },
    ]);
  });
});
