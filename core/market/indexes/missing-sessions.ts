import type { Calendar, Exchange } from '../calendar/index.ts';
import type { IndexClose } from './index-close.ts';

/**
 * The sessions of some days without a close, in order. Special sessions are left out: providers often lack them, and
 * asking for years again every day would not bring them.
 */
export function missingSessions(
  calendar: Calendar,
  exchange: Exchange,
  from: string,
  to: string,
  closes: readonly IndexClose[],
): string[] {
  const known = new Set(closes.map(({ day }) => day));
  return calendar
    .sessionsBetween(exchange, from, to)
    .filter((day) => !known.has(day) && isOrdinary(calendar, exchange, day));
}

function isOrdinary(calendar: Calendar, exchange: Exchange, day: string): boolean {
  const { kind } = calendar.day(exchange, day);
  return kind === 'REGULAR' || kind === 'EARLY_CLOSE';
}
