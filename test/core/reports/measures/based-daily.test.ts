import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RecordedValues } from '../../../../core/portfolio/index.ts';
import {
  DAILY_FIGURES,
  type DailyFigure,
  type PortfolioValues,
  type ValueReason,
} from '../../../../core/performance/engine/index.ts';
import { basedDaily, basisOf, within } from '../../../../core/reports/measures/index.ts';
import { near } from '../../../support/near.ts';
import { timeWeighted, valuePoints } from '../../../../core/finance/returns/index.ts';

const dayOf = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);

/** The engine's answer for days from 2026-01-01 on; figures that are not told are 0. */
function ledger(
  daily: Partial<Record<DailyFigure, (number | null)[]>> & { value: (number | null)[] },
  reasons: ValueReason[] = [],
): PortfolioValues {
  const zeros = daily.value.map(() => 0);
  return {
    portfolio: 'P',
    currency: 'INR',
    days: daily.value.map((_, at) => dayOf(at)),
    daily: Object.fromEntries(
      DAILY_FIGURES.map((name) => [
        name,
        daily[name] ?? (name === 'fresh' ? daily.value.map(() => 1) : zeros),
      ]),
    ) as Record<DailyFigure, (number | null)[]>,
    positions: [],
    is_estimated: false,
    partial: null,
    reasons,
  };
}

const recorded = (days: [number, number | null][], flows: [number, number][] = []): RecordedValues => ({
  portfolio: 'P',
  currency: 'INR',
  days: days.map(([at, value]) => ({ day: dayOf(at), value })),
  flows: flows.map(([at, amount]) => ({ day: dayOf(at), amount })),
  dividends: [],
  unexplained_days: [],
  payments: { amounts: [], first_day: null, reason: null },
});

describe('snapshots with the ledger before them', () => {
  it('units that came without money on a day without a close are no return: all of the change is put in', () => {
    // 100 on the 1st; on the 2nd units come whose close nobody knows, and 30 are paid for others; 400 on the 4th.
    const of = basedDaily(
      recorded([]),
      ledger({ value: [100, null, null, 400, 440], put_in: [100, null, 30, 0, 0] }),
    );
    assert.deepEqual(
      of.days.map(({ value }) => value),
      [100, 400, 440],
    );
    assert.deepEqual(of.flows, [
      { day: dayOf(2), amount: 30 },
      { day: dayOf(3), amount: 270 },
    ]);
    assert.deepEqual(of.unexplained_days, [dayOf(3)]);
    const points = valuePoints(of);
    near(timeWeighted(points, 0, 2).return_pct ?? Number.NaN, 10);
  });

  it('snapshots are the series; days before the first one come from the ledger and are labelled', () => {
    const of = basedDaily(
      recorded([
        [3, 140],
        [4, 150],
      ]),
      ledger({ value: [100, 110, 120, 999, 999], put_in: [100, 0, 5, 7, 900] }),
    );
    assert.deepEqual(
      of.days.map(({ value }) => value),
      [100, 110, 120, 140, 150],
    );
    assert.deepEqual(
      of.days.map(({ day }) => basisOf(of, day)),
      ['LEDGER', 'LEDGER', 'LEDGER', 'SNAPSHOT', 'SNAPSHOT'],
    );
    // What was put in on the first day is in its value; what moved up to the first snapshot is told by the ledger.
    assert.deepEqual(of.flows, [
      { day: dayOf(2), amount: 5 },
      { day: dayOf(3), amount: 7 },
    ]);
    assert.equal(of.first_day, dayOf(0));
  });

  it('a snapshot of nothing held is no beginning: the books came later', () => {
    const of = basedDaily(
      recorded(
        [
          [2, 0],
          [3, 140],
          [4, 150],
        ],
        [
          [3, 140],
          [4, 3],
        ],
      ),
      ledger({ value: [100, 110, 120, 140], taken_out: [0, 0, 8, 0] }),
    );
    assert.deepEqual(
      of.days.map(({ value }) => value),
      [100, 110, 120, 140, 150],
    );
    assert.deepEqual(of.flows, [
      { day: dayOf(2), amount: -8 },
      { day: dayOf(4), amount: 3 },
    ]);
    assert.deepEqual([of.first_day, of.recorded_from], [dayOf(0), dayOf(3)]);
  });

  it('days without a close of their own and days that are not whole are left out; what moved on them counts later', () => {
    const of = basedDaily(
      recorded([[5, 200]]),
      ledger({ value: [100, 110, 110, null, 130, 1], put_in: [0, 0, 3, 4, 0, 0], fresh: [1, 1, 0, 1, 1, 1] }),
    );
    assert.deepEqual(
      of.days.map(({ day }) => day),
      [dayOf(0), dayOf(1), dayOf(4), dayOf(5)],
    );
    assert.deepEqual(valuePoints(of).put_in, [0, 0, 7, 0]);
  });

  it('a ledger that is not what is held fills nothing, and says why', () => {
    const reason = 'The ledger of TCS has 5 units and the holding 10.';
    const lacking: ValueReason = {
      code: 'LEDGER_INCOMPLETE',
      portfolio: 'P',
      symbol: 'TCS',
      from: null,
      to: null,
      days: 0,
      reason,
    };
    const of = basedDaily(recorded([[1, 100]]), ledger({ value: [50, 50] }, [lacking]));
    assert.deepEqual([of.days.length, of.ledger_reason], [1, reason]);
  });

  it('a sale without a purchase and a row that is left out take no day away: the ledger counts neither', () => {
    const gap = (code: ValueReason['code']): ValueReason => ({
      code,
      portfolio: 'P',
      symbol: 'OLD',
      from: null,
      to: null,
      days: 0,
      reason: 'More OLD was sold than was ever bought.',
    });
    const reasons = [gap('UNMATCHED_SALE'), gap('ROW_LEFT_OUT')];
    const of = basedDaily(recorded([[1, 100]]), ledger({ value: [50, 50] }, reasons));
    assert.deepEqual([of.days.length, of.ledger_reason], [2, null]);
  });

  it('without an engine, without snapshots and without anything there is no mistake', () => {
    assert.deepEqual(basedDaily(recorded([[1, 100]]), null).days, recorded([[1, 100]]).days);
    const alone = basedDaily(recorded([]), ledger({ value: [100, 110] }));
    assert.deepEqual([alone.days.length, alone.first_day, alone.recorded_from], [2, dayOf(0), null]);
    const unheld = basedDaily(
      recorded([
        [1, 0],
        [2, 50],
      ]),
      null,
    );
    assert.equal(unheld.first_day, dayOf(2));
    assert.equal(basisOf(alone, dayOf(1)), 'LEDGER');
    assert.deepEqual(basedDaily(recorded([]), ledger({ value: [] })).days, []);
  });

  it('a span cuts the days and keeps the rest', () => {
    const of = basedDaily(
      recorded([
        [1, 100],
        [2, 110],
        [3, 120],
      ]),
      null,
    );
    assert.deepEqual(
      within(of, dayOf(2), dayOf(2)).days.map(({ value }) => value),
      [110],
    );
  });
});

describe('time-weighted return over the points', () => {
  it('by a second path: the sub-periods between flows chained by hand', () => {
    const points = valuePoints({
      days: [100, 110, 231, 115.5].map((value, at) => ({ day: dayOf(at), value })),
      // 100 are put in at the start of the third day and earn with it; half is sold at the end of the fourth.
      flows: [
        { day: dayOf(2), amount: 100 },
        { day: dayOf(3), amount: -115.5 },
      ],
      dividends: [{ day: dayOf(3), amount: 23.1 }],
      unexplained_days: [],
    });
    // 110 / 100, then 231 / 210, then (115.5 + 115.5 + 23.1) / 231: three times 1.1.
    near(timeWeighted(points, 0, 3).return_pct, 33.1);
  });

  it('does not change when money comes and goes at the value of the day', () => {
    const step = fc.record({
      factor: fc.double({ min: 0.5, max: 2, noNaN: true }),
      flow: fc.integer({ min: -40, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        let [value, expected] = [1000, 1];
        const values = [value];
        const flows: { day: string; amount: number }[] = [];
        for (const [at, { factor, flow }] of steps.entries()) {
          // What is put in comes first and earns with the rest; what is taken out goes last.
          const put = Math.max(flow, 0);
          const grown = (value + put) * factor;
          const taken = flow < 0 ? (grown * -flow) / 100 : 0;
          value = grown - taken;
          expected *= factor;
          values.push(value);
          flows.push({ day: dayOf(at + 1), amount: put - taken });
        }
        const days = values.map((one, at) => ({ day: dayOf(at), value: one }));
        const points = valuePoints({ days, flows, dividends: [], unexplained_days: [] });
        const { factor } = timeWeighted(points, 0, values.length - 1);
        near(factor, expected, 1e-9 * expected);
      }),
    );
  });
});
