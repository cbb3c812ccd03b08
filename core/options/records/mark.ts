import { istDate } from '../../platform/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import { type OpenLeg, unrealisedOf } from './unrealised.ts';

/** Contracts expire with the market's close, by the clock of India. */
const EXPIRES_AT = 'T15:30:00+05:30';
export const expiryMoment = (expiry: string): string => new Date(`${expiry}${EXPIRES_AT}`).toISOString();

/** By what the prices of open trades are judged. */
export interface MarkMoment {
  now: Date;
  /** When the last session began; prices from before are of an earlier one. Left out where the calendar does not say. */
  pricesSince?: string | undefined;
}

export function markMoment(calendar: Calendar, now: Date): MarkMoment {
  const today = istDate(now);
  const openOf = (day: string) => calendar.sessionHours('NSE', day).open;
  const open = openOf(today);
  const last = open !== null && open <= now ? open : openOf(calendar.previousSession('NSE', today));
  return { now, pricesSince: last?.toISOString() };
}

/** The same text for as long as the same prices and contracts count. */
export const markKey = ({ now, pricesSince }: MarkMoment): string => {
  const today = istDate(now);
  return `${pricesSince} ${today} ${expiryMoment(today) <= now.toISOString()}`;
};

/** What an open trade is worth now by its newest report. */
interface Mark {
  /** In units; null where the report proves no price of now. */
  gross: number | null;
  /** What the report itself comes to, whenever it was and whatever has expired since; null where a price is missing. */
  reported: number | null;
  /** Why `gross` is null: codes, each with its symbol. */
  reasons: string[];
}

/**
 * Values the legs of a report. A contract that has expired has no price any more, and a price of an earlier session is none of
 * now: neither stands for what the trade is worth.
 */
export function markOf(report: { at: string; legs_json: string }, { now, pricesSince }: MarkMoment): Mark {
  const legs = JSON.parse(report.legs_json) as OpenLeg[];
  const { gross: reported, reasons } = unrealisedOf(legs);
  const at = now.toISOString();
  const isOld = pricesSince !== undefined && report.at < pricesSince;
  const stale = legs.flatMap(({ symbol, expiry }) => {
    if (expiryMoment(expiry) <= at) return [`CONTRACT_EXPIRED ${symbol}`];
    return isOld && !reasons.includes(`LAST_PRICE_MISSING ${symbol}`) ? [`LAST_PRICE_OLD ${symbol}`] : [];
  });
  return { gross: stale.length === 0 ? reported : null, reported, reasons: [...reasons, ...stale] };
}
