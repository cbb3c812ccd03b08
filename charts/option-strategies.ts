/** What each strategy came to, the best at the top, on one scale. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { arrow, money } from './format.ts';
import { fitted, heading, nameAxis, noteText, textOptions, textWidth, tooltip } from './chart-style.ts';
import { sizes, themes } from './theme.ts';

interface OptionStrategy {
  strategy: string;
  /** Realised net in rupees; null where it is unknown. */
  net: number | null;
  closed: number;
}

interface OptionStrategiesData {
  strategies: readonly OptionStrategy[];
}

const TITLE = 'Results by strategy';
/** Bars that stay readable in one picture; all are in the table. */
const MOST = 12;
interface Known extends OptionStrategy {
  net: number;
}

const ranked = (data: OptionStrategiesData): Known[] =>
  data.strategies
    .filter((one): one is Known => one.net !== null && Number.isFinite(one.net))
    .sort((one, other) => other.net - one.net);

/** The best and the worst, where there are more than fit. */
const drawnOf = (all: Known[]): Known[] =>
  all.length <= MOST ? all : [...all.slice(0, MOST / 2), ...all.slice(-MOST / 2)];

/** Ends of the scale that leave room for the figures outside the bars, on each side that has bars. */
function limits(
  values: number[],
  { plot, figure }: { plot: number; figure: number },
): { min: number; max: number } {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  if (high === low) return { min: -1, max: 1 };
  const sides = (low < 0 ? 1 : 0) + (high > 0 ? 1 : 0);
  const perPixel = (high - low) / Math.max(40, plot - sides * figure);
  return { min: low < 0 ? low - figure * perPixel : 0, max: high > 0 ? high + figure * perPixel : 0 };
}

function facts(data: OptionStrategiesData, drawn: number, currency: string): string {
  const all = ranked(data);
  const unknown = data.strategies.length - all.length;
  const sum = all.reduce((total, { net }) => total + net, 0);
  return [
    `realised net ${money(sum, currency, { digits: 0, plus: true })}`,
    ...(all.length > drawn ? [`${all.length - drawn} more in the table`] : []),
    ...(unknown > 0 ? [`excludes ${unknown} with an unknown result`] : []),
  ].join(' · ');
}

function config(data: OptionStrategiesData, options: ChartOptions = {}): ChartConfiguration<'bar'> {
  const { theme: name, currency, title, width } = complete(options, TITLE);
  const theme = themes[name];
  const bars = drawnOf(ranked(data));
  const isEmpty = bars.length === 0;
  const colors = bars.map(({ net }) => (net > 0 ? theme.gain : net < 0 ? theme.loss : theme.other));
  const labels = bars.map(({ strategy }) => fitted(strategy, width * 0.34));
  const plot = width - 2 * sizes.padding - Math.max(0, ...labels.map(textWidth)) - sizes.gap;
  const nets = bars.map(({ net }) => net);
  const texts = nets.map((net) => `${arrow(net)} ${money(net, currency, { digits: 0, plus: true })}`);
  const figure = Math.max(0, ...texts.map(textWidth)) + 2 * sizes.gap;
  return {
    type: 'bar',
    data: {
      labels,
      datasets: isEmpty
        ? []
        : [
            {
              label: 'Net',
              data: nets,
              backgroundColor: colors,
              borderRadius: 3,
              maxBarThickness: 22,
              categoryPercentage: 0.86,
              barPercentage: 0.86,
              minBarLength: 2,
            },
          ],
    },
    options: {
      ...textOptions(theme),
      indexAxis: 'y',
      scales: {
        x: { type: 'money', currency, display: false, ...limits(nets, { plot, figure }) },
        y: nameAxis(theme, !isEmpty),
      },
      plugins: {
        ...heading(
          theme,
          width,
          title,
          data.strategies.length === 0 ? '' : facts(data, bars.length, currency),
        ),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? { text: 'No closed trades with a known result' } : null),
        barText: {
          axisColor: isEmpty ? 'transparent' : theme.axis,
          texts,
          colors,
          size: sizes.label,
        },
        legend: { display: false },
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: OptionStrategiesData, options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, TITLE);
  const caption = title || TITLE;
  const all = [...data.strategies].sort(
    (one, other) => (other.net ?? Number.NEGATIVE_INFINITY) - (one.net ?? Number.NEGATIVE_INFINITY),
  );
  return {
    caption: all.length === 0 ? caption : `${caption}: ${facts(data, all.length, currency)}`,
    columns: ['Strategy', 'Net', 'Closed trades'],
    rows: all.map(({ strategy, net, closed }) => [
      strategy,
      money(net, currency, { plus: true }),
      String(closed),
    ]),
  };
}

export const optionStrategies: ChartKind<OptionStrategiesData, 'bar'> = {
  name: TITLE,
  summary: 'Realised net result of option trades by strategy.',
  config,
  table,
};
