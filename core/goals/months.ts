/**
 * The same day some months on, or the last day of a shorter month: a month after 31 January is 28 or 29 February, and two
 * months after it 31 March again. Dates are YYYY-MM-DD.
 */
export function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  const lastDay = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate();
  return new Date(Date.UTC(Math.floor(index / 12), index % 12, Math.min(day, lastDay)))
    .toISOString()
    .slice(0, 10);
}
