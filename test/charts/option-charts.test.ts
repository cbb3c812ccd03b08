import assert from 'node:assert/strict';
import type { ChartConfiguration } from 'chart.js';
import { charts, type OptionDayData, themes } from '../../charts/index.ts';

const subtitleOf = ({ options }: Pick<ChartConfiguration, 'options'>): string =>
  [options?.plugins?.subtitle?.text].flat().join(' ');
const gridOf = ({ options }: ChartConfiguration<'bar'>) => options?.plugins?.grid;

describe('charts/the result of a day', () => {
  const day: OptionDayData = {
    day: '2026-06-15',
    trades: [
      { at: '2026-06-15T05:00:00Z', label: 'A', net: 700 },
      { at: '2026-06-15T06:00:00Z', label: 'B', net: null },
      { at: '2026-06-15T07:00:00Z', label: 'C', net: -800 },
    ],
    open_net: 300,
    now: '2026-06-15T08:00:00Z',
    funnel: [
      { label: 'Signals seen', count: 3, part: 'seen' },
      { label: 'Executed', count: 1, part: 'executed' },
    ],
  };
  const at = (time: string) => Date.parse(`2026-06-15T${time}:00Z`);

  it('begins with nothing when the market opens, steps with each known trade, and ends now', () => {
    const { data, options } = charts.options_day.config(day);
    // 9:15 in India is 3:45 UTC.
    assert.deepEqual(data.datasets[0]?.data, [
      { x: at('03:45'), y: 0 },
      { x: at('05:00'), y: 700 },
      { x: at('07:00'), y: -100 },
      { x: at('08:00'), y: -100 },
    ]);
    assert.deepEqual(data.datasets[1]?.data, [
      { x: at('08:00'), y: -100 },
      { x: at('08:00'), y: 200 },
    ]);
    assert.equal(
      subtitleOf({ options } as ChartConfiguration),
      '15 Jun 2026 · realised −₹100 · open +₹300 · excludes 1 with an unknown result',
    );
    assert.deepEqual(
      options?.plugins?.list?.rows?.map((row) => row && [row.label, row.figure]),
      [
        ['Signals seen', '3'],
        ['Executed', '1'],
      ],
    );
  });

  it('a day that is over ends with the market, and open trades are not in it', () => {
    const { data } = charts.options_day.config({ ...day, open_net: null, now: '2026-06-17T08:00:00Z' });
    assert.equal(data.datasets.length, 1);
    assert.deepEqual(data.datasets[0]?.data.at(-1), { x: at('10:00'), y: -100 });
  });

  it('a day without a known result has no line and says why; unknown is never 0', () => {
    const none = charts.options_day.config({ ...day, trades: [], funnel: [] });
    assert.deepEqual(
      [none.data.datasets.length, none.options?.plugins?.note?.text],
      [0, 'No trade closed on this day'],
    );
    const unknown = { ...day, trades: day.trades.slice(1, 2) };
    assert.match(charts.options_day.table(unknown).caption, /realised unknown/);
    assert.deepEqual(charts.options_day.table(unknown).rows, [['11:30', 'B', '—', '₹0.00']]);
  });
});

describe('charts/results by day', () => {
  const days = [
    { day: '2026-06-12', net: 900 },
    { day: '2026-06-13', net: -200.5 },
    { day: '2026-06-15', net: null },
  ];

  it('bars by their sign, and no bar for what is unknown', () => {
    const config = charts.options_days.config({ days });
    assert.deepEqual(config.data.labels, ['12 Jun', '13 Jun', '15 Jun']);
    assert.deepEqual(config.data.datasets[0]?.data, [900, -200.5, null]);
    const [gain, loss] = (config.data.datasets[0]?.backgroundColor ?? []) as string[];
    assert.deepEqual([gain, loss], [themes.light.gain, themes.light.loss]);
    assert.equal(
      subtitleOf(config as ChartConfiguration),
      '12 Jun 2026 to 15 Jun 2026 · +₹700 · 1 of 3 days up',
    );
  });

  it('the calendar has a row for each week and a column for each day, weekends only where there was a trade', () => {
    const grid = gridOf(charts.options_calendar.config({ days }));
    // 12 June 2026 is a Friday, the 13th a Saturday, the 15th a Monday.
    assert.deepEqual(grid?.columns, ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    assert.deepEqual(
      grid?.rows?.map(
        (row) => row && [row.label, row.cells?.map((cell) => [cell?.column, cell?.lines?.[0]?.[0]])],
      ),
      [
        [
          '8 Jun',
          [
            [4, '+₹900'],
            [5, '−₹200.5'],
          ],
        ],
        ['15 Jun', [[0, '—']]],
      ],
    );
    const weekdays = gridOf(charts.options_calendar.config({ days: days.slice(0, 1) }));
    assert.equal(weekdays?.columns?.length, 5);
  });

  it('a week without a trade is a row too, and of many weeks the latest are drawn', () => {
    const far = [{ day: '2026-01-01', net: 5 }, ...days];
    const grid = gridOf(charts.options_calendar.config({ days: far }));
    assert.equal(grid?.rows?.length, 14);
    assert.equal(charts.options_calendar.table({ days: far }).rows.length, 4);
    assert.deepEqual(charts.options_calendar.config({ days: [] }).options?.plugins?.grid?.rows, []);
  });

  it('the running result begins with nothing on the day before', () => {
    const config = charts.options_equity.config({
      days: [
        { day: '2026-06-12', cumulative_net: 900 },
        { day: '2026-06-15', cumulative_net: -50 },
      ],
    });
    assert.deepEqual(config.data.datasets[0]?.data, [
      { x: Date.parse('2026-06-11'), y: 0 },
      { x: Date.parse('2026-06-12'), y: 900 },
      { x: Date.parse('2026-06-15'), y: -50 },
    ]);
    assert.equal(
      subtitleOf(config as ChartConfiguration),
      '12 Jun 2026 to 15 Jun 2026 · −₹50 · highest +₹900 · lowest −₹50',
    );
  });
});

describe('charts/strategies and signals', () => {
  it('the best strategy is at the top, and one with an unknown result is told of but not drawn', () => {
    const data = {
      strategies: [
        { strategy: 'a', net: -5, closed: 1 },
        { strategy: 'b', net: 10, closed: 2 },
        { strategy: 'c', net: null, closed: 1 },
      ],
    };
    const config = charts.options_strategies.config(data);
    assert.deepEqual(config.data.labels, ['b', 'a']);
    assert.equal(
      subtitleOf(config as ChartConfiguration),
      'realised net +₹5 · excludes 1 with an unknown result',
    );
    assert.deepEqual(
      charts.options_strategies.table(data).rows.map(([name, net]) => [name, net]),
      [
        ['b', '+₹10.00'],
        ['a', '−₹5.00'],
        ['c', '—'],
      ],
    );
  });

  it('of many strategies the best and the worst are drawn', () => {
    const strategies = Array.from({ length: 30 }, (_, nr) => ({ strategy: `s${nr}`, net: nr, closed: 1 }));
    const { data } = charts.options_strategies.config({ strategies });
    assert.deepEqual([data.labels?.length, data.labels?.[0], data.labels?.at(-1)], [12, 's29', 's0']);
  });

  it('signals are stacked by what became of them; a part that nobody has is not in the legend', () => {
    const config = charts.options_funnel.config({
      strategies: [
        { label: 'few', seen: 2, filtered: 1, executed: 1, undecided: 0 },
        { label: 'many', seen: 9, filtered: 9, executed: 0, undecided: 0 },
      ],
    });
    assert.deepEqual(config.data.labels, ['many', 'few']);
    assert.deepEqual(
      config.data.datasets.map(({ label, data }) => [label, data]),
      [
        ['Executed', [0, 1]],
        ['Filtered', [9, 1]],
      ],
    );
    assert.equal(subtitleOf(config as ChartConfiguration), '11 seen · 10 filtered · 1 executed');
  });
});
