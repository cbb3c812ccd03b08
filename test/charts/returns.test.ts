import assert from 'node:assert/strict';
import type { ChartConfiguration } from 'chart.js';
import type { GridOptions } from '../../charts/tiles.ts';
import { attributionWaterfall, benchmark, drawdown, monthlyReturns, themes } from '../../charts/index.ts';

const said = (config: { options?: unknown }): string => {
  const { plugins } = config.options as { plugins: { subtitle: { text: string | string[] } } };
  return [plugins.subtitle.text].flat().join(' ');
};

/** What the grid is told; a configuration's own type allows gaps everywhere. */
const gridOf = (config: ChartConfiguration<'bar'>) => config.options?.plugins?.grid as GridOptions;

describe('charts/drawdown', () => {
  const at = (day: string, drawdown_pct: number | null) => ({ day, drawdown_pct });
  const points = [
    at('2026-01-04', -5),
    at('2026-01-01', 0),
    at('2026-01-02', -10),
    at('2026-01-03', null),
    at('2026-01-05', 0),
    at('2026-01-06', -1),
  ];

  it('hangs from zero, keeps an unknown day as a gap and marks the deepest day', () => {
    const { data, options } = drawdown.config({ points });
    assert.deepEqual(data.datasets[0]?.data, [{ x: Date.parse('2026-01-02'), y: -10 }]);
    assert.deepEqual(
      data.datasets[1]?.data.map((one) => (one as { y: number | null }).y),
      [0, -10, null, -5, 0, -1],
    );
    assert.equal((options?.scales?.y as { max?: number } | undefined)?.max, 0);
  });

  it('tells in words how deep, since when, made good when, and how it ends', () => {
    assert.equal(
      said(drawdown.config({ points }, { width: 900 })),
      'maximum −10.00% on 2 Jan 2026 · falling since 1 Jan 2026 · recovered on 5 Jan 2026 · −1.00% on 6 Jan 2026',
    );
    assert.match(
      said(drawdown.config({ points: points.slice(0, 4) })),
      /not recovered yet · −5\.00% on 4 Jan 2026/,
    );
    assert.match(
      said(drawdown.config({ points: [at('2026-01-01', 0)] })),
      /no drawdown · 1 Jan 2026 to 1 Jan 2026/,
    );
  });

  it('loses no fall when there are more days than pixels', () => {
    const many = Array.from({ length: 5000 }, (_, index) =>
      at(new Date(Date.UTC(2010, 0, 1 + index)).toISOString().slice(0, 10), index === 2777 ? -60 : -1),
    );
    const line = drawdown.config({ points: many }, { width: 400 }).data.datasets[1]?.data as { y: number }[];
    assert.ok(line.length <= 801, String(line.length));
    assert.ok(line.some(({ y }) => y === -60));
  });

  it('says so where there is nothing, and has a table of the same facts', () => {
    assert.equal(drawdown.config({ points: [] }).options?.plugins?.note?.text, 'No history yet');
    assert.deepEqual(drawdown.table({ points }).rows[2], ['3 Jan 2026', '—']);
  });
});

describe('charts/attribution waterfall', () => {
  const row = (label: string, contributed_pct: number | null) => ({ label, contributed_pct });

  it('each step begins where the one before ended, and the last bar is the total from zero', () => {
    const { data, options } = attributionWaterfall.config({
      rows: [row('B', -1), row('A', 3), row('NEW', null)],
      total: 2,
    });
    assert.deepEqual(data.labels, ['A', 'B', 'Total']);
    // 0 to 3, from 3 down to 2, and the whole 2
    assert.deepEqual(data.datasets[0]?.data, [
      [0, 3],
      [3, 2],
      [0, 2],
    ]);
    assert.deepEqual(options?.plugins?.barText?.texts, ['▲ +3.00%', '▼ −1.00%', '+2.00%']);
    assert.match(said({ options }), /excludes 1 without a known cost or price/);
  });

  it('names five on each side, the rest together, and what the rows leave of the total', () => {
    const ups = Array.from({ length: 8 }, (_, index) => row(`U${index}`, 8 - index));
    const { labels, datasets } = attributionWaterfall.config({ rows: ups, total: 40 }).data;
    // 8 to 1 are 36; 3 + 2 + 1 = 6 are the three after the fifth; 4 of 40 remain
    assert.deepEqual(labels, ['U0', 'U1', 'U2', 'U3', 'U4', '3 others', 'Not attributed', 'Total']);
    assert.deepEqual(datasets[0]?.data.slice(-3), [
      [30, 36],
      [36, 40],
      [0, 40],
    ]);
  });

  it('sums what is known where the total is not, and says so where there is nothing', () => {
    const rows = [row('A', 1), row('B', 2)];
    assert.deepEqual(attributionWaterfall.table({ rows, total: null }).rows, [
      ['B', '+2.00%'],
      ['A', '+1.00%'],
      ['Sum', '+3.00%'],
    ]);
    const empty = attributionWaterfall.config({ rows: [row('A', null)], total: null });
    assert.equal(empty.data.datasets.length, 0);
    assert.equal(empty.options?.plugins?.note?.text, 'Nothing to attribute yet');
  });
});

describe('charts/monthly returns', () => {
  const month = (year: number, at: number, return_pct: number | null) => ({ year, month: at, return_pct });
  const months = [month(2025, 12, -10), month(2026, 1, 10), month(2026, 2, 10), month(2026, 3, 0)];

  it('has a row a year, the newest on top, with the months linked into the year', () => {
    const { rows, columns } = gridOf(monthlyReturns.config({ months }));
    assert.equal(columns.length, 13);
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['2026', '2025'],
    );
    // 1.1 x 1.1 = 1.21
    assert.deepEqual(
      rows[0]?.cells.map(({ column, lines }) => [column, lines[0]?.[0]]),
      [
        [0, '+10'],
        [1, '+10'],
        [2, '0.0'],
        [12, '+21'],
      ],
    );
  });

  it('says which months it tells of', () => {
    assert.match(said(monthlyReturns.config({ months })), /Dec 2025 to Mar 2026/);
    assert.equal(monthlyReturns.table({ months }).caption, 'Monthly returns, Dec 2025 to Mar 2026');
  });

  it('an unknown month is a bare cell, and its year is not known either', () => {
    const { rows } = gridOf(monthlyReturns.config({ months: [...months, month(2026, 4, null)] }));
    const [unknown, year] = rows[0]?.cells.slice(-2) ?? [];
    assert.equal(unknown?.fill, themes.light.surface);
    assert.equal(unknown?.hint, 'Apr 2026: unknown');
    assert.deepEqual(year?.lines, [['—', '—']]);
  });

  it('stands upright on a phone: months down, years across, the latest at the right', () => {
    const { rows, columns } = gridOf(monthlyReturns.config({ months }, { width: 320 }));
    assert.deepEqual(columns, ['2025', '2026']);
    assert.deepEqual(rows.map(({ label, cells }) => [label, cells.map(({ column }) => column)]).at(-1), [
      'Year',
      [0, 1],
    ]);
    assert.deepEqual(
      rows[11]?.cells.map(({ column, lines }) => [column, lines[0]?.[0]]),
      [[0, '−10']],
    );
  });

  it('leaves what cannot be a month out, says so where there is nothing, and has every year in the table', () => {
    const empty = monthlyReturns.config({ months: [month(2026, 13, 4)] });
    assert.equal(empty.options?.plugins?.note?.text, 'No months yet');
    const { columns, rows } = monthlyReturns.table({ months });
    assert.equal(columns.length, 14);
    assert.deepEqual([rows[1]?.[0], rows[1]?.[12], rows[1]?.[13]], ['2025', '−10.00%', '−10.00%']);
  });
});

describe('charts/benchmark: many days', () => {
  it('draws at most two a pixel and still breaks the line where its value is unknown', () => {
    const points = Array.from({ length: 6000 }, (_, index) => ({
      at: new Date(Date.UTC(2005, 0, 1 + index)).toISOString().slice(0, 10),
      portfolio: index === 3000 ? null : 100 + index,
      benchmark: null,
    }));
    const data = { points, portfolio: 'Networth', benchmark: 'NIFTY 50' };
    const line = benchmark.config(data, { width: 400 }).data.datasets[0]?.data as { y: number | null }[];
    // Two of each stretch, both ends, and the days around the gap.
    assert.ok(line.length <= 805, String(line.length));
    assert.equal(line.filter(({ y }) => y === null).length, 1);
    assert.deepEqual([line[0]?.y, line.at(-1)?.y], [100, 6099]);
    const gap = line.findIndex(({ y }) => y === null);
    assert.deepEqual([line[gap - 1]?.y, line[gap + 1]?.y], [3099, 3101]);
  });
});
