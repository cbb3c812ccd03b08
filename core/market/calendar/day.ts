import { DAY_MS } from '../../platform/index.ts';
/** Days since 1970-01-01. A date of an exchange is a date, not an instant: no time zone takes part here. */
export type DayNumber = number;

const TWO_DIGITS = Array.from({ length: 32 }, (_, number) => String(number).padStart(2, '0'));
const SHAPE = /^\d{4}-\d{2}-\d{2}$/;

/** The calendar answers for 1900-01-01 to 2200-12-31, the years every date field of the product allows. */
export const FIRST_DAY: DayNumber = Date.UTC(1900, 0, 1) / DAY_MS;
export const LAST_DAY: DayNumber = Date.UTC(2200, 11, 31) / DAY_MS;

/** The day number of 'YYYY-MM-DD', or null for what is no date or lies outside 1900 to 2200. */
export function readDay(date: string): DayNumber | null {
  if (!SHAPE.test(date)) return null;
  const [year, month, dayOfMonth] = [
    Number(date.slice(0, 4)),
    Number(date.slice(5, 7)),
    Number(date.slice(8)),
  ];
  const day = Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;
  if (day < FIRST_DAY || day > LAST_DAY) return null;
  // 2026-02-30 would roll over into March.
  return formatDay(day) === date ? day : null;
}

/** The day number of 'YYYY-MM-DD'. @throws RangeError for what is no date or lies outside 1900 to 2200. */
export function toDay(date: string): DayNumber {
  const day = readDay(date);
  if (day === null) throw new RangeError(`"${date}" is not a date of the years 1900 to 2200 as YYYY-MM-DD`);
  return day;
}

export function dayOf(year: number, month: number, dayOfMonth: number): DayNumber {
  return Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;
}

// The same few thousand dates are printed again and again.
const printed: (string | undefined)[] = [];

/** 'YYYY-MM-DD' of a day number. */
export function formatDay(day: DayNumber): string {
  const slot = day - FIRST_DAY;
  const known = slot >= 0 ? printed[slot] : undefined;
  if (known !== undefined) return known;
  const [year, month, dayOfMonth] = civil(day);
  const text = `${String(year).padStart(4, '0')}-${TWO_DIGITS[month]}-${TWO_DIGITS[dayOfMonth]}`;
  if (slot >= 0 && day <= LAST_DAY) printed[slot] = text;
  return text;
}

/** 0 for Monday to 6 for Sunday. 1970-01-01 was a Thursday. */
export function weekdayOf(day: DayNumber): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function isWeekend(day: DayNumber): boolean {
  return weekdayOf(day) > 4;
}

/** The days of the calendar month that holds the day. */
export function monthOf(day: DayNumber): { first: DayNumber; last: DayNumber } {
  const [year, month] = civil(day);
  return { first: dayOf(year, month, 1), last: dayOf(year, month + 1, 1) - 1 };
}

/** The days of the Indian financial year (1 April to 31 March) that holds the day. */
export function financialYearOf(day: DayNumber): { first: DayNumber; last: DayNumber } {
  const [year, month] = civil(day);
  const start = month >= 4 ? year : year - 1;
  return { first: dayOf(start, 4, 1), last: dayOf(start + 1, 3, 31) };
}

/** Monday to Sunday of the week that holds the day. */
export function weekOf(day: DayNumber): { first: DayNumber; last: DayNumber } {
  const first = day - weekdayOf(day);
  return { first, last: first + 6 };
}

/**
 * Year, month and day of a day number, without a Date (twelve years of dates are printed in one go). Years are taken
 * to begin on 1 March, so that the leap day comes last; 146,097 days make 400 years.
 */
function civil(day: DayNumber): [year: number, month: number, dayOfMonth: number] {
  const since = day + 719_468; // Days since 0000-03-01.
  const era = Math.floor(since / 146_097);
  const inEra = since - era * 146_097;
  const yearOfEra = Math.floor(
    (inEra - Math.floor(inEra / 1460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365,
  );
  const inYear = inEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * inYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const dayOfMonth = inYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth];
}
