import { DAY_MS, utcDate } from '../dates.ts';

/** What a cell held instead of a date. */
export type DateProblem = 'not a date' | 'ambiguous';

type ParsedDate = { value: string } | { problem: DateProblem };

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(.*)$/s;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(|[;T ].*)$/s;
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(.*)$/s;
const DAY_MONTH_NAME = /^(\d{1,2})(?:st|nd|rd|th)?[-/ .]+([a-z]{3,9})\.?[-/ ,.]+(\d{4}|\d{2})(\D.*|)$/is;
const MONTH_NAME_DAY = /^([a-z]{3,9})\.?[-/ ]+(\d{1,2})(?:st|nd|rd|th)?[-/ ,]+(\d{4})(\D.*|)$/is;
const TIME =
  /^(?:[T\s,;]+\d{1,2}:?\d{2}(?::?\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|[+-]\d{2}:?\d{2}|[a-z]{2,5})?)?\s*$/i;
/** "02/15/2024 as of 02/14/2024": entered on the first day, counted from the second. */
const AS_OF = /^\S{6,11} as of (\S{6,11})$/i;
const EXCEL_SERIAL = /^\d{5}(?:\.\d+)?$/;
/** The day number with its fraction of a day, or the fraction alone. */
const EXCEL_TIME = /^(?:0|\d{5})?\.(\d+)$/;
const CLOCK =
  /^[T\s,;]*(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(?:([ap])\.?m\.?)?\s*(Z|[+-]\d{2}:?\d{2}|[a-z]{2,5})?\s*$/i;
/** Every way to write a date, with the group of what follows it. */
const DATES: readonly [RegExp, number][] = [
  [YEAR_FIRST, 5],
  [NUMERIC, 5],
  [DAY_MONTH_NAME, 4],
  [MONTH_NAME_DAY, 4],
  [COMPACT, 4],
];
const DAY_SECONDS = 86_400;
/** Longer text is no date; it would only make the patterns above slow. */
const LONGEST = 64;
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);

/**
 * The day a cell names, as YYYY-MM-DD; a time of day after it is read over, since an exchange's date is a date.
 * Reads ISO, 20240305, dd-mm-yyyy, dd/MM/yyyy, dd.mm.yyyy, dd-MMM-yyyy, "Mar 5, 2024" and Excel day numbers.
 * `order` is how the file writes numeric dates; null means nothing proved it, and then 05/03/2024 is `ambiguous`.
 */
export function parseDate(written: string, order: 'dmy' | 'mdy' | null): ParsedDate {
  if (written.length > LONGEST) return { problem: 'not a date' };
  const text = written.length > 18 ? (AS_OF.exec(written)?.[1] ?? written) : written;
  const found = YEAR_FIRST.exec(text);
  if (found) return dated(found[1], found[3], found[4], found[5]);
  const numeric = NUMERIC.exec(text);
  if (numeric) return numericDate(numeric, order);
  const named = DAY_MONTH_NAME.exec(text);
  if (named) return dated(fullYear(named[3] as string), monthNumber(named[2] as string), named[1], named[4]);
  const american = MONTH_NAME_DAY.exec(text);
  if (american) return dated(american[3], monthNumber(american[1] as string), american[2], american[4]);
  const compact = COMPACT.exec(text);
  if (compact) return dated(compact[1], compact[2], compact[3], compact[4]);
  if (EXCEL_SERIAL.test(text)) return excelDate(Math.floor(Number(text)));
  return { problem: 'not a date' };
}

/**
 * The time of day of a cell that holds one, alone or after a date, as HH:MM:SS by the clock of its exchange. Null where there is
 * none; where it is by another clock (Z, an offset other than India's); and at midnight, which exports write for a day alone.
 */
export function parseTime(written: string): string | null {
  if (written.length > LONGEST) return null;
  const text = written.trim();
  const serial = EXCEL_TIME.exec(text);
  if (serial) return clock(Math.round(Number(`0.${serial[1]}`) * DAY_SECONDS));
  const rest = afterDate(text);
  const found = CLOCK.exec(rest);
  // Digits alone may be anything.
  if (!found || (rest === text && !text.includes(':'))) return null;
  const [, hours, minutes, seconds, half, zone] = found;
  if (zone !== undefined && !/^(?:\+05:?30|(?!utc$|gmt$)[a-z]+)$/i.test(zone)) return null;
  if (/^z$/i.test(zone ?? '') || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  const named = Number(hours);
  if (named > 23 || (half !== undefined && (named < 1 || named > 12))) return null;
  const hour = half === undefined ? named : (named % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return clock(hour * 3600 + Number(minutes) * 60 + Number(seconds ?? 0));
}

/** What follows the date of a cell; the cell itself where it begins with none. */
function afterDate(text: string): string {
  for (const [pattern, rest] of DATES) {
    const found = pattern.exec(text);
    if (found) return found[rest] ?? '';
  }
  return text;
}

/** Seconds since midnight, and null for midnight itself. */
function clock(seconds: number): string | null {
  if (seconds <= 0 || seconds >= DAY_SECONDS) return null;
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}

/** Which order of day and month a cell proves: 13/05/2024 can only be day first. */
export function orderProvedBy(text: string): 'dmy' | 'mdy' | null {
  const found = text.length > LONGEST ? null : NUMERIC.exec(text);
  if (!found || found[2] === '.') return null;
  const [first, second] = [Number(found[1]), Number(found[3])];
  if (first > 12 && second <= 12) return 'dmy';
  return second > 12 && first <= 12 ? 'mdy' : null;
}

function numericDate(found: RegExpExecArray, order: 'dmy' | 'mdy' | null): ParsedDate {
  const [, first, separator, second, year, rest] = found;
  // Dots are written day first everywhere.
  const dayFirst = separator === '.' || order === 'dmy';
  if (dayFirst) return dated(year, second, first, rest);
  if (order === 'mdy') return dated(year, first, second, rest);
  if (Number(first) > 12 || Number(first) === Number(second)) return dated(year, second, first, rest);
  if (Number(second) > 12) return dated(year, first, second, rest);
  return { problem: 'ambiguous' };
}

function dated(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  rest: string | undefined,
): ParsedDate {
  if (rest && !TIME.test(rest)) return { problem: 'not a date' };
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (y < 1900 || y > 2200 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m)) return { problem: 'not a date' };
  return { value: `${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}` };
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function monthNumber(name: string): string {
  const lower = name.toLowerCase().replace(/^sept$/, 'sep');
  return String(MONTHS.findIndex((month) => month.startsWith(lower)) + 1);
}

function fullYear(year: string): string {
  if (year.length === 4) return year;
  return Number(year) < 70 ? `20${year}` : `19${year}`;
}

/** A spreadsheet's own day number, as some brokers' exports carry it; 1970 to 2100. */
function excelDate(serial: number): ParsedDate {
  if (serial < 25_569 || serial > 73_415) return { problem: 'not a date' };
  return { value: utcDate(EXCEL_EPOCH + serial * DAY_MS) };
}
