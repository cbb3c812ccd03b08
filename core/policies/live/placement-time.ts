import type { Calendar } from '../../market/calendar/index.ts';
import { istDate, istInstant } from '../../platform/index.ts';

/** The hours in which orders are sent on a usual session, HH:MM in India. */
interface PlacementHours {
  POLICY_MARKET_OPEN: string;
  POLICY_MARKET_CLOSE: string;
}

/**
 * Whether orders may be sent now (spec: POLICY_MARKET_OPEN, POLICY_MARKET_CLOSE; Policy rules 2): on a session of the NSE,
 * within the hours of the settings and never outside those of the exchange. A special session has hours of its own; where
 * they are not known, nothing is sent.
 */
export function isPlacementTime(calendar: Calendar, hours: PlacementHours, now: Date): boolean {
  if (calendar.isOpen('NSE', now) !== true) return false;
  const day = istDate(now);
  // An evening session lies outside the usual hours altogether.
  const { open } = calendar.sessionHours('NSE', day);
  const [from, until] = [
    istInstant(day, hours.POLICY_MARKET_OPEN),
    istInstant(day, hours.POLICY_MARKET_CLOSE),
  ];
  const isUsual = open !== null && open < until && open >= istInstant(day, '09:00');
  return isUsual ? now >= from && now < until : true;
}

/** When orders are no more sent on the day of a moment at which they may be; null where its hours are not known. */
export function placementEnd(calendar: Calendar, hours: PlacementHours, now: Date): Date | null {
  const day = istDate(now);
  const { close } = calendar.sessionHours('NSE', day);
  const until = istInstant(day, hours.POLICY_MARKET_CLOSE);
  // That of an evening session lies after the usual hours.
  const ends = [close, until].filter((end): end is Date => end !== null && end > now);
  return ends.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
