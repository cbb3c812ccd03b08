/** Days of net results as a calendar: a row for each week, the shade by the size of the result. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { day as dayName, money, moneyShort } from './format.ts';
import { heading, noteText, textOptions, tooltip } from './chart-style.ts';
import { type OptionResult, optionDays, resultFacts } from './option-days.ts';
import { DAY } from './scales.ts';
import { shadeOf } from './shades.ts';
import { type ChartTheme, themes } from './theme.ts';
import type { Cell } from './tiles.ts';

interface OptionCalendarData {
  /** Ascending; days without trades are left out. */
  days: readonly OptionResult[];
}

const TITLE = 'Calendar of results';
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Weeks that stay readable in one picture, the latest; all days are in the table. */
const MOST_WEEKS = 14;
/** 5 January 1970 was a Monday. */
const MONDAY = 4 * DAY;

const weekOf = (day: string): number => Math.floor((Date.parse(day) - MONDAY) / (7 * DAY));
const weekdayOf = (day: string): number => Math.floor((Date.parse(day) - MONDAY) / DAY) % 7;
const firstDayOf = (week: number): number => MONDAY + week * 7 * DAY;
const short = (at: number): string => dayName(at).split(' ').slice(0, 2).join(' ');

function cellOf({ day, net }: OptionResult, strongest: number, currency: string, theme: ChartTheme): Cell {
  const { fill, ink } = shadeOf(net, strongest, theme);
  const figure = (digits: number) => moneyShort(net, currency, { digits, plus: true });
  return {
    column: weekdayOf(day),
    lines: [[figure(1), figure(0), net === null ? '?' : net < 0 ? '−' : '+']],
    hint: `${dayName(day)}: ${net === null ? 'unknown' : money(net, currency, { plus: true })}`,
    fill,
    ink,
    ...(net === null ? { outline: theme.axis } : {}),
  };
}

/** Rows that the calendar of these days has. */
export function calendarWeeks(days: OptionCalendarData['days']): number {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return 0;
  return Math.min(MOST_WEEKS, weekOf(last.day) - weekOf(first.day) + 1);
}

/** A week without a trade has its row too, so that the calendar has no hole. */
function rowsOf(days: readonly OptionResult[], currency: string, theme: ChartTheme) {
  const last = weekOf(days.at(-1)?.day ?? '');
  const first = last - calendarWeeks(days) + 1;
  const shown = days.filter(({ day }) => weekOf(day) >= first);
  const strongest = Math.max(...shown.map(({ net }) => Math.abs(net ?? 0)));
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    label: short(firstDayOf(first + at)),
    cells: shown
      .filter(({ day }) => weekOf(day) === first + at)
      .map((one) => cellOf(one, strongest, currency, theme)),
  }));
}

function config({ days }: OptionCalendarData, options: ChartOptions = {}): ChartConfiguration<'bar'> {
  const { theme: name, currency, title, width } = complete(options, TITLE);
  const theme = themes[name];
  const isEmpty = days.length === 0;
  const isOnWeekend = days.some(({ day }) => weekdayOf(day) > 4);
  return {
    type: 'bar',
    data: { datasets: [] },
    options: {
      ...textOptions(theme),
      scales: { x: { display: false }, y: { display: false } },
      plugins: {
        ...heading(theme, width, title, isEmpty ? '' : resultFacts(days, currency)),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? { text: 'No trade closed in these days' } : null),
        grid: {
          columns: isOnWeekend ? WEEKDAYS : WEEKDAYS.slice(0, 5),
          rows: isEmpty ? [] : rowsOf(days, currency, theme),
          labelWidth: 50,
          color: theme.muted,
          size: 11,
          mostHeight: 36,
        },
        legend: { display: false },
        tooltip: tooltip(theme),
      },
    },
  };
}

export const optionCalendar: ChartKind<OptionCalendarData, 'bar'> = {
  name: TITLE,
  summary: 'Net result of option trades by day, as a calendar.',
  config,
  table: (data, options = {}): ChartTable =>
    optionDays.table(data, { ...options, title: options.title || TITLE }),
};
