import { dayInWords, istDate, DAY_MS } from '../../platform/index.ts';

/**
 * The last day that a transaction may be dated, YYYY-MM-DD: tomorrow in India, for exchanges whose day has begun already.
 * A ledger holds what has happened. A later date is a slip of the year nearly always, and what it brings would be in
 * holdings and yearly returns but in no value of a day: whatever enters the ledger (by hand, from a file, from a broker)
 * is held to this one day, and rows that are on record stay.
 */
export function lastTradeDay(now: Date): string {
  return istDate(new Date(now.getTime() + DAY_MS));
}

/** What is wrong with a day after the last one, and what to do. */
export function liesAhead(day: string): string {
  return `${dayInWords(day)} is in the future. Check the year. Record a transaction once it has happened.`;
}
