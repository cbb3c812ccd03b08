/*
 * Calendar dates are text, YYYY-MM-DD, and no time zone takes part in their arithmetic. It stands here alone. (The calendar
 * of exchanges and the calculating thread count days since 1970-01-01 where dates are too slow.)
 */

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** True for a real calendar date as YYYY-MM-DD, years 1900 to 2200. */
export function isCalendarDate(text: string): boolean {
  if (!CALENDAR_DATE.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  const year = Number(text.slice(0, 4));
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && year >= 1900 && year <= 2200;
}

/** The date at an instant in UTC. @param at milliseconds since 1970. */
export function utcDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The date so many days later, or earlier where they are negative. */
export function addDays(date: string, days: number): string {
  return utcDate(Date.parse(date) + days * DAY_MS);
}

export function dayBefore(date: string): string {
  return addDays(date, -1);
}

export function dayAfter(date: string): string {
  return addDays(date, 1);
}

/**
 * The same day so many months later, or earlier where they are negative; the last day of a month that has no such day: a
 * month after 31 January is 28 or 29 February, and two months after it 31 March again.
 */
export function addMonths(date: string, months: number): string {
  const at = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const [year, month, day] = [Math.floor(at / 12), at % 12, date.slice(8)];
  const yearMonth = `${digits(year, 4)}-${digits(month + 1, 2)}`;
  // Every month has a 28th.
  if (day <= '28') return `${yearMonth}-${day}`;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return `${yearMonth}-${Math.min(Number(day), last)}`;
}

function digits(number: number, count: number): string {
  return String(number).padStart(count, '0');
}

/** Days from one date to another; negative where the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Days between two dates, whichever is earlier. */
export function daysApart(one: string, other: string): number {
  return Math.abs(daysBetween(one, other));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A date for reading: 5 Jan 2024. Anything else than YYYY-MM-DD stays as it is. */
export function dayInWords(date: string): string {
  if (!CALENDAR_DATE.test(date)) return date;
  return `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** How long ago a day was: `1 day old`, `45 days old`, `15 months old`, `3 years old`; months and years are whole ones. */
export function ageInWords(day: string, today: string): string {
  const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  const months = monthOf(today) - monthOf(day) - (today.slice(8) < day.slice(8) ? 1 : 0);
  const [count, unit] =
    months >= 36
      ? [Math.floor(months / 12), 'year']
      : months >= 2
        ? [months, 'month']
        : [daysBetween(day, today), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'} old`;
}
