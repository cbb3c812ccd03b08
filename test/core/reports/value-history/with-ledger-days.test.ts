import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PortfolioValues } from '../../../../core/performance/engine/index.ts';
import { withLedgerDays } from '../../../../core/reports/value-history/with-ledger-days.ts';

type Row = (number | null)[];

/** What the engine answers for some days in a row, as far as the history looks at it. */
function ledger(
  days: string[],
  of: {
    value: Row;
    invested: Row;
    fresh?: Row;
    part?: { value: Row; invested: Row } | null;
    code?: 'LEDGER_INCOMPLETE';
  },
): PortfolioValues {
  const fresh = of.fresh ?? days.map(() => 1);
  return {
    portfolio: 'Networth',
    currency: 'INR',
    days,
    daily: { value: of.value, invested: of.invested, fresh },
    partial:
      of.part === undefined || of.part === null
        ? null
        : {
            daily: { ...of.part, fresh },
            left_out: [{ portfolio: 'Main', symbol: 'OLD', code: 'NO_PRICE' }],
          },
    reasons: of.code === undefined ? [] : [{ code: of.code }],
  } as unknown as PortfolioValues;
}

const DAYS = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04'];

describe('the history of value, recorded and worked out', () => {
  it('days before the first snapshot come from the ledger, and a recorded day keeps what was recorded', () => {
    const { points, partial } = withLedgerDays(
      [{ date: '2024-01-03', value: 130, invested: 100 }],
      ledger(DAYS, { value: [100, 110, 120, 140], invested: [100, 100, 100, 100] }),
    );
    assert.deepEqual(points, [
      { date: '2024-01-01', value: 100, invested: 100 },
      { date: '2024-01-02', value: 110, invested: 100 },
      { date: '2024-01-03', value: 130, invested: 100 },
      { date: '2024-01-04', value: 140, invested: 100 },
    ]);
    assert.equal(partial, null);
  });

  it('today has the value of now, and what was recorded of it where that is unknown', () => {
    const recorded = [{ date: '2024-01-04', value: 130, invested: 100 }];
    const now = ledger(DAYS, { value: [null, null, null, 140], invested: [1, 1, 1, 110] });
    assert.deepEqual(withLedgerDays(recorded, now).points, [
      { date: '2024-01-04', value: 140, invested: 110 },
    ]);
    const unknown = ledger(DAYS, { value: [null, null, null, null], invested: [1, 1, 1, 1] });
    assert.deepEqual(withLedgerDays(recorded, unknown).points, recorded);
  });

  it('a point that knows the cost alone takes its value from the ledger', () => {
    const { points } = withLedgerDays(
      [{ date: '2024-01-01', value: null, invested: 100 }],
      ledger(['2024-01-01'], { value: [105], invested: [100] }),
    );
    assert.deepEqual(points, [{ date: '2024-01-01', value: 105, invested: 100 }]);
  });

  it('a day without a session only repeats the one before and is left out, but the last day never is', () => {
    const { points } = withLedgerDays(
      [],
      ledger(DAYS, { value: [1, 1, 1, 1], invested: [1, 1, 1, 1], fresh: [1, 0, 0, 0] }),
    );
    assert.deepEqual(
      points.map(({ date }) => date),
      ['2024-01-01', '2024-01-04'],
    );
  });

  it('where something held had no price, value and cost are of the others, with the days and the names', () => {
    const { points, partial } = withLedgerDays(
      [],
      ledger(DAYS, {
        value: [null, null, 50, 60],
        invested: [90, 90, 40, 40],
        part: { value: [40, 45, 50, 60], invested: [40, 40, 40, 40] },
      }),
    );
    assert.deepEqual(
      points.map(({ value, invested }) => [value, invested]),
      [
        [40, 40],
        [45, 40],
        [50, 40],
        [60, 40],
      ],
    );
    assert.deepEqual(partial, {
      from: '2024-01-01',
      to: '2024-01-02',
      excluded: [{ portfolio: 'Main', symbol: 'OLD', code: 'NO_PRICE' }],
    });
  });

  it('nothing is drawn before the first purchase among the known positions', () => {
    const { points } = withLedgerDays(
      [],
      ledger(DAYS, {
        value: [null, null, null, null],
        invested: [10, 10, 10, 10],
        part: { value: [0, 0, 7, 8], invested: [0, 0, 7, 7] },
      }),
    );
    assert.deepEqual(
      points.map(({ date }) => date),
      ['2024-01-03', '2024-01-04'],
    );
  });

  it('a ledger that lacks units which are held tells of its known positions alone', () => {
    const { points } = withLedgerDays(
      [],
      ledger(DAYS, {
        value: [1, 1, 1, 1],
        invested: [1, 1, 1, 1],
        part: { value: [2, 2, 2, 2], invested: [3, 3, 3, 3] },
        code: 'LEDGER_INCOMPLETE',
      }),
    );
    assert.ok(points.every(({ value, invested }) => value === 2 && invested === 3));
  });

  it('no day comes twice, all are in order, and a value that nobody knows is never made up', () => {
    const figure = fc.option(fc.integer({ min: 0, max: 9 }), { nil: null });
    const row = fc.array(figure, { minLength: 4, maxLength: 4 });
    const points = fc.uniqueArray(
      fc.record({
        date: fc.constantFrom(...DAYS, '2023-12-31', '2024-01-09'),
        value: figure,
        invested: figure,
      }),
      { selector: ({ date }) => date },
    );
    fc.assert(
      fc.property(row, row, row, points, (value, invested, part, given) => {
        const recorded = given.toSorted((a, b) => (a.date < b.date ? -1 : 1));
        const known = ledger(DAYS, { value, invested, part: { value: part, invested } });
        const { points: all } = withLedgerDays(recorded, known);
        const dates = all.map(({ date }) => date);
        assert.deepEqual(dates, [...new Set(dates)].toSorted());
        for (const point of all) {
          const own = recorded.find(({ date }) => date === point.date)?.value ?? null;
          const at = DAYS.indexOf(point.date);
          const worked = value[at] ?? part[at] ?? null;
          if (at === DAYS.length - 1 && value[at] !== null) {
            assert.equal(point.value, value[at]);
            continue;
          }
          assert.equal(
            point.value,
            own ?? (own === null && at >= 0 ? (point.value === null ? null : worked) : null),
          );
        }
        for (const point of recorded) assert.ok(dates.includes(point.date));
      }),
    );
  });
});
