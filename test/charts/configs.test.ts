import assert from 'node:assert/strict';
import type { ChartConfiguration } from 'chart.js';
import {
  type AllocationSlice,
  allocation,
  benchmark,
  charts,
  movers,
  themes,
  valueOverTime,
} from '../../charts/index.ts';

const point = (at: string, value: number | null, invested: number | null) => ({ at, value, invested });

const floorOf = (options: ChartConfiguration<'line'>['options']): number | undefined =>
  (options?.scales?.y as { min?: number } | undefined)?.min;

describe('charts/value-over-time', () => {
  const points = [
    point('2026-01-03', 110, 100),
    point('2026-01-01', 100, 100),
    point('2026-01-02', null, 100),
    point('not a day', 1, 1),
  ];
  const { data, options } = valueOverTime.config(points);

  it('sorts by time, leaves unreadable times out and keeps an unknown value as a gap, never zero', () => {
    assert.deepEqual(data.datasets[0]?.data, [
      { x: Date.parse('2026-01-01'), y: 100 },
      { x: Date.parse('2026-01-02'), y: null },
      { x: Date.parse('2026-01-03'), y: 110 },
    ]);
    assert.equal(data.datasets[0]?.spanGaps, false);
  });

  it('draws money put in as steps, every day', () => {
    assert.equal(data.datasets[1]?.label, 'Invested');
    assert.equal(data.datasets[1]?.stepped, true);
    assert.deepEqual(
      data.datasets[1]?.data.map((one) => (one as { y: number }).y),
      [100, 100, 100],
    );
  });

  it('marks a value between two gaps with a dot, since a line needs two ends', () => {
    assert.deepEqual(data.datasets[0]?.pointRadius, [3.5, 0, 3.5]);
    // the plot ends on the last day: a dot there needs room beyond it, or half of it is cut off
    assert.ok(Number(data.datasets[0]?.clip) > 3.5);
  });

  it('never shows room below zero for what cannot be negative', () => {
    assert.equal(floorOf(options), undefined);
    const fromZero = valueOverTime.config([point('2026-01-01', 0, 0), point('2026-01-02', 50, 10)]);
    assert.equal(floorOf(fromZero.options), 0);
  });

  it('says so in the middle where there is nothing', () => {
    const empty = valueOverTime.config([]);
    assert.equal(empty.data.datasets.length, 0);
    assert.equal(empty.options?.plugins?.note?.text, 'No data yet');
    const unknown = valueOverTime.config([point('2026-01-01', null, null)]);
    assert.equal(unknown.options?.plugins?.note?.text, 'No data yet');
  });

  it('shows a single day as dots and says that it is one', () => {
    const one = valueOverTime.config([point('2026-01-01', 120, 100)]);
    assert.deepEqual(one.data.datasets[0]?.pointRadius, [3.5]);
    assert.match(String(one.options?.plugins?.subtitle?.text), /one day so far/);
    assert.equal(one.options?.plugins?.note?.text, '');
  });

  it('draws no line, and names none, of which nothing is known', () => {
    const unpriced = valueOverTime.config([point('2026-01-01', null, 100), point('2026-01-02', null, 120)]);
    assert.deepEqual(
      unpriced.data.datasets.map((line) => line.label),
      ['Invested'],
    );
  });

  it('says in words that the last value is not known', () => {
    const text = valueOverTime.config([point('2026-01-01', null, 123456)]).options?.plugins?.subtitle?.text;
    assert.equal([text].flat().join(' '), '1 Jan 2026 · value unknown · invested ₹1,23,456 · one day so far');
  });

  it('draws at most two observations a pixel, the last one always', () => {
    const many = Array.from({ length: 20_000 }, (_, index) =>
      point(new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString(), index, 1),
    );
    const drawn = valueOverTime.config(many, { width: 400 }).data.datasets[0]?.data as { y: number }[];
    assert.ok(drawn.length <= 800, String(drawn.length));
    assert.equal(drawn.at(-1)?.y, 19_999);
  });

  it('has a table of the same facts', () => {
    assert.deepEqual(valueOverTime.table(points, { currency: 'USD' }), {
      caption: 'Value over time',
      columns: ['When', 'Value', 'Invested'],
      rows: [
        ['1 Jan 2026', '$100.00', '$100.00'],
        ['2 Jan 2026', '—', '$100.00'],
        ['3 Jan 2026', '$110.00', '$100.00'],
      ],
    });
  });
});

describe('charts/allocation', () => {
  const slice = (label: string, value: number | null, share_pct: number | null): AllocationSlice => ({
    label,
    value,
    share_pct,
  });
  const eleven = Array.from({ length: 11 }, (_, index) =>
    slice(`S${index}`, 11 - index, (11 - index) / 0.66),
  );

  it('names the eight largest and puts the rest together, with what is in it', () => {
    const { data, options } = allocation.config({ slices: [...eleven].reverse(), basis: 'value' });
    // 3 + 2 + 1 = 6 of 66, which is 9.1 percent
    assert.deepEqual(data.datasets[0]?.data, [11, 10, 9, 8, 7, 6, 5, 4, 6]);
    const rows = options?.plugins?.list?.rows ?? [];
    assert.equal(rows[0]?.label, 'S0');
    assert.deepEqual(rows[8], { color: themes.light.other, label: 'Other (3): S8, S9, S10', figure: '9.1%' });
  });

  it('keeps a ninth part under its own name', () => {
    const rows = allocation.config({ slices: eleven.slice(0, 9), basis: 'value' }).options?.plugins?.list
      ?.rows;
    assert.equal(rows?.at(-1)?.label, 'S8');
  });

  it('draws no part whose value is unknown or not positive, and says how many', () => {
    const { data, options } = allocation.config({
      slices: [slice('A', 10, 100), slice('B', null, null), slice('C', -5, null)],
      basis: 'value',
    });
    assert.deepEqual(data.datasets[0]?.data, [10]);
    assert.match([options?.plugins?.subtitle?.text].flat().join(' '), /excludes 2 without a known value/);
  });

  it('says whether shares are of value or of cost, and leaves an unknown share open', () => {
    const { options } = allocation.config({ slices: [slice('A', 10, null)], basis: 'cost' });
    assert.match([options?.plugins?.subtitle?.text].flat().join(' '), /Share of cost/);
    assert.equal(options?.plugins?.note?.hint, 'at cost');
    assert.equal(options?.plugins?.list?.rows?.[0]?.figure, '');
  });

  it('draws a gap between parts, and none where there is one', () => {
    const gap = (slices: AllocationSlice[]) =>
      allocation.config({ slices, basis: 'value' }).data.datasets[0]?.borderWidth;
    assert.deepEqual([gap(eleven), gap([slice('A', 10, 100)])], [2, 0]);
  });

  it('moves the list under the ring where the picture is narrow', () => {
    const side = (width: number) =>
      allocation.config({ slices: eleven, basis: 'value' }, { width }).options?.plugins?.list?.side;
    assert.deepEqual([side(480), side(328)], ['right', 'bottom']);
  });

  it('says so where there is nothing', () => {
    const { data, options } = allocation.config({ slices: [], basis: 'value' });
    assert.equal(data.datasets.length, 0);
    assert.equal(options?.plugins?.note?.text, 'No data yet');
  });

  it('has a table with every part, the unknown ones as well', () => {
    assert.deepEqual(
      allocation.table({ slices: [slice('B', null, null), slice('A', 10, 100)], basis: 'value' }).rows,
      [
        ['A', '₹10.00', '100.0%'],
        ['B', '—', '—'],
      ],
    );
  });
});

describe('charts/movers', () => {
  const data = {
    gainers: [
      { label: 'TCS', change_pct: 1.5 },
      { label: 'INFY', change_pct: 4.25 },
      { label: 'NEW', change_pct: null },
    ],
    losers: [{ label: 'ITC', change_pct: -3.333 }],
  };
  const drawn = movers.config(data);

  it('puts the best at the top and the worst at the bottom', () => {
    assert.deepEqual(drawn.data.labels, ['INFY', 'TCS', 'ITC']);
    assert.deepEqual(drawn.data.datasets[0]?.data, [4.25, 1.5, -3.333]);
  });

  it('tells gain from loss by arrow and sign as well as by colour', () => {
    assert.deepEqual(drawn.options?.plugins?.barText?.texts, ['▲ +4.25%', '▲ +1.50%', '▼ −3.33%']);
    assert.deepEqual(drawn.data.datasets[0]?.backgroundColor, [
      themes.light.gain,
      themes.light.gain,
      themes.light.loss,
    ]);
  });

  it('draws no unknown change and says how many there are', () => {
    assert.match(
      [drawn.options?.plugins?.subtitle?.text].flat().join(' '),
      /excludes 1 without a known change/,
    );
  });

  it('leaves room for the figures on both sides, however small one side is', () => {
    const scale = movers.config({
      gainers: [{ label: 'A', change_pct: 20 }],
      losers: [{ label: 'B', change_pct: -0.1 }],
    }).options?.scales?.x as { min: number; max: number };
    // each figure takes 84 of at most 480 layout pixels
    const perPixel = (scale.max - scale.min) / 480;
    assert.ok(-0.1 - scale.min >= 84 * perPixel);
    assert.ok(scale.max - 20 >= 84 * perPixel);
  });

  it('says so where there is nothing', () => {
    const empty = movers.config({ gainers: [], losers: [] });
    assert.equal(empty.data.datasets.length, 0);
    assert.equal(empty.options?.plugins?.note?.text, 'No data yet');
  });
});

describe('charts/benchmark', () => {
  const names = { portfolio: 'Networth', benchmark: 'NIFTY 50' };
  const both = (at: string, portfolio: number | null, index: number | null) => ({
    at,
    portfolio,
    benchmark: index,
  });
  const data = {
    ...names,
    points: [
      both('2026-01-05', 104, 101),
      both('2026-01-02', 100, 100),
      both('2026-01-06', null, 102),
      both('2026-02-01', 110, 98.5),
    ],
  };
  const { data: drawn, options } = benchmark.config(data);

  it('draws both from 100 on, over weekends, and breaks a line where its value is unknown', () => {
    const x = (at: string) => Date.parse(at);
    assert.deepEqual(drawn.datasets[0]?.data, [
      { x: x('2026-01-02'), y: 100 },
      { x: x('2026-01-05'), y: 104 },
      { x: x('2026-01-06'), y: null },
      { x: x('2026-02-01'), y: 110 },
    ]);
    // The end stands alone behind the gap: it is a dot.
    assert.deepEqual(drawn.datasets[0]?.pointRadius, [0, 0, 0, 3.5]);
    assert.deepEqual(
      drawn.datasets[1]?.data.map((one) => (one as { y: number }).y),
      [100, 101, 102, 98.5],
    );
  });

  it('tells the two apart without colour, and says in words how both ended', () => {
    assert.deepEqual(
      drawn.datasets.map(({ label, borderDash }) => [label, borderDash]),
      [
        ['Networth', []],
        ['NIFTY 50', [5, 4]],
      ],
    );
    assert.equal(
      [options?.plugins?.subtitle?.text].flat().join(' '),
      '2 Jan 2026 to 1 Feb 2026 · Networth +10.00% · NIFTY 50 −1.50%',
    );
  });

  it('portfolio/Report rules 4: both returns in the caption are of the same days, wherever a line ends', () => {
    const ended = {
      ...names,
      points: [
        both('2023-01-02', 100, 100),
        both('2023-07-21', 120, 110),
        both('2026-03-02', 300, null),
        both('2026-03-03', null, 90),
      ],
    };
    const told = '2 Jan 2023 to 21 Jul 2023 · Networth +20.00% · NIFTY 50 +10.00%';
    assert.equal([benchmark.config(ended).options?.plugins?.subtitle?.text].flat().join(' '), told);
    assert.equal(benchmark.table(ended).caption, `Networth and NIFTY 50: ${told}`);
  });

  it('names a side that is not known, and says so where there is nothing', () => {
    const own = benchmark.config({
      ...names,
      points: [both('2026-01-02', 100, null), both('2026-01-05', 99, null)],
    });
    assert.equal(own.data.datasets.length, 1);
    assert.match([own.options?.plugins?.subtitle?.text].flat().join(' '), /NIFTY 50 unknown/);
    const empty = benchmark.config({ ...names, points: [] });
    assert.equal(empty.options?.plugins?.note?.text, 'Nothing to compare yet');
    assert.equal(empty.data.datasets.length, 0);
  });

  it('has a table of the same facts', () => {
    const { columns, rows } = benchmark.table(data);
    assert.deepEqual(columns, ['When', 'Networth', 'NIFTY 50']);
    assert.deepEqual(rows.slice(1, 3), [
      ['5 Jan 2026', '104.00', '101.00'],
      ['6 Jan 2026', '—', '102.00'],
    ]);
  });
});

describe('charts', () => {
  const examples = {
    value_over_time: valueOverTime.config([point('2026-01-01', 1, 1)]),
    allocation: allocation.config({ slices: [], basis: 'value' }),
    movers: movers.config({ gainers: [], losers: [] }),
    benchmark: benchmark.config({ points: [], portfolio: 'Networth', benchmark: 'NIFTY 50' }),
    goal_fan: charts.goal_fan.config({ points: [], target: 1 }),
    holding_price: charts.holding_price.config({ closes: [], trades: [], average_cost: null }),
    income_bars: charts.income_bars.config({ bars: [] }),
    drawdown: charts.drawdown.config({ points: [{ day: '2026-01-01', drawdown_pct: -2 }] }),
    attribution: charts.attribution.config({ rows: [{ label: 'TCS', contributed_pct: 2 }], total: 2 }),
    monthly_returns: charts.monthly_returns.config({ months: [{ year: 2026, month: 1, return_pct: 2 }] }),
    sectors: charts.sectors.config({
      parts: [{ label: 'TCS', group: 'IT', value: 1, change_pct: null }],
    }),
    net_worth: charts.net_worth.config({ points: [] }),
    strategy_equity: charts.strategy_equity.config({
      days: ['2026-01-01', '2026-01-02'],
      curves: [{ name: 'Net of tax', values: [10, 50] }],
      benchmark: { name: 'NIFTY 50', values: [10, null] },
    }),
    strategy_comparison: charts.strategy_comparison.config({ days: [], curves: [], benchmarks: [] }),
    strategy_turnover: charts.strategy_turnover.config({ days: ['2026-01-01'], values: [40] }),
    strategy_costs_and_tax: charts.strategy_costs_and_tax.config({
      days: ['2026-01-01'],
      cumulative_costs: [12],
      tax_years: [{ fy: '2025-26', tax: 5 }],
    }),
    rank_history: charts.rank_history.config({ rows: [{ date: '2026-01-01', symbol: 'TCS', rank: 1 }] }),
    reliability: charts.reliability.config({
      bins: [{ from: 0, to: 0.1, count: 1, mean_forecast: 0.05, realised: 0 }],
    }),
    options_day: charts.options_day.config({
      day: '2026-01-01',
      trades: [{ at: '2026-01-01T05:00:00Z', label: 'A', net: 5 }],
      open_net: 2,
      now: '2026-01-01T06:00:00Z',
      funnel: [{ label: 'Signals seen', count: 3, part: 'seen' }],
    }),
    options_days: charts.options_days.config({ days: [{ day: '2026-01-01', net: 5 }] }),
    options_calendar: charts.options_calendar.config({ days: [{ day: '2026-01-01', net: null }] }),
    options_equity: charts.options_equity.config({ days: [{ day: '2026-01-01', cumulative_net: 5 }] }),
    options_strategies: charts.options_strategies.config({
      strategies: [{ strategy: 'iron_condor', net: 5, closed: 1 }],
    }),
    options_funnel: charts.options_funnel.config({ strategies: [] }),
    broker_latency: charts.broker_latency.config({
      points: [{ at: '2026-01-01T05:00:00Z', latency_ms: 120, failed: false }],
    }),
  };

  it('each row of the table has a name, a summary and an example here', () => {
    assert.deepEqual(Object.keys(charts), Object.keys(examples));
    for (const chart of Object.values(charts)) assert.ok(chart.name && chart.summary.endsWith('.'));
  });

  for (const [name, config] of Object.entries(examples))
    it(`${name}: the configuration is plain data, so a worker and a browser can be sent it, and a chat can store it`, () => {
      assert.deepEqual(structuredClone(config), config);
      JSON.stringify(config, (key, value: unknown) => {
        assert.ok(typeof value !== 'number' || Number.isFinite(value), key);
        return value;
      });
    });

  it('dark and light differ, the given title replaces the own one, an empty one takes no room', () => {
    const dark = movers.config({ gainers: [], losers: [] }, { theme: 'dark', title: 'Today' });
    assert.equal(dark.options?.plugins?.paper?.color, themes.dark.surface);
    assert.deepEqual(dark.options?.plugins?.title?.text, ['Today']);
    assert.equal(
      movers.config({ gainers: [], losers: [] }, { title: '' }).options?.plugins?.title?.display,
      false,
    );
  });
});
