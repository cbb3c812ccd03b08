/** The net result of each day as a bar. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { axisText, figureAxis, heading, noteText, textOptions, tooltip } from './chart-style.ts';
import { day as dayName, money } from './format.ts';
import { themes } from './theme.ts';

/** The trades that were closed on a day. */
export interface OptionResult {
  /** YYYY-MM-DD in India. */
  day: string;
  /** Rupees; null where no result of the day is known. */
  net: number | null;
}

interface OptionDaysData {
  /** Ascending; days without trades are left out. */
  days: readonly OptionResult[];
}

const TITLE = 'Results by day';
/** `12 Jun`: the year is in the heading. */
const short = (day: string): string => dayName(day).split(' ').slice(0, 2).join(' ');

/** `12 to 18 Jun 2026 · +₹4,200 · 3 of 5 days up`. */
export function resultFacts(days: readonly OptionResult[], currency: string): string {
  const known = days.filter(({ net }) => net !== null);
  const sum = known.reduce((total, { net }) => total + (net ?? 0), 0);
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return [
    first === last ? dayName(first) : `${dayName(first)} to ${dayName(last)}`,
    known.length === 0 ? 'result unknown' : money(sum, currency, { digits: 0, plus: true }),
    `${known.filter(({ net }) => (net ?? 0) > 0).length} of ${days.length} days up`,
  ].join(' · ');
}

function config({ days }: OptionDaysData, options: ChartOptions = {}): ChartConfiguration<'bar'> {
  const { theme: name, currency, title, width } = complete(options, TITLE);
  const theme = themes[name];
  const isEmpty = days.length === 0;
  return {
    type: 'bar',
    data: {
      labels: days.map(({ day }) => short(day)),
      datasets: isEmpty
        ? []
        : [
            {
              label: 'Net',
              data: days.map(({ net }) => net),
              backgroundColor: days.map(({ net }) => ((net ?? 0) < 0 ? theme.loss : theme.gain)),
              borderRadius: 3,
              maxBarThickness: 44,
              minBarLength: 2,
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
          ticks: { ...axisText(theme), maxRotation: 0 },
        },
        y: { ...figureAxis(theme, !isEmpty), type: 'money', currency, grace: '8%' },
      },
      plugins: {
        ...heading(theme, width, title, isEmpty ? '' : resultFacts(days, currency)),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? { text: 'No trade closed in these days' } : null),
        legend: { display: false },
        tooltip: tooltip(theme),
      },
    },
  };
}

function table({ days }: OptionDaysData, options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, TITLE);
  const caption = title || TITLE;
  return {
    caption: days.length === 0 ? caption : `${caption}: ${resultFacts(days, currency)}`,
    columns: ['Day', 'Net'],
    rows: days.map(({ day, net }) => [dayName(day), money(net, currency, { plus: true })]),
  };
}

export const optionDays: ChartKind<OptionDaysData, 'bar'> = {
  name: TITLE,
  summary: 'Net result of option trades by day.',
  config,
  table,
};
