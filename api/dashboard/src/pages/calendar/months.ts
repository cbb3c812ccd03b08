import { indianTime } from '../../../../../charts/index.ts';
import type { CalendarRow } from '../../api/types.ts';

export interface CalendarMonth {
  /** 2026-03 */
  month: string;
  rows: CalendarRow[];
}

/** Dates by month, in the order in which they come. */
export function byMonth(rows: readonly CalendarRow[]): CalendarMonth[] {
  const months = new Map<string, CalendarRow[]>();
  for (const row of rows) {
    const month = row.date.slice(0, 7);
    const known = months.get(month);
    if (known === undefined) months.set(month, [row]);
    else known.push(row);
  }
  return Array.from(months, ([month, some]) => ({ month, rows: some }));
}

/** The day so many days after one instant's day in India. */
export function daysAhead(now: number, days: number): string {
  const { year, month, day } = indianTime(now);
  return new Date(Date.UTC(year, month, day + days)).toISOString().slice(0, 10);
}
