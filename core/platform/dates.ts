/** Days of the calendar as text, YYYY-MM-DD: they compare as text does, and no zone or time of day is in them. */

const DAY_MS = 86_400_000;

/** Calendar days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The day so many days later; earlier where the number is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The same day so many calendar months later, or earlier where the number is negative; the last day of that month where it
 * has no such day. Each call counts from its own day: a month after 31 January is 28 or 29 February, two are 31 March.
 */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = year * 12 + (month - 1) + months;
  const last = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0)).getUTCDate();
  const text = (n: number, digits: number) => String(n).padStart(digits, '0');
  return `${text(Math.floor(at / 12), 4)}-${text((at % 12) + 1, 2)}-${text(Math.min(date, last), 2)}`;
}
