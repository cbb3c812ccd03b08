import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  comparePeriod,
  comparisonSeries,
  longestPeriod,
} from '../../../../core/performance/benchmarks/compare.ts';
import { PERIODS } from '../../../../core/finance/returns/window-return.ts';
import { daysBetween } from '../../../../core/platform/index.ts';
import type { PortfolioSeries } from '../../../../core/finance/returns/index.ts';

const index = { name: 'NIFTY 50' };
const values = (...days: [string, number | null][]): PortfolioSeries => ({
  portfolio: 'Networth',
  currency: 'INR',
  days: days.map(([day, value]) => ({ day, value })),
  flows: [],
  dividends: [],
  unexplained_days: [],
});
/** True if a close of a day still counts on another: for a week. */
const isNear = (day: string | undefined, on: string): boolean =>
  day !== undefined && daysBetween(day, on) <= 7;
const closes = (...days: [string, number][]) => days.map(([day, value]) => ({ day, value }));

describe('a portfolio beside an index', () => {
  const daily = values(
    ['2026-01-30', 1000],
    ['2026-02-13', null],
    ['2026-03-01', 1060],
    ['2026-03-02', 1100],
  );
  const nifty = closes(
    ['2026-01-30', 25_000],
    ['2026-02-02', 25_100],
    ['2026-02-27', 25_500],
    ['2026-03-02', 26_000],
  );

  it('portfolio/Report rules 4: alpha is the return less that of the benchmark', () => {
    const found = comparePeriod('1M', daily, nifty, index);
    // The month begins on 2 February; the value of 30 January stands for it. 10 % against 4 %.
    assert.deepEqual(
      {
        ...found,
        benchmark_return_pct: Math.round((found.benchmark_return_pct ?? 0) * 1e9) / 1e9,
        index_return_pct: Math.round((found.index_return_pct ?? 0) * 1e9) / 1e9,
        alpha_pct: Math.round((found.alpha_pct ?? 0) * 1e9) / 1e9,
      },
      {
        period: '1M',
        from: '2026-01-30',
        to: '2026-03-02',
        start_value: 1000,
        end_value: 1100,
        net_flow: 0,
        net_joined: 0,
        dividends: 0,
        unexplained_days: 0,
        // From 30 January to 1 March nothing was known: one daily return is left.
        returns_count: 1,
        return_pct: 10,
        benchmark_return_pct: 4,
        index_return_pct: 4,
        alpha_pct: 6,
        reasons: {},
      },
    );
  });

  it('portfolio/Report rules 4: where history lacks the figure is null and says since when there is one', () => {
    const found = comparePeriod('1Y', daily, nifty, index);
    assert.deepEqual([found.return_pct, found.benchmark_return_pct, found.alpha_pct], [null, null, null]);
    assert.equal(
      found.reasons.return_pct,
      'The first known value is of 30 Jan 2026; this period starts on 2 Mar 2025.',
    );
    assert.match(
      found.reasons.index_return_pct ?? '',
      /No NIFTY 50 close is recorded in the week up to 2 Mar 2025/,
    );
    assert.equal(found.reasons.alpha_pct, found.reasons.return_pct);
    // The index alone is known for longer.
    const longer = comparePeriod('1Y', daily, [...closes(['2025-02-28', 20_000]), ...nifty], index);
    assert.equal(longer.index_return_pct, 30.000000000000004);
    // What was put in is not known, so nothing can be put into the index.
    assert.equal(longer.benchmark_return_pct, null);
    assert.equal(longer.reasons.benchmark_return_pct, longer.reasons.return_pct);
    assert.equal(longer.alpha_pct, null);
  });

  it('Max begins with the first value, which need not be a whole one of its day', () => {
    const found = comparePeriod(
      'Max',
      values(['2026-01-01', null], ['2026-01-30', 1000], ['2026-03-02', 1100]),
      nifty,
      index,
    );
    assert.deepEqual([found.from, found.return_pct], ['2026-01-30', 10]);
  });

  it('a gap in the records at the beginning of a period is no value', () => {
    const found = comparePeriod('3M', values(['2025-01-01', 900], ['2026-03-02', 1100]), nifty, index);
    assert.equal(
      found.reasons.return_pct,
      'No value is known in the week up to 2 Dec 2025. Import daily prices of the days before.',
    );
  });

  it('a window that begins while nothing was held begins with nothing, however long ago the last sale was', () => {
    // 1,000 sold for 1,200 in January 2025; 500 bought on 16 February 2026 are 550 on 2 March.
    const sold = {
      ...values(['2024-12-31', 1000], ['2025-01-15', 0], ['2026-02-16', 500], ['2026-03-02', 550]),
      flows: [
        { day: '2025-01-15', amount: -1200 },
        { day: '2026-02-16', amount: 500 },
      ],
    };
    const shown = (period: '1M' | '1Y') => {
      const { from, start_value, net_flow, return_pct } = comparePeriod(period, sold, nifty, index);
      return [from, start_value, net_flow, return_pct === null ? null : Number(return_pct.toFixed(6))];
    };
    // 50 on 500 that worked for 14 of 28 days, and for 14 of 365.
    assert.deepEqual(shown('1M'), ['2026-02-02', 0, 500, 20]);
    assert.deepEqual(shown('1Y'), [
      '2025-03-02',
      0,
      500,
      Number(((50 / ((500 * 14) / 365)) * 100).toFixed(6)),
    ]);
    // A purchase that nothing prices is held at the beginning: its value is unknown.
    const bought = { ...sold, days: sold.days.toSpliced(2, 0, { day: '2026-01-20', value: null }) };
    const { start_value, reasons } = comparePeriod('1M', bought, nifty, index);
    assert.equal(start_value, null);
    assert.match(reasons.return_pct ?? '', /^No value is known in the week up to 2 Feb 2026/);
  });

  it('days without an explanation are counted where they lie within the period', () => {
    const doubtful = { ...daily, unexplained_days: ['2026-01-30', '2026-02-13', '2026-03-02'] };
    assert.equal(comparePeriod('1M', doubtful, nifty, index).unexplained_days, 2);
    assert.equal(comparePeriod('1Y', doubtful, nifty, index).unexplained_days, 0);
  });

  it('no values at all: every figure has its reason', () => {
    for (const period of PERIODS) {
      const found = comparePeriod(period, values(), nifty, index);
      assert.deepEqual([found.from, found.return_pct, found.alpha_pct], [null, null, null]);
      assert.match(found.reasons.return_pct ?? '', /No value is recorded/);
    }
  });

  it('both lines begin at 100, and end where the table says', () => {
    const found = comparePeriod('1M', daily, nifty, index);
    const line = closes(['2026-01-30', 100], ['2026-03-01', 106], ['2026-03-02', 110]);
    const series = comparisonSeries(found, line, nifty);
    assert.deepEqual(
      series.map(({ date, portfolio, benchmark }) => [date, portfolio, benchmark]),
      [
        ['2026-01-30', 100, 100],
        // A session on which nothing held had a close of its own: the portfolio is where it was.
        ['2026-02-02', 100, 100.4],
        ['2026-02-27', 100, 102],
        // A Sunday has the close of Friday.
        ['2026-03-01', 106, 102],
        ['2026-03-02', 110, 104],
      ],
    );
    assert.equal(series.at(-1)?.portfolio, 100 + (found.return_pct ?? 0));
  });

  it('closes that end earlier: the portfolio has a point on the last day that both know', () => {
    const line = closes(['2026-01-30', 100], ['2026-02-26', 104], ['2026-04-20', 110]);
    const series = comparisonSeries({ from: '2026-01-30', to: '2026-04-20' }, line, nifty.slice(0, 3));
    assert.deepEqual(
      series.findLast(({ portfolio, benchmark }) => portfolio !== null && benchmark !== null),
      { date: '2026-02-27', portfolio: 104, benchmark: 102 },
    );
    assert.deepEqual(series.at(-1), { date: '2026-04-20', portfolio: 110, benchmark: null });
  });

  it('a gap of the portfolio is a gap of its line alone, and an index that ends early ends there', () => {
    const line = [
      { day: '2026-01-30', value: 100 },
      { day: '2026-02-01', value: null },
      { day: '2026-02-27', value: 103 },
      { day: '2026-03-20', value: 110 },
    ];
    const series = comparisonSeries({ from: '2026-01-30', to: '2026-03-20' }, line, nifty);
    assert.deepEqual(
      series.map(({ date, portfolio, benchmark }) => [date, portfolio, benchmark]),
      [
        ['2026-01-30', 100, 100],
        ['2026-02-01', null, 100],
        ['2026-02-02', null, 100.4],
        ['2026-02-27', 103, 102],
        ['2026-03-02', 103, 104],
        ['2026-03-20', 110, null],
      ],
    );
  });

  it('random lines: on every day each has its own measure, or its last one before, and none within a gap', () => {
    const dayOf = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
    const height = fc.option(fc.integer({ min: 1, max: 500 }), { freq: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('own', 'index', 'both'), height), { minLength: 1, maxLength: 60 }),
        (sessions) => {
          const own = [{ day: dayOf(0), value: 100 as number | null }];
          const index = [{ day: dayOf(0), value: 50 }];
          for (const [at, [who, value]] of sessions.entries()) {
            if (who !== 'index') own.push({ day: dayOf(at + 1), value });
            if (who !== 'own') index.push({ day: dayOf(at + 1), value: 50 + at });
          }
          const to = own.at(-1)?.day ?? '';
          const series = comparisonSeries({ from: dayOf(0), to }, own, index);
          const days = [...own, ...index].map(({ day }) => day).filter((day) => day <= to);
          assert.deepEqual(
            series.map(({ date }) => date),
            [...new Set(days)].toSorted(),
          );
          for (const { date, portfolio, benchmark } of series) {
            assert.equal(portfolio, own.findLast(({ day }) => day <= date)?.value);
            const close = index.findLast(({ day }) => day <= date);
            const hasEnded =
              index.findLast(({ day }) => day <= to)?.day === close?.day && !isNear(close?.day, to);
            const isKnown = isNear(close?.day, date) && (close?.day === date || !hasEnded);
            assert.equal(benchmark, isKnown ? ((close?.value ?? 0) / 50) * 100 : null);
          }
        },
      ),
    );
  });

  it('values of a weekend stand beside the close of Friday', () => {
    const line = closes(['2026-01-30', 100], ['2026-02-28', 105]);
    const series = comparisonSeries({ from: '2026-01-30', to: '2026-02-28' }, line, nifty);
    assert.deepEqual(series.at(-1), { date: '2026-02-28', portfolio: 105, benchmark: 102 });
  });

  it('net_joined is the part of net_flow that was no money', () => {
    // 400 more are priced from 2 February on and 150 are priced no more; 50 were paid in.
    const changed = {
      ...values(['2026-01-30', 1000], ['2026-02-02', 1300], ['2026-03-02', 1300]),
      flows: [{ day: '2026-02-02', amount: 50 }],
      entered: [{ day: '2026-02-02', amount: 400 }],
      left: [{ day: '2026-02-02', amount: 150 }],
    };
    const { return_pct, net_flow, net_joined } = comparePeriod('Max', changed, nifty, index);
    assert.deepEqual([return_pct, net_flow, net_joined], [0, 300, 250]);
  });

  it('a purchase is no return, and goes into the index on its day', () => {
    const bought = {
      ...values(['2026-01-30', 1000], ['2026-02-02', 2000], ['2026-03-02', 2000]),
      flows: [{ day: '2026-02-02', amount: 1000 }],
    };
    const found = comparePeriod('Max', bought, nifty, index);
    assert.deepEqual([found.return_pct, found.net_flow, found.net_joined], [0, 1000, 0]);
    // 1,000 from 25,000 to 26,000 and 1,000 from 25,100: 1,040 + 1,035.856574, so 75.856574 on a capital of
    // 1,000 + 1,000 × 28 / 31 = 1,903.225806: 3.985684 %. The index itself made 4 %.
    assert.ok(Math.abs((found.benchmark_return_pct ?? 0) - 3.985684) < 1e-6, `${found.benchmark_return_pct}`);
    assert.ok(Math.abs((found.index_return_pct ?? 0) - 4) < 1e-9);
    assert.ok(Math.abs((found.alpha_pct ?? 0) + 3.985684) < 1e-6);
  });

  it('portfolio/Report rules 4: money that came just before the index fell is no lack of skill: an index fund has alpha 0', () => {
    // 1,000 at 25,000; the index rises to 30,000, where 10,000 more come; then it falls to 24,000. The portfolio is the index.
    const fell = closes(['2026-01-01', 25_000], ['2026-02-20', 30_000], ['2026-03-02', 24_000]);
    const fund = {
      ...values(['2026-01-01', 1000], ['2026-02-20', 11_200], ['2026-03-02', 8960]),
      flows: [{ day: '2026-02-20', amount: 10_000 }],
    };
    const found = comparePeriod('Max', fund, fell, index);
    // A loss of 2,040 on 1,000 + 10,000 × 10 / 60: -76.5 %. The index made -4 %: beside that it would look like -72.5 points.
    assert.ok(Math.abs((found.return_pct ?? 0) + 76.5) < 1e-9, `${found.return_pct}`);
    assert.ok(Math.abs(found.alpha_pct ?? 1) < 1e-9, `${found.alpha_pct}`);
    assert.ok(Math.abs((found.index_return_pct ?? 0) + 4) < 1e-9);
  });

  it('ten years are as many points as a picture has room for, both ends among them', () => {
    const days = Array.from({ length: 3650 }, (_, n) =>
      new Date(Date.UTC(2016, 0, 1 + n)).toISOString().slice(0, 10),
    );
    const long = values(...days.map((day, n): [string, number] => [day, 1000 + n]));
    const found = comparePeriod(
      'Max',
      long,
      closes(...days.map((day, n): [string, number] => [day, 100 + n])),
      index,
    );
    const series = comparisonSeries(
      found,
      closes(...days.map((day, n): [string, number] => [day, 100 + n / 10])),
      closes(...days.map((day, n): [string, number] => [day, 100 + n])),
    );
    assert.ok(series.length <= 402, `${series.length} points`);
    // Both lines are known on all of them: a picture has no gap.
    assert.ok(series.every(({ portfolio, benchmark }) => portfolio !== null && benchmark !== null));
    assert.deepEqual([series[0]?.date, series.at(-1)?.date], [days[0], days.at(-1)]);
    assert.equal(series.at(-1)?.portfolio, 100 + (found.return_pct ?? 0));
  });

  it('whoever names no period sees a year, or the longest that is known', () => {
    const known = (...names: string[]) =>
      longestPeriod(
        PERIODS.map((period) => ({
          ...comparePeriod(period, daily, nifty, index),
          alpha_pct: names.includes(period) ? 1 : null,
        })),
      );
    assert.equal(known('1M', '1Y', '3Y', 'Max'), '1Y');
    assert.equal(known('1M', '3M', 'Max'), '3M');
    assert.equal(known('Max'), 'Max');
    assert.equal(known(), 'Max');
  });
});
