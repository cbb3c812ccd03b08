import type { Calendar, Exchange } from '../../../market/calendar/index.ts';
import { DAY_MS } from '../../../platform/index.ts';
import { mayBeIndian, type ResearchSubject } from '../../port/index.ts';

/** Where a share is traded, as far as anybody knows, and in what. */
export interface SubjectMarket {
  /** Whose sessions it keeps; null where neither its exchange nor its currency tells. */
  exchange: Exchange | null;
  /** ISO 4217; null where nobody knows. */
  currency: string | null;
  /** When the session of a day had ended for certain. */
  endOf(day: string): Date;
  /** When it began; null where its hours are not on record. */
  beginningOf(day: string): Date | null;
}

/** The market of a share. Without an exchange its currency tells; what is then still unknown is over when the day is over everywhere. */
export function marketOf(subject: ResearchSubject, calendar: Calendar): SubjectMarket {
  const currency = currencyOf(subject);
  const known = currency === null ? null : mayBeIndian(subject) ? 'NSE' : currency === 'USD' ? 'NYSE' : null;
  const exchange = subject.exchange ?? known;
  const hours = (day: string) => (exchange === null ? null : calendar.sessionHours(exchange, day));
  return {
    exchange,
    currency,
    endOf: (day) => hours(day)?.close ?? new Date(Date.parse(day) + DAY_MS),
    beginningOf: (day) => hours(day)?.open ?? null,
  };
}

function currencyOf({ currency, exchange, isin, symbol }: ResearchSubject): string | null {
  if (currency !== null && currency !== '') return currency;
  if (exchange !== null) return exchange === 'NSE' || exchange === 'BSE' ? 'INR' : 'USD';
  if (/\.(NS|BO)$/i.test(symbol) || isin?.startsWith('IN') === true) return 'INR';
  return isin?.startsWith('US') === true ? 'USD' : null;
}
