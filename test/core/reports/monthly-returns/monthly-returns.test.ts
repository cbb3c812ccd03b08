import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ValueLine } from '../../../../core/reports/measures/index.ts';
import { monthlyReturns } from '../../../../core/reports/monthly-returns/monthly-returns.ts';
import { sampled } from '../../../support/soak.ts';

const daily = (
  values: readonly (readonly [string, number | null])[],
  over: Partial<ValueLine> = {},
): ValueLine =>
  ({
    portfolio: 'P',
    currency: 'INR',
    days: values.map(([day, value]) => ({ day, value })),
    flows: [],
    dividends: [],
    unexplained_days: [],
    first_day: values[0]?.[0] ?? null,
    ledger_reason: null,
    spans: [],
    ...over,
  }) as unknown as ValueLine;

const shown = (of: ValueLine) =>
  monthlyReturns(of).months.map(({ year, month, return_pct, reason }) => [
    `${year}-${month}`,
    return_pct === null ? reason : Number(return_pct.toFixed(6)),
  ]);

describe('reports/monthly returns', () => {
  it('goes from the last value of the month before to the last one of the month', () => {
    const of = daily([
      ['2025-12-10', 100],
      ['2025-12-31', 110],
      ['2026-01-15', 500],
      ['2026-01-30', 121],
      ['2026-02-03', 133.1],
    ]);
    // 110 / 100, 121 / 110, 133.1 / 121: ten percent each, whatever happened in between
    assert.deepEqual(shown(of), [
      ['2025-12', 10],
      ['2026-1', 10],
      ['2026-2', 10],
    ]);
    assert.deepEqual(
      monthlyReturns(of).months.map(({ is_partial, from, to }) => [is_partial, from, to]),
      [
        [true, '2025-12-10', '2025-12-31'],
        [false, '2025-12-31', '2026-01-30'],
        [true, '2026-01-30', '2026-02-03'],
      ],
    );
  });

  it('leaves money that came or went out of it', () => {
    const of = daily(
      [
        ['2025-12-31', 100],
        ['2026-01-15', 220],
        ['2026-01-31', 231],
      ],
      { flows: [{ day: '2026-01-15', amount: 100 }] },
    );
    // 220 / (100 + 100) = 1.1, 231 / 220 = 1.05; together 1.155
    assert.deepEqual(shown(of), [['2026-1', 15.5]]);
  });

  it('a month whose beginning or end is not on record has a reason, and the one after it as well', () => {
    const of = daily([
      ['2025-12-31', 100],
      ['2026-01-10', 105],
      ['2026-04-30', 120],
      ['2026-05-29', 126],
    ]);
    assert.deepEqual(shown(of), [
      ['2026-1', 'The value at the end of the month is unknown.'],
      ['2026-2', 'The value at the end of the previous month is unknown.'],
      ['2026-3', 'The value at the end of the previous month is unknown.'],
      ['2026-4', 'The value at the end of the previous month is unknown.'],
      // 126 / 120
      ['2026-5', 5],
    ]);
  });

  it('everything sold and bought again months later: no gap, but months without holdings, and a new beginning', () => {
    const of = daily(
      [
        ['2025-12-31', 100],
        ['2026-01-05', 0],
        ['2026-04-10', 40],
        ['2026-04-30', 44],
        ['2026-05-04', 33],
      ],
      {
        flows: [
          { day: '2026-01-05', amount: -120 },
          { day: '2026-04-10', amount: 40 },
        ],
      },
    );
    // 100 became 120 on the day of the sale; 40 became 44, and 44 became 33.
    assert.deepEqual(shown(of), [
      ['2026-1', 20],
      ['2026-2', 'Nothing was held in this month.'],
      ['2026-3', 'Nothing was held in this month.'],
      ['2026-4', 10],
      ['2026-5', -25],
    ]);
    assert.deepEqual(
      monthlyReturns(of).months.map(({ is_partial, from, to }) => [is_partial, from, to]),
      [
        [false, '2025-12-31', '2026-01-05'],
        [true, null, null],
        [true, null, null],
        [true, '2026-04-10', '2026-04-30'],
        [true, '2026-04-30', '2026-05-04'],
      ],
    );
  });

  it('a purchase that nothing prices ends the months without holdings: what was held then is unknown', () => {
    const of = daily(
      [
        ['2025-12-31', 100],
        ['2026-01-05', 0],
        ['2026-02-20', null],
        ['2026-03-31', 50],
      ],
      {
        flows: [
          { day: '2026-01-05', amount: -100 },
          { day: '2026-02-20', amount: 50 },
        ],
      },
    );
    assert.deepEqual(shown(of), [
      ['2026-1', 0],
      ['2026-2', 'The value at the end of the month is unknown.'],
      ['2026-3', 'The value at the end of the previous month is unknown.'],
    ]);
  });

  it('says what to do where there is nothing to measure', () => {
    for (const of of [daily([]), daily([['2026-01-05', 100]]), daily([['2026-01-05', null]])]) {
      const { months, reason } = monthlyReturns(of);
      assert.deepEqual(months, []);
      assert.match(reason ?? '', /two days/);
    }
  });

  it('the months chained are the return from the first to the last value, and no month is left out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 50, max: 200 }), { minLength: 40, maxLength: 400 }),
        (values) => {
          const of = daily(
            values.map((value, at) => [
              new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10),
              value,
            ]),
          );
          const { months } = monthlyReturns(of);
          const chained = months.reduce(
            (worth, { return_pct }) => worth * (1 + (return_pct ?? Number.NaN) / 100),
            1,
          );
          const whole = (values.at(-1) ?? 0) / (values[0] ?? 1);
          assert.ok(Math.abs(chained - whole) < 1e-9 * Math.max(1, whole));
          const names = months.map(({ year, month }) => year * 12 + month);
          assert.deepEqual(
            names,
            Array.from(names, (_, at) => (names[0] ?? 0) + at),
          );
        },
      ),
      { numRuns: sampled(30, 3_000) },
    );
  });
});
