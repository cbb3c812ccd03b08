import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  dailyReturns,
  growthLine,
  timeWeighted,
  valuePoints,
} from '../../../../core/finance/returns/index.ts';

/** 100 on 1 March 2026; on a later day 60 of it have left and 40 are 44, beside 200 that entered at its end. */
const line = (day: string, left: number) => ({
  days: [
    { day: '2026-03-01', value: 100 },
    { day, value: (100 - left) * 1.1 + 200 },
  ],
  flows: [],
  entered: [{ day, amount: 200 }],
  left: [{ day, amount: left }],
  dividends: [],
  unexplained_days: [],
});

describe('finance/returns: days of a line with holdings that enter and leave', () => {
  it('what left or entered without money has no part in the return of the day', () => {
    const points = valuePoints(line('2026-03-02', 60));
    assert.equal(timeWeighted(points, 0, 1).return_pct?.toFixed(9), '10.000000000');
    assert.deepEqual(
      dailyReturns(points).map(({ value, is_daily }) => [value.toFixed(9), is_daily]),
      [['0.100000000', true]],
    );
  });

  it('over a gap the part that stayed tells the return if it is at least half, and else nothing does', () => {
    const half = valuePoints(line('2026-03-20', 50));
    assert.equal(timeWeighted(half, 0, 1).return_pct?.toFixed(9), '10.000000000');
    assert.deepEqual(
      dailyReturns(half).map(({ is_daily }) => is_daily),
      [false],
    );
    const less = valuePoints(line('2026-03-20', 51));
    const { return_pct, reason } = timeWeighted(less, 0, 1);
    assert.equal(return_pct, null);
    assert.match(reason ?? '', /less than half of the value has a price at both ends/);
    assert.deepEqual([dailyReturns(less), growthLine(less)], [[], []]);
  });

  it('whatever enters and leaves, the return is that of what stayed', () => {
    const amount = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.array(fc.record({ growth: fc.integer({ min: -50, max: 50 }), enters: amount, leaves: amount }), {
          minLength: 1,
          maxLength: 20,
        }),
        (first, spans) => {
          const days = [{ day: '2026-03-01', value: first }];
          const [entered, left]: { day: string; amount: number }[][] = [[], []];
          let [value, factor] = [first, 1];
          for (const [at, { growth, enters, leaves }] of spans.entries()) {
            const day = new Date(Date.UTC(2026, 2, 2 + at)).toISOString().slice(0, 10);
            const gone = Math.min(leaves, value / 2);
            left?.push({ day, amount: gone });
            entered?.push({ day, amount: enters });
            factor *= 1 + growth / 100;
            value = (value - gone) * (1 + growth / 100) + enters;
            days.push({ day, value });
          }
          const points = valuePoints({ days, flows: [], entered, left, dividends: [], unexplained_days: [] });
          const found = timeWeighted(points, 0, spans.length).factor ?? Number.NaN;
          assert.ok(Math.abs(found - factor) <= 1e-6 * factor, `${found} and ${factor}`);
        },
      ),
    );
  });
});
