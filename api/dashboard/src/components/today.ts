import { indianTime } from '../../../../charts/index.ts';

/** YYYY-MM-DD in India. */
export function todayOf(now: number): string {
  const { year, month, day } = indianTime(now);
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
