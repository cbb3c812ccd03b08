import { daysBetween, Decimal } from '../../platform/index.ts';

/** A question for a rate: units of `to` for one of `from` on a day (YYYY-MM-DD). */
export interface RateQuestion {
  from: string;
  to: string;
  day: string;
  /** How many days older the rate may be; a week where it is not said. */
  within?: number;
}

/** A rate with what is known of it. */
export interface Rate {
  rate: Decimal;
  /** The day it is of: the one asked for, or the nearest earlier one on record; null for the reference of the settings. */
  day: string | null;
  /** True unless it is the day's own: a Saturday and a Sunday have Friday's. */
  is_estimated: boolean;
  /** Who gave it; `REFERENCE` for the constant of the settings, `SAME` for a currency in itself. */
  source: string;
}

/** A rate as it is kept. */
interface StoredRate {
  rate: Decimal;
  day: string;
  source: string;
}

/** No market for money rests longer than this. */
export const NEAREST_DAYS = 7;

const SATURDAY = 6;
const SUNDAY = 0;

/** The answer by a stored rate. `isInverted`: it is kept the other way round. */
export function rateFrom(stored: StoredRate, asked: string, isInverted: boolean): Rate {
  return {
    rate: isInverted ? new Decimal(1).div(stored.rate) : stored.rate,
    day: stored.day,
    is_estimated: !isOwnDay(stored.day, asked),
    source: stored.source,
  };
}

/** A rate holds on its own day, and Friday's over the weekend. */
function isOwnDay(day: string, asked: string): boolean {
  const later = daysBetween(day, asked);
  if (later === 0) return true;
  const weekday = new Date(asked).getUTCDay();
  return (weekday === SATURDAY && later === 1) || (weekday === SUNDAY && later === 2);
}

/** Rupees and dollars by the constant of the settings; null for other currencies. */
export function referenceRate(from: string, to: string, rupeesPerDollar: number): Rate | null {
  const usd = new Decimal(rupeesPerDollar);
  const one = new Decimal(1);
  if (from === to) return { rate: one, day: null, is_estimated: false, source: 'SAME' };
  const reference = (rate: Decimal): Rate => ({ rate, day: null, is_estimated: true, source: 'REFERENCE' });
  if (from === 'USD' && to === 'INR') return reference(usd);
  if (from === 'INR' && to === 'USD') return reference(one.div(usd));
  return null;
}

export function isWeekendDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday === SATURDAY || weekday === SUNDAY;
}
