/** How much of a strategy was bought and sold in each month, or in each year where months have no room. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { axisText, figureAxis, heading, noteText, textOptions, tooltip } from './chart-style.ts';
import { percent } from './format.ts';
import { periodName } from './income-bars.ts';
import { themes } from './theme.ts';

interface StrategyTurnoverData {
  /** YYYY-MM-DD, ascending. */
  days: readonly string[];
  /** Buys and sells of each day over its value, in percentage points. */
  values: readonly (number | null)[];
}

interface Bar {
  /** `2026-03` or `2026`. */
  period: string;
  turnover_pct: number;
}

/** Layout pixels that one bar needs. */
const BAR_WIDTH = 4;
const TITLE = 'Turnover';

/** Sums by the first letters of the day: seven are a month, four a year. A period without a trade is told as 0. */
function sums({ days, values }: StrategyTurnoverData, letters: 4 | 7): Bar[] {
  const bars = new Map<string, number>();
  for (const [at, text] of days.entries()) {
    if (!Number.isFinite(Date.parse(text))) continue;
    const value = values[at];
    const period = text.slice(0, letters);
    bars.set(period, (bars.get(period) ?? 0) + (typeof value === 'number' && value > 0 ? value : 0));
  }
  return Array.from(bars, ([period, turnover_pct]) => ({ period, turnover_pct })).sort((one, other) =>
    one.period < other.period ? -1 : 1,
  );
}

/** `12 of 24 months with trades · most in Mar 2020, 84.00%` */
function facts(bars: readonly Bar[]): string {
  const traded = bars.filter(({ turnover_pct }) => turnover_pct > 0);
  const most = traded.reduce<Bar | undefined>(
    (top, bar) => (top && top.turnover_pct >= bar.turnover_pct ? top : bar),
    undefined,
  );
  if (most === undefined) return 'no trades';
  const noun = most.period.length === 4 ? 'year' : 'month';
  return `trades in ${traded.length} of ${bars.length} ${noun}${bars.length === 1 ? '' : 's'} · most in ${periodName(most.period)}, ${percent(most.turnover_pct)}`;
}

function config(data: StrategyTurnoverData, options: ChartOptions = {}): ChartConfiguration<'bar'> {
  const { theme: name, title, width } = complete(options, TITLE);
  const theme = themes[name];
  const months = sums(data, 7);
  const bars = months.length * BAR_WIDTH > width ? sums(data, 4) : months;
  const isEmpty = bars.length === 0;
  return {
    type: 'bar',
    data: {
      labels: bars.map(({ period }) => periodName(period)),
      datasets: isEmpty
        ? []
        : [
            {
              label: 'Turnover',
              data: bars.map(({ turnover_pct }) => turnover_pct),
              backgroundColor: theme.value,
              maxBarThickness: 40,
              ...(bars.length > width / 12
                ? { categoryPercentage: 1, barPercentage: 0.8 }
                : { borderRadius: 2 }),
            },
          ],
    },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          type: 'category',
          display: !isEmpty,
          grid: { display: false },
          border: { color: theme.axis },
          ticks: { ...axisText(theme), maxRotation: 0, autoSkipPadding: 16 },
        },
        y: { ...figureAxis(theme, !isEmpty), type: 'percent', plus: false, min: 0, grace: '8%' },
      },
      plugins: {
        ...heading(theme, width, title, isEmpty ? '' : facts(bars)),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? { text: 'No trades yet' } : null),
        legend: { display: false },
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: StrategyTurnoverData, options: ChartOptions = {}): ChartTable {
  const caption = complete(options, TITLE).title || TITLE;
  const bars = sums(data, 7);
  return {
    caption: bars.length === 0 ? caption : `${caption}: ${facts(bars)}`,
    columns: ['Month', 'Turnover'],
    rows: bars.map(({ period, turnover_pct }) => [periodName(period), percent(turnover_pct)]),
  };
}

export const strategyTurnover: ChartKind<StrategyTurnoverData, 'bar'> = {
  name: TITLE,
  summary: 'How much of the strategy was bought and sold, by month.',
  config,
  table,
};
