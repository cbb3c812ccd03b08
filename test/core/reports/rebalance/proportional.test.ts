import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Lot, type Part, Position } from '../../../../core/reports/rebalance/position.ts';
import { correctInFractions, correctInUnits } from '../../../../core/reports/rebalance/proportional.ts';
import { sampled } from '../../../support/soak.ts';

describe('proportional drift correction', () => {
  const lotOf = (part: Part, held: number, unit: number): Lot => ({
    part,
    unit,
    held,
    value: held * unit,
    fineness: 1,
    wanted: 0,
    count: 0,
  });
  const partOf = (start: number): Part => ({ start, drift: start });

  it('portfolio/Report rules 10: a side that has more moves by the fraction that the other can take', () => {
    // 30 and 60 too much, of which 45 can be bought: half of each moves, and inside the second 2/3 and 1/3 of its 30
    const [first, second, third, unbought, cash] = [30, 60, -45, -45, 0].map(partOf) as [
      Part,
      Part,
      Part,
      Part,
      Part,
    ];
    const lots = [lotOf(first, 100, 1), lotOf(second, 200, 1), lotOf(second, 50, 2), lotOf(third, 9, 5)];
    const position = new Position([first, second, third, unbought, cash], cash, 0, lots, 1000);
    const { offered, asked, money } = correctInFractions(position);
    assert.deepEqual([offered, asked, money], [90, 45, 0]);
    assert.deepEqual(
      lots.map(({ wanted }) => wanted),
      [-15, -20, -10, 45],
    );
    correctInUnits(position, money);
    assert.deepEqual(position.counts(), [-15, -20, -5, 9]);
    assert.deepEqual(
      [first, second, third].map(({ drift }) => drift),
      [15, 30, 0],
    );
  });

  it('portfolio/Report rules 10: in whole units each holding moves by its part within two, no bucket by more than its part, and nothing unpaid', () => {
    const row = fc.record({
      quantity: fc.integer({ min: 1, max: 2000 }),
      price: fc.integer({ min: 100, max: 2000 }).map((paise) => paise / 100),
    });
    const rows = fc.array(row, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(rows, rows, fc.integer({ min: 1, max: 99 }), (above, below, pct) => {
        const worth = (of: typeof above) =>
          of.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
        const over = partOf((worth(above) * pct) / 100);
        const under = partOf(-over.start);
        const cash = partOf(0);
        const lots = [
          ...above.map(({ quantity, price }) => lotOf(over, quantity, price)),
          ...below.map(({ quantity, price }) => lotOf(under, quantity, price)),
        ];
        const position = new Position([over, under, cash], cash, 0, lots, worth(above) + worth(below));
        correctInUnits(position, correctInFractions(position).money);
        const unit = Math.max(...lots.map((lot) => lot.unit));
        for (const { count, unit: price, value, part } of lots) {
          // the same by hand: its part of the bucket's drift
          const exact = (-part.start * value) / worth(part === over ? above : below);
          assert.ok(
            Math.abs(count * price - exact) <= 2 * unit,
            `${count * price} where ${exact} is its part`,
          );
        }
        assert.ok(
          over.drift >= -position.dust && under.drift <= position.dust,
          'a bucket moves by more than its part',
        );
        assert.ok(position.isPaid(), 'more is bought than sold');
      }),
      { numRuns: sampled(50, 5_000), endOnFailure: true },
    );
  });
});
