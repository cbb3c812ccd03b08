/** The same day so many calendar months later; the last day of that month where it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = year * 12 + (month - 1) + months;
  const last = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0)).getUTCDate();
  return dayOf(Math.floor(at / 12), (at % 12) + 1, Math.min(date, last));
}

/** The day after. */
export function nextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/** Whether units bought on one day and sold on another were held for more than so many months: the same day is not more. */
export function isHeldLonger(bought: string, sold: string, months: number): boolean {
  return sold > addMonths(bought, months);
}

function dayOf(year: number, month: number, date: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}
