/** The price of one holding since the first transaction, with what was bought and sold on its way. */
import type { ChartConfiguration, ChartDataset, ScatterDataPoint } from 'chart.js';
import { dayAxis, figureAxis, heading, legend, noteText, textOptions, tooltip } from './chart-style.ts';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { linePoints, mostDays, sampledDays } from './day-lines.ts';
import { day, money, quantity, UNKNOWN } from './format.ts';
import { DAY } from './scales.ts';
import { type ChartTheme, sizes, themes } from './theme.ts';

/** All of one day's purchases, or sales. */
interface PriceTrade {
  date: string;
  type: 'BUY' | 'SELL';
  quantity: number;
  price: number;
}

/** Everything in the shares of today, in one currency. */
export interface HoldingPriceData {
  /** Ascending by date. */
  closes: readonly { date: string; close: number }[];
  trades: readonly PriceTrade[];
  /** Per unit of what is held; null where it is unknown or nothing is held. */
  average_cost: number | null;
}

type Line = ChartDataset<'line'>;

/** Beyond the plot, in layout pixels: a mark on the first or the last day is drawn whole. */
const MARK_ROOM = 10;
const MARK_SIZE = 7;

const isDated = ({ date }: { date: string }): boolean => Number.isFinite(Date.parse(date));

function closeLine(closes: HoldingPriceData['closes'], width: number, theme: ChartTheme): Line {
  const times = closes.map(({ date }) => Date.parse(date));
  const values = closes.map(({ close }) => close);
  const kept = sampledDays([{ values }], times.length, mostDays(width));
  return {
    label: 'Close',
    data: linePoints(times, values, kept),
    borderColor: theme.value,
    backgroundColor: theme.value,
    borderWidth: 1.75,
    borderJoinStyle: 'round',
    pointRadius: closes.length === 1 ? 3.5 : 0,
    pointHitRadius: 10,
    pointStyle: 'line',
    order: 3,
    fill: false,
    spanGaps: false,
  };
}

/** Triangles: up where it was bought, down where it was sold. */
function marks(trades: readonly PriceTrade[], type: PriceTrade['type'], theme: ChartTheme): Line[] {
  const own = trades.filter((trade) => trade.type === type);
  if (own.length === 0) return [];
  const colour = type === 'BUY' ? theme.gain : theme.loss;
  return [
    {
      label: type === 'BUY' ? 'Bought' : 'Sold',
      data: own.map(({ date, price }): ScatterDataPoint => ({ x: Date.parse(date), y: price })),
      showLine: false,
      borderColor: theme.surface,
      backgroundColor: colour,
      pointBackgroundColor: colour,
      pointBorderColor: theme.surface,
      pointBorderWidth: 1,
      pointStyle: 'triangle',
      pointRotation: type === 'BUY' ? 0 : 180,
      pointRadius: MARK_SIZE,
      pointHoverRadius: MARK_SIZE + 1,
      pointHitRadius: 10,
      clip: MARK_ROOM,
      order: 1,
    },
  ];
}

function averageLine(average: number | null, span: { min: number; max: number }, theme: ChartTheme): Line[] {
  if (average === null || !Number.isFinite(average)) return [];
  return [
    {
      label: 'Average cost',
      data: [
        { x: span.min, y: average },
        { x: span.max, y: average },
      ],
      borderColor: theme.invested,
      backgroundColor: theme.invested,
      borderWidth: 1,
      borderDash: [4, 4],
      pointRadius: 0,
      pointHitRadius: 0,
      pointStyle: 'line',
      order: 2,
      fill: false,
    },
  ];
}

/** `27 Feb 2026 · close ₹310 · average cost ₹212`. */
function facts({ closes, average_cost }: HoldingPriceData, currency: string): string {
  const last = closes.at(-1);
  return [
    ...(last === undefined ? [] : [`${day(last.date)} · close ${money(last.close, currency)}`]),
    ...(average_cost === null ? [] : [`average cost ${money(average_cost, currency)}`]),
  ].join(' · ');
}

function readable(data: HoldingPriceData): HoldingPriceData {
  return {
    closes: data.closes.filter((one) => isDated(one) && Number.isFinite(one.close)),
    trades: data.trades.filter((one) => isDated(one) && Number.isFinite(one.price)),
    average_cost: data.average_cost,
  };
}

function spanOf({ closes, trades }: HoldingPriceData): { min: number; max: number } {
  const times = [...closes, ...trades].map(({ date }) => Date.parse(date));
  const [min, max] = [Math.min(...times), Math.max(...times)];
  return min === max ? { min: min - DAY / 2, max: max + DAY / 2 } : { min, max };
}

function config(given: HoldingPriceData, options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, currency, title, width } = complete(options, 'Price and trades');
  const theme = themes[name];
  const data = readable(given);
  const { closes, trades } = data;
  const isEmpty = closes.length === 0 && trades.length === 0;
  const span = isEmpty ? { min: 0, max: DAY } : spanOf(data);
  return {
    type: 'line',
    data: {
      datasets: isEmpty
        ? []
        : [
            ...(closes.length > 0 ? [closeLine(closes, width, theme)] : []),
            ...averageLine(data.average_cost, span, theme),
            ...marks(trades, 'BUY', theme),
            ...marks(trades, 'SELL', theme),
          ],
    },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: { ...dayAxis(theme, !isEmpty), isDaily: true, ...(isEmpty ? {} : span) },
        y: { ...figureAxis(theme, !isEmpty), type: 'money', currency, grace: '8%' },
      },
      plugins: {
        ...heading(theme, width, title, isEmpty ? '' : facts(data, currency)),
        paper: { color: theme.surface },
        note: noteText(
          theme,
          isEmpty ? { text: 'No prices yet', hint: 'Daily closes appear with the next price update' } : null,
        ),
        legend: {
          ...legend(theme, !isEmpty),
          labels: {
            color: theme.text,
            usePointStyle: true,
            pointStyleWidth: 18,
            boxHeight: MARK_SIZE,
            padding: sizes.gap,
          },
        },
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(given: HoldingPriceData, options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, 'Price and trades');
  const { closes, trades } = readable(given);
  const days = new Map<string, { close: number | null; bought: string; sold: string }>();
  const rowOf = (date: string) => {
    const row = days.get(date) ?? { close: null, bought: '', sold: '' };
    days.set(date, row);
    return row;
  };
  for (const { date, close } of closes) rowOf(date).close = close;
  for (const { date, type, quantity: units, price } of trades)
    rowOf(date)[type === 'BUY' ? 'bought' : 'sold'] =
      `${quantity(Number(units.toFixed(6)), currency)} at ${money(price, currency)}`;
  return {
    caption: title || 'Price and trades',
    columns: ['When', 'Close', 'Bought', 'Sold'],
    rows: [...days]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([date, { close, bought, sold }]) => [
        day(date),
        close === null ? UNKNOWN : money(close, currency),
        bought,
        sold,
      ]),
  };
}

export const holdingPrice: ChartKind<HoldingPriceData, 'line'> = {
  name: 'Price and trades',
  summary: 'The closes of one holding in today’s shares, with its trades marked and its average cost.',
  config,
  table,
};
