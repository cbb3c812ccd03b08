import type { Exchange } from '../core/market/calendar/index.ts';
import { dayBefore } from '../core/platform/index.ts';
import type { JobContext } from './job-context.ts';

/** Where things of a currency trade. */
export const HOME_EXCHANGES: ReadonlyMap<string, Exchange> = new Map([
  ['INR', 'NSE'],
  ['USD', 'NYSE'],
]);

/** The newest session of an exchange that a day in India is about: NSE's of the day, NYSE's of the day before. */
export interface CoveredSession {
  exchange: Exchange;
  /** YYYY-MM-DD at the exchange. */
  date: string;
  /** Why there was none; null where there was one. */
  closedFor: string | null;
  /** Why it may not have ended; null where it has. */
  openFor: string | null;
}

/** Of the exchanges on which things of these currencies trade: New York's session of the day begins in India's evening. */
export function coveredSessions(
  { calendar, clock }: Pick<JobContext, 'calendar' | 'clock'>,
  currencies: readonly string[],
  today: string,
): CoveredSession[] {
  return [...new Set(currencies)].flatMap((currency) => {
    const exchange = HOME_EXCHANGES.get(currency);
    if (exchange === undefined) return [];
    const date = exchange === 'NSE' ? today : dayBefore(today);
    const isSession = calendar.isSession(exchange, date);
    const { close, reason } = calendar.sessionHours(exchange, date);
    const isOver = close !== null && close <= clock.now();
    return [
      {
        exchange,
        date,
        closedFor: isSession ? null : calendar.sessionReason(exchange, date),
        openFor: !isSession || isOver ? null : (reason ?? 'it is still open'),
      },
    ];
  });
}
