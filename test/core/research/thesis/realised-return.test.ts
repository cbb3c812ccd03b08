import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCalendar } from '../../../../core/market/calendar/index.ts';
import { adjustCloses } from '../../../../core/market/history/adjust.ts';
import { lastClosed, outcomeDays } from '../../../../core/research/thesis/outcome-days.ts';
import { realisedReturn } from '../../../../core/research/thesis/realised-return.ts';

const DAYS = createCalendar().sessionsBetween('NSE', '2025-01-01', '2025-06-30');
const of = (from: string, to: string) => ({ name: 'KAVERI', from, to });

describe('research/Thesis baseline and comparison: realised returns', () => {
  it('from one close to another, in percentage points', () => {
    const series = { days: ['2025-01-01', '2025-01-02'], closes: [200, 250] };
    assert.deepEqual(realisedReturn(series, of('2025-01-01', '2025-01-02')), { value: 25, reason: null });
    assert.deepEqual(realisedReturn(series, of('2025-01-01', '2025-01-01')), { value: 0, reason: null });
  });

  it('a missing close makes it unknown with its day, and never 0', () => {
    const series = { days: ['2025-01-01', '2025-01-02'], closes: [200, Number.NaN] };
    assert.deepEqual(realisedReturn(series, of('2025-01-01', '2025-01-02')), {
      value: null,
      reason: 'Munim has no close of KAVERI for 2 Jan 2025.',
    });
    assert.deepEqual(realisedReturn({ days: [], closes: [] }, of('2025-01-01', '2025-01-08')), {
      value: null,
      reason: 'Munim has no close of KAVERI for 1 Jan 2025 and 8 Jan 2025.',
    });
    for (const close of [0, -1, Number.POSITIVE_INFINITY])
      assert.equal(
        realisedReturn(
          { days: ['2025-01-01', '2025-01-02'], closes: [close, 5] },
          of('2025-01-01', '2025-01-02'),
        ).value,
        null,
      );
  });

  it('through splits and bonuses it is what one share and those that it became are worth', () => {
    const walk = fc.record({
      closes: fc.array(fc.integer({ min: 100, max: 1_000_000 }), {
        minLength: DAYS.length,
        maxLength: DAYS.length,
      }),
      splits: fc.uniqueArray(
        fc.record({
          at: fc.integer({ min: 1, max: DAYS.length - 1 }),
          new_shares: fc.integer({ min: 1, max: 20 }),
          old_shares: fc.integer({ min: 1, max: 5 }),
        }),
        { maxLength: 4, selector: ({ at }) => at },
      ),
      from: fc.integer({ min: 0, max: DAYS.length - 2 }),
      sessions: fc.constantFrom(5, 20, 60),
    });
    fc.assert(
      fc.property(walk, ({ closes, splits, from, sessions }) => {
        const to = Math.min(from + sessions, DAYS.length - 1);
        const ratios = splits.map(({ at, new_shares, old_shares }) => ({
          ex_date: DAYS[at] ?? '',
          kind: 'SPLIT',
          source: 'NSE',
          new_shares,
          old_shares,
        }));
        const [first, last] = [DAYS[from] ?? '', DAYS[to] ?? ''];
        const adjusted = adjustCloses(DAYS, Float64Array.from(closes), ratios, last);
        const found = realisedReturn({ days: DAYS, closes: adjusted }, of(first, last));
        // Day by day: one share is bought at the first close and becomes others on each ex-date, as a fraction.
        let [above, below] = [1n, 1n];
        for (let at = from + 1; at <= to; at += 1)
          for (const split of splits.filter((one) => one.at === at)) {
            above *= BigInt(split.new_shares);
            below *= BigInt(split.old_shares);
          }
        const bought = BigInt(closes[from] ?? 0);
        const worth = BigInt(closes[to] ?? 0) * above;
        const slow = Number(((worth * 10n ** 12n) / (bought * below)) * 100n) / 1e12 - 100;
        assert.ok(Math.abs((found.value ?? Number.NaN) - slow) <= 1e-6 * Math.max(1, Math.abs(slow)));
      }),
    );
  });
});

describe('the days of an outcome', () => {
  const calendar = createCalendar();

  it('begin with the last session that had closed by the moment of the dossier', () => {
    const at = (moment: string, exchange: 'NSE' | 'NYSE' = 'NSE') =>
      lastClosed(calendar, exchange, new Date(moment));
    // Monday 2 March 2026; NSE closes at 15:30 in India, 10:00 UTC. The Tuesday after it is Holi.
    assert.equal(at('2026-03-02T09:59:59.999Z'), '2026-02-27');
    assert.equal(at('2026-03-02T10:00:00.000Z'), '2026-03-02');
    assert.equal(at('2026-03-01T10:00:00.000Z'), '2026-02-27');
    assert.equal(at('2026-03-03T12:00:00.000Z'), '2026-03-02');
    // New York closes at 21:00 UTC in winter, which is the next day in India.
    assert.equal(at('2026-03-02T20:59:00.000Z', 'NYSE'), '2026-02-27');
    assert.equal(at('2026-03-02T21:00:00.000Z', 'NYSE'), '2026-03-02');
  });

  it('end with the close of the nth session after, of that exchange', () => {
    const days = (horizon: 5 | 20 | 60, exchange: 'NSE' | 'NYSE' = 'NSE') =>
      outcomeDays(calendar, exchange, { as_of: new Date('2026-03-02T12:00:00.000Z'), horizon });
    // Without Holi: 4, 5, 6, 9 and 10 March.
    assert.deepEqual(days(5), { from: '2026-03-02', to: '2026-03-10' });
    assert.deepEqual(days(5, 'NYSE'), { from: '2026-02-27', to: '2026-03-06' });
    for (const horizon of [5, 20, 60] as const) {
      const { from, to } = days(horizon);
      assert.equal(calendar.countSessions('NSE', from, to), horizon + 1);
    }
  });
});
