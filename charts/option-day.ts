/** The net result of one day, trade by trade, with what became of its signals under it. */
import type { ChartConfiguration, ChartDataset, ScatterDataPoint } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import {
  axisText,
  dayAxis,
  figureAxis,
  heading,
  legend,
  noteText,
  textOptions,
  tooltip,
} from './chart-style.ts';
import { clockTime, day as dayName, indianMidnight, indianTime, money } from './format.ts';
import { type ChartTheme, sizes, themes } from './theme.ts';

/** All signals, or those with one outcome. */
export type FunnelPart = 'seen' | 'filtered' | 'executed' | 'undecided';

export interface OptionDayData {
  /** YYYY-MM-DD in India. */
  day: string;
  /** Closed trades in the order of time; null where the result is unknown. */
  trades: readonly { at: string; label: string; net: number | null }[];
  /** What the trades that are open would come to now; null where that is unknown or nothing is open. */
  open_net: number | null;
  /** When that was. */
  now: string;
  /** What became of the signals of the day. Empty where that is not shown. */
  funnel: readonly { label: string; count: number; part: FunnelPart }[];
}

const TITLE = 'Result of the day';
const ROW = 19;
/** More reasons than these are in the table. */
const MOST_ROWS = 6;
const HOUR = 3_600_000;

interface Step {
  x: number;
  y: number;
}

/** The running sum, from nothing at the opening of the market, or an hour before a first trade that was earlier. */
function stepsOf({ day, trades, now }: OptionDayData): Step[] {
  const known = trades.flatMap(({ at, net }) => {
    const x = Date.parse(at);
    return net === null || !Number.isFinite(x) ? [] : [{ x, net }];
  });
  const first = known[0];
  if (first === undefined) return [];
  const { year, month, day: date } = indianTime(Date.parse(day));
  const midnight = indianMidnight(year, month, date);
  const opening = midnight + 9.25 * HOUR;
  let y = 0;
  const steps: Step[] = [{ x: first.x > opening ? opening : first.x - HOUR, y }];
  for (const one of known) {
    y += one.net;
    steps.push({ x: one.x, y });
  }
  const last = steps.at(-1) as Step;
  // A day that is over ends with the market, or with a trade that came after that.
  const isOver = Date.parse(now) >= midnight + 24 * HOUR;
  const end = isOver ? midnight + 15.5 * HOUR : Date.parse(now);
  return end > last.x ? [...steps, { x: end, y: last.y }] : steps;
}

const points = (steps: readonly Step[]): ScatterDataPoint[] => steps.map(({ x, y }) => ({ x, y }));

const realised = (steps: readonly Step[], theme: ChartTheme): ChartDataset<'line'> => ({
  label: 'Realised net',
  data: points(steps),
  borderColor: theme.value,
  backgroundColor: theme.valueFill,
  pointBackgroundColor: theme.value,
  borderWidth: 2.25,
  stepped: true,
  pointRadius: steps.map((_, at) => (at > 0 && at < steps.length ? 2.5 : 0)),
  pointHitRadius: 10,
  pointStyle: 'circle',
  fill: 'origin',
});

const withOpen = (last: Step, open: number, theme: ChartTheme): ChartDataset<'line'> => ({
  label: 'With open trades',
  data: points([last, { x: last.x, y: last.y + open }]),
  borderColor: theme.invested,
  backgroundColor: theme.invested,
  pointBackgroundColor: theme.invested,
  borderWidth: 1.75,
  borderDash: [4, 3],
  pointRadius: [0, 4.5],
  pointHitRadius: 10,
  pointStyle: 'rectRot',
  fill: false,
});

function facts({ day, trades, open_net }: OptionDayData, currency: string): string {
  const known = trades.filter(({ net }) => net !== null);
  const net = known.reduce((sum, one) => sum + (one.net ?? 0), 0);
  const whole = (value: number) => money(value, currency, { digits: 0, plus: true });
  const unknown = trades.length - known.length;
  return [
    dayName(day),
    `realised ${known.length === 0 && unknown > 0 ? 'unknown' : whole(net)}`,
    ...(open_net === null ? [] : [`open ${whole(open_net)}`]),
    ...(unknown === 0 ? [] : [`excludes ${unknown} with an unknown result`]),
  ].join(' · ');
}

function rowsOf(funnel: OptionDayData['funnel'], theme: ChartTheme) {
  const colors = {
    seen: theme.value,
    filtered: theme.other,
    executed: theme.gain,
    undecided: theme.invested,
  } as const;
  return funnel.slice(0, MOST_ROWS).map(({ label, count, part }) => ({
    color: colors[part],
    label,
    figure: String(count),
  }));
}

function config(data: OptionDayData, options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, currency, title, width } = complete(options, TITLE);
  const theme = themes[name];
  const steps = stepsOf(data);
  const last = steps.at(-1);
  const isEmpty = last === undefined;
  const rows = rowsOf(data.funnel, theme);
  return {
    type: 'line',
    data: {
      datasets: isEmpty
        ? []
        : [realised(steps, theme), ...(data.open_net === null ? [] : [withOpen(last, data.open_net, theme)])],
    },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          ...dayAxis(theme, !isEmpty),
          ...(isEmpty ? {} : { min: steps[0]?.x ?? 0, max: last.x + HOUR / 6 }),
          ticks: { ...axisText(theme), autoSkip: false, maxRotation: 0 },
        },
        y: { ...figureAxis(theme, !isEmpty), type: 'money', currency, grace: '12%' },
      },
      plugins: {
        ...heading(theme, width, title, isEmpty ? dayName(data.day) : facts(data, currency)),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? { text: 'No trade closed on this day' } : null),
        list: {
          rows,
          side: 'bottom',
          room: rows.length * ROW + sizes.gap,
          color: theme.text,
          size: sizes.label,
          rowHeight: ROW,
        },
        legend: legend(theme, !isEmpty && data.open_net !== null),
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: OptionDayData, options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, TITLE);
  let sum = 0;
  return {
    caption: `${title || TITLE}: ${facts(data, currency)}`,
    columns: ['Closed at', 'Trade', 'Net', 'So far'],
    rows: data.trades.map(({ at, label, net }) => {
      sum += net ?? 0;
      return [clockTime(Date.parse(at)), label, money(net, currency, { plus: true }), money(sum, currency)];
    }),
  };
}

export const optionDay: ChartKind<OptionDayData, 'line'> = {
  name: TITLE,
  summary: 'Net result of one day of option trades, with the outcome of its signals.',
  config,
  table,
};
