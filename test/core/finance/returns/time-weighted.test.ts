import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dailyFactors, type MeasuredDays, timeWeighted } from '../../../../core/finance/returns/index.ts';
import { sampled } from '../../../support/soak.ts';

type Row = [value: number | null, put_in?: number, taken_out?: number, income?: number];

/** Days by [value, put in, taken out, income]. */
function days(rows: readonly Row[]): MeasuredDays {
  return {
    value: rows.map(([value]) => value),
    put_in: rows.map(([, put_in = 0]) => put_in),
    taken_out: rows.map(([, , taken_out = 0]) => taken_out),
    income: rows.map(([, , , income = 0]) => income),
  };
}

describe('the time-weighted return', () => {
  it('portfolio/Report rules 4: what is put in or taken out makes no return, prices and dividends do', () => {
    // 100 become 110; 90 more are put in, 200 become 220; 20 are paid out as a dividend on the last day.
    const found = timeWeighted(days([[100, 100], [110], [220, 90], [220, 0, 0, 20]]), -1, 3);
    // 1 × 1.1 × (220 / 200) × (240 / 220) = 1.32
    assert.ok(Math.abs((found.factor ?? 0) - 1.32) < 1e-12);
    assert.ok(Math.abs((found.return_pct ?? 0) - 32) < 1e-10);
    assert.deepEqual([found.bridged, found.reason], [0, null]);
  });

  it('the first day and the day on which all is sold have a return of their own', () => {
    // Bought for 100, worth 105 that evening; sold for 126 the next day, nothing left; then nothing for a day.
    const { factors } = dailyFactors(days([[105, 100], [0, 0, 126], [0]]), -1, 2);
    assert.deepEqual(Array.from(factors), [1.05, 1.2, 1]);
  });

  it('fees lower it: a purchase of 100 with a fee of 1 that is worth 100', () => {
    assert.equal(timeWeighted(days([[100, 101]]), -1, 0).factor, 100 / 101);
  });

  it('a span without values is carried by the next known day, and told where money moved in it', () => {
    const still = timeWeighted(days([[100], [null], [121]]), 0, 2);
    assert.deepEqual([still.factor, still.bridged], [1.21, 0]);
    // 100, then 50 more: 165 / 150.
    const moved = timeWeighted(days([[100], [null, 50], [165]]), 0, 2);
    assert.deepEqual([moved.factor, moved.bridged], [1.1, 1]);
  });

  it('unknown ends are unknown, with the reason', () => {
    assert.match(timeWeighted(days([[100], [null]]), 0, 1).reason ?? '', /last day/);
    assert.match(timeWeighted(days([[null], [100]]), 0, 1).reason ?? '', /first day/);
    assert.match(timeWeighted(days([[100]]), 0, 0).reason ?? '', /Two days are needed/);
    assert.match(timeWeighted(days([[100], [90, Number.NaN]]), 0, 1).reason ?? '', /a price at both ends/);
  });

  it('a bonus share without its original is no return at all', () => {
    assert.equal(timeWeighted(days([[40], [44]]), -1, 1).factor, 1.1);
  });

  /**
   * The slow way: a fund of units. What is put in buys units at the price of the day before; what is taken out and paid as
   * income sells units at the day's price, in which it still is. The price of a unit has then grown as the money did.
   */
  function unitPrice(rows: readonly Row[]): number {
    let [price, units, put, given] = [1, 0, 0, 0];
    for (const [value, put_in = 0, taken_out = 0, income = 0] of rows) {
      put += put_in;
      given += taken_out + income;
      if (value === null) continue;
      units += put / price;
      if (units > 0) {
        price = (value + given) / units;
        units -= given / price;
        // All of it gone, or worth nothing: who comes next begins with a price of its own, from there on.
        if (value === 0) units = 0;
        if (price === 0) return 0;
      } else units = value / price;
      [put, given] = [0, 0];
    }
    return price;
  }

  it('two ways: what a unit of a fund would have become, for any days, some of them without a value', () => {
    const amount = fc.integer({ min: 0, max: 500 });
    const row = fc
      .tuple(
        fc.option(fc.integer({ min: 0, max: 2000 }), { freq: 6 }),
        amount,
        amount,
        fc.integer({ min: 0, max: 9 }),
      )
      .map(([value, put_in, taken_out, income]): Row =>
        // On most days one of them moves, or none.
        [value, put_in > 300 ? put_in : 0, taken_out > 400 ? taken_out : 0, income > 7 ? income : 0],
      );
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 2000 }),
        (rows, last) => {
          const all: Row[] = [...rows, [last]];
          const { factor } = timeWeighted(days(all), -1, all.length - 1);
          const price = unitPrice(all);
          assert.ok(
            factor !== null && Math.abs(factor - price) <= 1e-9 * Math.max(1, price),
            `${factor} ${price}`,
          );
        },
      ),
      { numRuns: sampled(80, 20_000) },
    );
  });
});
