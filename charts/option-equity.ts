/** The realised net result so far, day by day, from the first trade on. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { dayAxis, figureAxis, heading, noteText, textOptions, tooltip } from './chart-style.ts';
import { linePoints, mostDays, sampledDays } from './day-lines.ts';
import { day as dayName, money } from './format.ts';
import { DAY } from './scales.ts';
import { themes } from './theme.ts';

interface OptionEquityData {
  /** Ascending. */
  days: readonly { day: string; cumulative_net: number }[];
}

const TITLE = 'Realised net result';

function facts(days: OptionEquityData['days'], currency: string): string {
  const [first, last] = [days[0], days.at(-1)];
  const lowest = Math.min(0, ...days.map((one) => one.cumulative_net));
  const highest = Math.max(0, ...days.map((one) => one.cumulative_net));
  const whole = (value: number) => money(value, currency, { digits: 0, plus: true });
  return [
    first === last ? dayName(last?.day) : `${dayName(first?.day)} to ${dayName(last?.day)}`,
    whole(last?.cumulative_net ?? 0),
    ...(highest > 0 ? [`highest ${whole(highest)}`] : []),
    ...(lowest < 0 ? [`lowest ${whole(lowest)}`] : []),
  ].join(' · ');
}

function config({ days }: OptionEquityData, options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, currency, title, width } = complete(options, TITLE);
  const theme = themes[name];
  const isEmpty = days.length === 0;
  // The day before the first trade, on which nothing was won or lost.
  const times = days.map(({ day }) => Date.parse(day));
  const all = isEmpty ? [] : [(times[0] ?? 0) - DAY, ...times];
  const values = isEmpty ? [] : [0, ...days.map((one) => one.cumulative_net)];
  const kept = sampledDays([{ values }], all.length, mostDays(width));
  return {
    type: 'line',
    data: {
      datasets: isEmpty
        ? []
        : [
            {
              label: TITLE,
              data: linePoints(all, values, kept),
              borderColor: theme.value,
              backgroundColor: theme.valueFill,
              pointBackgroundColor: theme.value,
              borderWidth: 2.25,
              borderJoinStyle: 'round',
              pointRadius: all.length <= 40 ? 2 : 0,
              pointHitRadius: 10,
              pointStyle: 'circle',
              fill: 'origin',
              spanGaps: true,
            },
          ],
    },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          ...dayAxis(theme, !isEmpty),
          isDaily: true,
          ...(isEmpty ? {} : { min: all[0], max: all.at(-1) }),
        },
        y: { ...figureAxis(theme, !isEmpty), type: 'money', currency, grace: '8%' },
      },
      plugins: {
        ...heading(theme, width, title, isEmpty ? '' : facts(days, currency)),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? { text: 'No closed trades yet' } : null),
        legend: { display: false },
        tooltip: tooltip(theme),
      },
    },
  };
}

function table({ days }: OptionEquityData, options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, TITLE);
  const caption = title || TITLE;
  return {
    caption: days.length === 0 ? caption : `${caption}: ${facts(days, currency)}`,
    columns: ['Day', 'So far'],
    rows: days.map((one) => [dayName(one.day), money(one.cumulative_net, currency)]),
  };
}

export const optionEquity: ChartKind<OptionEquityData, 'line'> = {
  name: TITLE,
  summary: 'Realised net result of option trades so far, by day.',
  config,
  table,
};
