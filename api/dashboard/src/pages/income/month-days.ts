/** The weeks of a month such as `2026-03`, Monday first; days of the months around it are null. */
export function weeksOf(month: string): (string | null)[][] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = new Date(Date.UTC(year, number - 1, 1));
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (first.getUTCDay() + 6) % 7;
  const cells = Array.from({ length: Math.ceil((before + days) / 7) * 7 }, (_, at) => {
    const date = at - before + 1;
    return date >= 1 && date <= days ? `${month}-${String(date).padStart(2, '0')}` : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The month so many months away. */
export function monthAway(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** First and last day of a month. */
export function spanOf(month: string): { from: string; to: string } {
  const days = weeksOf(month)
    .flat()
    .filter((day) => day !== null);
  return { from: days[0] ?? '', to: days.at(-1) ?? '' };
}
