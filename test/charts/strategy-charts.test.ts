import assert from 'node:assert/strict';
import type { ChartConfiguration } from 'chart.js';
import fc from 'fast-check';
import {
  type Curve,
  rankHistory,
  strategyComparison,
  strategyCostsAndTax,
  strategyEquity,
  strategyTurnover,
} from '../../charts/index.ts';
import { sampledDays } from '../../charts/day-lines.ts';
import { addDays, utcDate } from '../../core/platform/dates.ts';

const dayOf = (at: number, first = '2016-01-01'): string => addDays(first, at);
const daysFrom = (count: number): string[] => Array.from({ length: count }, (_, at) => dayOf(at));
const line = (name: string, ...values: (number | null)[]): Curve => ({ name, values });
const heights = (config: ChartConfiguration<'line'>, at: number) =>
  config.data.datasets[at]?.data.map((point) => (point as { y: number | null }).y);
const subtitle = (config: Pick<ChartConfiguration, 'options'>): string =>
  [config.options?.plugins?.subtitle?.text].flat().join(' ');
const yAxis = (config: ChartConfiguration<'line'>) =>
  (config.options?.scales?.['y'] ?? {}) as { type?: string; reverse?: boolean };

describe('charts/strategy-equity', () => {
  const data = {
    days: ['2026-01-01', '2026-01-02', '2026-01-05'],
    curves: [line('Net of tax', 10, 11, 12), line('Gross', 10, 12, 14)],
    benchmark: line('NIFTY 50', 25_000, 24_000, 26_250),
  };
  const config = strategyEquity.config(data);

  it('draws every line from 100 on, whatever it is counted in; the first lies on top, the benchmark is dashed', () => {
    assert.deepEqual(
      config.data.datasets.map(({ label, borderDash }) => [label, (borderDash ?? []).length > 0]),
      [
        ['Net of tax', false],
        ['Gross', false],
        ['NIFTY 50', true],
      ],
    );
    // 12 / 10, 14 / 10 and 26,250 / 25,000
    assert.deepEqual([heights(config, 0)?.at(-1), heights(config, 1)?.at(-1)], [120, 140]);
    assert.deepEqual(heights(config, 2), [100, 96, 105]);
    assert.equal(
      subtitle(config),
      '1 Jan 2026 to 5 Jan 2026 · Net of tax +20.00% · Gross +40.00% · NIFTY 50 +5.00%',
    );
    assert.deepEqual(strategyEquity.table(data, { title: 'Momentum' }), {
      caption: `Momentum: ${subtitle(config)}`,
      columns: ['When', 'Net of tax', 'Gross', 'NIFTY 50'],
      rows: [
        ['1 Jan 2026', '100.00', '100.00', '100.00'],
        ['2 Jan 2026', '110.00', '120.00', '96.00'],
        ['5 Jan 2026', '120.00', '140.00', '105.00'],
      ],
    });
  });

  it('takes a log scale, and says so, only where the highest level is more than four times the lowest', () => {
    const ended = (last: number) =>
      strategyEquity.config({ days: data.days, curves: [line('Net of tax', 10, 11, last)], benchmark: null });
    assert.equal(yAxis(ended(40)).type, 'linear');
    assert.equal(yAxis(ended(41)).type, 'growth');
    assert.match(subtitle(ended(41)), /\+310\.00% · log scale$/);
    assert.doesNotMatch(subtitle(ended(40)), /log/);
    // nothing on such a scale may be 0
    assert.equal(yAxis(ended(0)).type, 'linear');
  });

  it('an unknown level is a gap where it lasts, no line at all where nothing is known, and never 0', () => {
    const days = daysFrom(40);
    const gap = (from: number, to: number) => days.map((_, at) => (at >= from && at < to ? null : 10 + at));
    const drawn = (values: (number | null)[]) =>
      heights(
        strategyEquity.config({
          days,
          curves: [line('A', ...gap(0, 0)), { name: 'B', values }],
          benchmark: null,
        }),
        1,
      ) ?? [];
    assert.equal(drawn(gap(10, 25)).filter((y) => y === null).length, 1);
    assert.equal(drawn(gap(10, 13)).filter((y) => y === null).length, 0);
    assert.equal(drawn(gap(10, 13)).length, 37);
    assert.deepEqual(drawn(days.map(() => null)), []);
    const empty = strategyEquity.config({ days: [], curves: [line('A')], benchmark: null });
    assert.equal(empty.data.datasets.length, 0);
    assert.equal(empty.options?.plugins?.note?.text, 'No history yet');
  });

  it('thousands of days are drawn by their extremes: the highest, the lowest, the first and the last of each line stay', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.option(fc.integer({ min: 1, max: 1000 }), { freq: 5 }), {
            minLength: 900,
            maxLength: 900,
          }),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        fc.integer({ min: 100, max: 600 }),
        (values, most) => {
          const lines = values.map((one) => line('A', ...one));
          const kept = sampledDays(lines, 900, most);
          // two of each stretch and line, and the ends of each line
          assert.ok(kept.length <= most + 2 + 2 * lines.length, `${kept.length} of ${most}`);
          assert.deepEqual([kept[0], kept.at(-1)], [0, 899]);
          for (const one of values) {
            const known = one.filter((value) => value !== null);
            if (known.length === 0) continue;
            const seen = kept.map((at) => one[at]).filter((value) => typeof value === 'number');
            assert.equal(Math.max(...seen), Math.max(...known));
            assert.equal(Math.min(...seen), Math.min(...known));
            assert.equal(seen[0], known[0]);
            assert.equal(seen.at(-1), known.at(-1));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('years of days are told by the ends of their months', () => {
    const days = daysFrom(500);
    const { caption, rows } = strategyEquity.table({
      days,
      curves: [{ name: 'A', values: days.map((_, at) => 10 + at) }],
      benchmark: null,
    });
    assert.deepEqual(
      rows.slice(0, 3).map(([when]) => when),
      ['1 Jan 2016', '31 Jan 2016', '29 Feb 2016'],
    );
    // the first day, sixteen months that ended and the last day: 14 May 2017
    assert.equal(rows.length, 18);
    assert.match(caption, /month ends$/);
  });
});

describe('charts/strategy-comparison', () => {
  const days = daysFrom(5);

  it('all lines start at 100 on the first day that they share; what lies before it is left out', () => {
    const config = strategyComparison.config({
      days,
      curves: [line('Old', 10, 20, 20, 30, 30), line('Young', null, null, 10, 11, null)],
      benchmarks: [line('NIFTY 50', 5, 5, 5, 5, 10)],
    });
    assert.deepEqual(heights(config, 0), [100, 150, 150]);
    assert.deepEqual(heights(config, 1), [100, 110.00000000000001]);
    // both ends are days that all of them have
    assert.equal(subtitle(config), '3 Jan 2016 to 4 Jan 2016 · Old +50.00% · Young +10.00% · NIFTY 50 0.00%');
  });

  it('runs of other years share no day: each starts at 100 on its own first day, and the words say so', () => {
    const config = strategyComparison.config({
      days,
      curves: [line('A', 10, 20, null, null, null), line('B', null, null, null, 5, 6)],
      benchmarks: [],
    });
    assert.deepEqual(
      [heights(config, 0), heights(config, 1)],
      [
        [100, 200],
        [100, 120],
      ],
    );
    assert.equal(subtitle(config), 'Each line starts at 100 on its own first day');
  });

  it('gives eight lines a colour each and tells benchmarks apart by their dashes', () => {
    const config = strategyComparison.config({
      days,
      curves: Array.from({ length: 6 }, (_, at) => line(`S${at}`, 1, 2)),
      benchmarks: [line('NIFTY 50', 1, 2), line('NIFTY 500', 1, 3)],
    });
    const looks = config.data.datasets.map(
      ({ borderColor, borderDash }) => `${String(borderColor)} ${String(borderDash)}`,
    );
    assert.equal(new Set(looks).size, 8);
    // more than four are named by the legend alone
    assert.doesNotMatch(subtitle(config), /S0/);
  });
});

describe('charts/strategy-turnover', () => {
  const data = {
    days: ['2025-12-01', '2025-12-15', '2026-01-02', '2026-02-02'],
    values: [40, 2.5, 0, 12],
  };

  it('adds the days of a month up; a month without a trade is told as 0', () => {
    const config = strategyTurnover.config(data);
    assert.deepEqual(config.data.labels, ['Dec 2025', 'Jan 2026', 'Feb 2026']);
    assert.deepEqual(config.data.datasets[0]?.data, [42.5, 0, 12]);
    assert.equal(subtitle(config), 'trades in 2 of 3 months · most in Dec 2025, 42.50%');
    assert.deepEqual(strategyTurnover.table(data).rows, [
      ['Dec 2025', '42.50%'],
      ['Jan 2026', '0.00%'],
      ['Feb 2026', '12.00%'],
    ]);
  });

  it('shows years where months have no room, and says so where there is nothing', () => {
    const days = daysFrom(3650);
    const values = days.map((day) => (day.endsWith('-01') ? 10 : 0));
    assert.equal(strategyTurnover.config({ days, values }, { width: 1100 }).data.labels?.length, 120);
    const narrow = strategyTurnover.config({ days, values }, { width: 320 });
    assert.deepEqual(narrow.data.labels?.slice(0, 2), ['2016', '2017']);
    assert.equal(narrow.data.datasets[0]?.data[0], 120);
    const idle = strategyTurnover.config({ days: ['2026-01-01'], values: [0] });
    assert.equal(subtitle(idle), 'no trades');
    assert.equal(
      strategyTurnover.config({ days: [], values: [] }).options?.plugins?.note?.text,
      'No trades yet',
    );
  });
});

describe('charts/strategy-costs-and-tax', () => {
  const data = {
    days: ['2025-03-28', '2025-04-01', '2026-03-31', '2026-04-01'],
    cumulative_costs: [100, 150, 400, 1000],
    tax_years: [
      { fy: '2024-25', tax: 20_000 },
      { fy: '2025-26', tax: 0 },
      { fy: '2026-27', tax: 5000 },
    ],
  };

  it('draws costs by day and a block for the tax of each financial year, no wider than the days that are drawn', () => {
    const config = strategyCostsAndTax.config(data);
    assert.deepEqual(heights(config, 0), [100, 150, 400, 1000]);
    const blocks = config.data.datasets[1]?.data as { x: number; y: number | null }[];
    assert.deepEqual(
      blocks.filter(({ y }) => y !== null).map(({ x, y }) => [utcDate(x), y]),
      [
        ['2025-03-28', 20_000],
        ['2025-03-31', 20_000],
        ['2025-04-01', 0],
        ['2026-03-31', 0],
        ['2026-04-01', 5000],
        ['2026-04-01', 5000],
      ],
    );
    assert.equal(subtitle(config), 'costs ₹1,000 · tax ₹25,000');
  });

  it('has a table by financial year: what was charged within it, and its tax', () => {
    assert.deepEqual(strategyCostsAndTax.table(data).rows, [
      ['2024-25', '₹100.00', '₹20,000.00'],
      ['2025-26', '₹300.00', '₹0.00'],
      ['2026-27', '₹600.00', '₹5,000.00'],
    ]);
    const empty = strategyCostsAndTax.config({ days: [], cumulative_costs: [], tax_years: [] });
    assert.equal(empty.options?.plugins?.note?.text, 'No costs yet');
  });
});

describe('charts/rank-history', () => {
  const row = (date: string, symbol: string, rank: number) => ({ date, symbol, rank });
  const rows = [
    row('2026-02-02', 'TCS', 2),
    row('2026-01-01', 'TCS', 1),
    row('2026-01-01', 'INFY', 2),
    row('2026-03-02', 'INFY', 3),
    row('2026-02-02', 'LT', 1),
    row('2026-03-02', 'TCS', 1),
    row('no day', 'X', 1),
  ];

  it('draws the best on top, in the order of the rebalances; a share without a rank has a gap', () => {
    const config = rankHistory.config({ rows });
    assert.equal(yAxis(config).reverse, true);
    assert.deepEqual(
      config.data.datasets.map(({ label }, at) => [label, heights(config, at)]),
      [
        ['TCS', [1, 2, 1]],
        ['INFY', [2, null, 3]],
        ['LT', [1]],
      ],
    );
    const bridged = rankHistory.config({ rows, bridged: 1 });
    assert.deepEqual(
      [heights(bridged, 1), bridged.data.datasets[1]?.pointRadius],
      [
        [2, 3],
        [0, 0],
      ],
    );
    // a rank between two gaps is a dot
    assert.deepEqual(config.data.datasets[1]?.pointRadius, [3, 0, 3]);
    assert.deepEqual(
      config.options?.plugins?.list?.rows?.map(({ label, figure }) => [label, figure]),
      [
        ['TCS', '1'],
        ['INFY', '3'],
        ['LT', '1'],
      ],
    );
  });

  it('names the eight shares that were ranked most often; the rest is grey, and counted', () => {
    const many = Array.from({ length: 10 }, (_, at) => row('2026-01-01', `S${at}`, at + 1));
    const config = rankHistory.config({ rows: [...many, row('2026-02-02', 'S9', 1)] }, { width: 360 });
    assert.equal(config.data.datasets[0]?.label, 'S9');
    assert.equal(config.options?.plugins?.list?.rows?.length, 8);
    assert.equal(config.options?.plugins?.list?.side, 'bottom');
    assert.equal(config.data.datasets[8]?.borderColor, config.data.datasets[9]?.borderColor);
    assert.match(subtitle(config), /2 rebalances · the 8 ranked most often in colour, 2 in grey/);
  });

  it('has a table of all ranks, the best first; nothing at all says so', () => {
    assert.deepEqual(rankHistory.table({ rows }).rows.slice(0, 3), [
      ['1 Jan 2026', '1', 'TCS'],
      ['1 Jan 2026', '2', 'INFY'],
      ['2 Feb 2026', '1', 'LT'],
    ]);
    assert.equal(rankHistory.config({ rows: [] }).options?.plugins?.note?.text, 'No ranks yet');
  });
});
