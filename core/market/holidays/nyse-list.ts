import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import { isCalendarDate } from '../../platform/index.ts';
import { type ExtraEntry, type ListedYear, usRuleDays } from '../calendar/index.ts';
import { type ListFault, type ReadList, refusedList, weekdayName } from './read-list.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const DAY = `(${WEEKDAY}),? (${MONTHS.join('|')}) (\\d{1,2})`;
/** A cell such as `Friday, July 3 (Independence Day observed)` or `Thursday, November 26***`. */
const CELL = new RegExp(`^${DAY}\\s*\\**\\s*(?:\\([^)]*\\))?\\s*\\**$`);
/** A cell of a year that does not keep the holiday. */
const NOT_KEPT = /^[—–-]\s*\**$/;
const EARLY_CLOSE = /close early at 1:00 p\.m\./i;
const CLOSE = '13:00';
const OPEN = '09:30';

/**
 * The years of the table on NYSE's page of hours and holidays, from a year on. A year is taken only if it has every closure of
 * the exchange's own rules. Early closes stand in the notes below the table. Settlement holidays are those of the banks, which
 * follow from rules.
 */
export function readNysePage(html: string, fromYear: number): ReadList {
  const document = parse(html);
  const rows = tableRows(document).filter((cells) => cells.length > 1);
  const head = rows.findIndex(([first = '', ...years]) => /^holidays?$/i.test(first) && years.every(isYear));
  if (head < 0) return refusedList('LIST_UNREADABLE');
  const years = (rows[head] ?? []).slice(1).map(Number);
  const table = rows.slice(head + 1);
  const end = table.findIndex((cells) => cells.length !== years.length + 1);
  const holidays = end < 0 ? table : table.slice(0, end);
  const early = earlyCloses(textOf(document));
  if (early === null || new Set(years).size < years.length) return refusedList('LIST_CONTRADICTORY');
  const read: ReadList = { years: [], fault: null };
  for (const [column, year] of years.entries()) {
    if (year < fromYear) continue;
    const listed = yearOf(
      year,
      holidays.map((cells): [string, string] => [cells[0] ?? '', cells[column + 1] ?? '']),
      early,
    );
    if (typeof listed === 'string') read.fault ??= listed;
    else read.years.push(listed);
  }
  return read;
}

function yearOf(
  year: number,
  cells: readonly (readonly [name: string, cell: string])[],
  early: readonly string[],
): ListedYear | ListFault {
  const rules = usRuleDays(year);
  const closed: { date: string; reason: string }[] = [];
  for (const [reason, cell] of cells) {
    if (NOT_KEPT.test(cell)) continue;
    const date = dateOf(CELL.exec(cell), year);
    if (date === null) return 'LIST_UNREADABLE';
    closed.push({ date, reason });
  }
  const dates = new Set(closed.map(({ date }) => date));
  const ofYear = early.filter((date) => date.startsWith(`${year}-`));
  if (dates.size < closed.length || ofYear.some((date) => dates.has(date))) return 'LIST_CONTRADICTORY';
  const hasAll =
    rules.closed.every(({ date }) => dates.has(date)) &&
    rules.earlyCloses.every(({ date }) => ofYear.includes(date));
  if (!hasAll) return 'LIST_INCOMPLETE';
  const entry = (kind: ExtraEntry['kind'], date: string, reason: string): ExtraEntry => {
    const hours = kind === 'session' ? { open: OPEN, close: CLOSE } : { open: null, close: null };
    return { date, exchange: 'NYSE', kind, reason, ...hours };
  };
  return {
    exchange: 'NYSE',
    year,
    is_whole: true,
    has_settlement: true,
    entries: [
      ...closed.map(({ date, reason }) => entry('closed', date, reason)),
      ...ofYear.map((date) => entry('session', date, 'Early close')),
      ...rules.bankHolidays.map(({ date, reason }) => entry('settlement_closed', date, reason)),
    ],
  };
}

/** Dates of early closes in the notes; null if one is no such date. */
function earlyCloses(text: string): string[] | null {
  const dates: string[] = [];
  for (const note of text.split(EARLY_CLOSE).slice(1)) {
    // The dates end with a year that no comma follows: `Friday, November 27, 2026, and Friday, November 26, 2027 (…)`.
    const sentence = /^.*?\b20\d\d(?=\s*[(.;])/s.exec(note)?.[0] ?? '';
    for (const found of sentence.matchAll(new RegExp(`${DAY}, (20\\d\\d)`, 'g'))) {
      const date = dateOf(found, Number(found[4]));
      if (date === null) return null;
      dates.push(date);
    }
  }
  return [...new Set(dates)];
}

/** A weekday; null for what is no date, or a date with the name of another weekday. */
function dateOf(found: RegExpExecArray | null, year: number): string | null {
  if (found === null) return null;
  const [, weekday = '', month = '', day = ''] = found;
  const two = (number: number) => String(number).padStart(2, '0');
  const date = `${year}-${two(MONTHS.indexOf(month) + 1)}-${two(Number(day))}`;
  if (!isCalendarDate(date) || weekdayName(date) !== weekday) return null;
  return weekday === 'Saturday' || weekday === 'Sunday' ? null : date;
}

const isYear = (cell: string): boolean => /^20\d\d$/.test(cell);

/** No page of the exchange is nested deeper. */
const DEEPEST = 200;

/** The cells of all rows of the page's tables, as texts. */
function tableRows(node: Tree.Node, depth = 0): string[][] {
  if (!('childNodes' in node) || depth > DEEPEST) return [];
  if (node.nodeName !== 'tr') return node.childNodes.flatMap((child) => tableRows(child, depth + 1));
  return [
    node.childNodes
      .filter(({ nodeName }) => nodeName === 'td' || nodeName === 'th')
      .map((cell) => textOf(cell)),
  ];
}

function textOf(node: Tree.Node): string {
  const parts = (one: Tree.Node, depth: number): string[] => {
    if (one.nodeName === '#text' && 'value' in one) return [one.value];
    const isSilent = one.nodeName === 'script' || one.nodeName === 'style' || depth > DEEPEST;
    return isSilent || !('childNodes' in one)
      ? []
      : one.childNodes.flatMap((child) => parts(child, depth + 1));
  };
  return parts(node, 0).join(' ').replace(/\s+/g, ' ').trim();
}
