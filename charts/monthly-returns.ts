/** The return of each month, the years beside each other, with what each year came to. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { monthName, percent, UNKNOWN } from './format.ts';
import { heading, noteText, textOptions, tooltip } from './chart-style.ts';
import { shadeOf } from './shades.ts';
import { type ChartTheme, themes } from './theme.ts';
import type { Cell } from './tiles.ts';

/** One month: its return in percentage points; null where not known. */
interface MonthReturn {
  year: number;
  /** 1 to 12. */
  month: number;
  return_pct: number | null;
}

interface MonthlyReturnsData {
  months: readonly MonthReturn[];
}

interface Year {
  year: number;
  /** Twelve: null is unknown, undefined is a month outside of the records. */
  months: (number | null | undefined)[];
  /** The months of the year one after the other; null where one of them is not known. */
  total: number | null;
  /** Months on record, where they are not all twelve. */
  partly: boolean;
}

const TWELVE = Array.from({ length: 12 }, (_, index) => index);
/** Below this layout width the months stand under each other, so that a figure has room beside its sign. */
const NARROW = 420;
/** Years that stay readable in one picture; all of them are in the table. */
const MOST_YEARS = { wide: 10, narrow: 5 };
/** A month of so many percentage points has the full colour; a wilder month does not wash out the others. */
const STRONGEST = 10;

const known = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? value : null;

/** The months of the year linked: what one rupee became, less one. */
function linked(months: readonly (number | null)[]): number | null {
  if (months.length === 0 || months.some((month) => month === null)) return null;
  return (months.reduce<number>((worth, month) => worth * (1 + (month ?? 0) / 100), 1) - 1) * 100;
}

/** The years, the newest first. */
function yearsOf(data: MonthlyReturnsData): Year[] {
  const byYear = new Map<number, Year['months']>();
  for (const { year, month, return_pct } of data.months) {
    if (!Number.isInteger(year) || !Number.isInteger(month) || month < 1 || month > 12) continue;
    const months = byYear.get(year) ?? TWELVE.map(() => undefined);
    months[month - 1] = known(return_pct);
    byYear.set(year, months);
  }
  return [...byYear]
    .sort(([one], [other]) => other - one)
    .map(([year, months]) => {
      const recorded = months.filter((month) => month !== undefined);
      return { year, months, total: linked(recorded), partly: recorded.length < 12 };
    });
}

/** `+4.2` and `−12`: without the percent sign, which the heading has said. */
const figure = (value: number | null, digits: number): string =>
  percent(value, { digits, plus: true }).replace('%', '');

function cellOf(
  value: number | null,
  named: string,
  strongest: number,
  theme: ChartTheme,
): Omit<Cell, 'column'> {
  const { fill, ink } = shadeOf(value, strongest, theme);
  return {
    lines: [[figure(value, value !== null && Math.abs(value) >= 9.95 ? 0 : 1), figure(value, 0)]],
    hint: `${named}: ${value === null ? 'unknown' : percent(value, { plus: true })}`,
    fill,
    ink,
    ...(value === null ? { outline: theme.axis } : {}),
  };
}

/** The cells of one year: its months on record, then what they came to. */
function cellsOf({ year, months, total, partly }: Year, theme: ChartTheme): Cell[] {
  return [
    ...months.flatMap((value, month) =>
      value === undefined
        ? []
        : [{ ...cellOf(value, `${monthName(month)} ${year}`, STRONGEST, theme), column: month }],
    ),
    {
      ...cellOf(total, partly ? `${year}, recorded months` : String(year), 3 * STRONGEST, theme),
      column: TWELVE.length,
    },
  ];
}

/** `Dec 2025 to Mar 2026`: the months between the first and the last one that are told. */
function span(years: readonly Year[]): string {
  const named = years
    .toReversed()
    .flatMap(({ year, months }) =>
      months.flatMap((one, month) => (one === undefined ? [] : [`${monthName(month)} ${year}`])),
    );
  const [first = '', last = ''] = [named[0], named.at(-1)];
  return first === last ? first : `${first} to ${last}`;
}

function facts(years: readonly Year[], drawn: number): string {
  const months = years.flatMap((year) => year.months.flatMap((month) => month ?? []));
  const up = months.filter((one) => one > 0).length;
  return [
    'percent per month',
    span(years),
    `${up} of ${months.length} months up`,
    ...(years.length > drawn ? [`${years.length - drawn} earlier years in the table`] : []),
  ].join(' · ');
}

function config(data: MonthlyReturnsData, options: ChartOptions = {}): ChartConfiguration<'bar'> {
  const { theme: name, title, width } = complete(options, 'Monthly returns');
  const theme = themes[name];
  const all = yearsOf(data);
  const isNarrow = width < NARROW;
  const years = all.slice(0, isNarrow ? MOST_YEARS.narrow : MOST_YEARS.wide);
  const empty = !all.some(({ months }) => months.some((month) => typeof month === 'number'));
  const names = years.map(({ year }) => String(year));
  const fields = [...TWELVE.map(monthName), 'Year'];
  const byYear = years.map((year) => cellsOf(year, theme));
  const rows = isNarrow
    ? fields.map((label, field) => ({
        label,
        cells: byYear
          .toReversed()
          .flatMap((cells, column) =>
            cells.filter((cell) => cell.column === field).map((cell) => ({ ...cell, column })),
          ),
      }))
    : byYear.map((cells, at) => ({ label: names[at] ?? '', cells }));
  return {
    type: 'bar',
    data: { datasets: [] },
    options: {
      ...textOptions(theme),
      scales: { x: { display: false }, y: { display: false } },
      plugins: {
        ...heading(theme, width, title, empty ? '' : facts(all, years.length)),
        paper: { color: theme.surface },
        note: noteText(
          theme,
          empty ? { text: 'No months yet', hint: 'A month shows once its last value is recorded' } : null,
        ),
        grid: {
          columns: isNarrow ? names.toReversed() : fields,
          rows: empty ? [] : rows,
          labelWidth: 36,
          color: theme.muted,
          size: 11,
          mostHeight: 34,
        },
        legend: { display: false },
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: MonthlyReturnsData, options: ChartOptions = {}): ChartTable {
  const { title } = complete(options, 'Monthly returns');
  const years = yearsOf(data);
  const caption = title || 'Monthly returns';
  return {
    caption: years.length === 0 ? caption : `${caption}, ${span(years)}`,
    columns: ['Year', ...TWELVE.map(monthName), 'Full year'],
    rows: years.map(({ year, months, total }) => [
      String(year),
      ...months.map((month) => (month === undefined ? UNKNOWN : percent(month, { plus: true }))),
      percent(total, { plus: true }),
    ]),
  };
}

export const monthlyReturns: ChartKind<MonthlyReturnsData, 'bar'> = {
  name: 'Monthly returns',
  summary: 'The return of each month, year by year.',
  config,
  table,
};
