import { addDays } from '../../platform/index.ts';
import type { Calendar } from './calendar.ts';
import type { Exchange } from './exchange.ts';

/** The day on which a trade of the day counts for what is held. */
export type Settles = (tradeDay: string) => string;

/** Units of these change hands at an exchange and settle after the trade; all others count from their own day. */
const LISTED: ReadonlySet<string> = new Set(['Indian Equity', 'US Equity', 'ETF', 'Bond']);

/** What the calendar answers for, less some days at either end: a mistyped year must not stop the others. */
const CALENDAR_FROM = '1901-01-01';
const CALENDAR_TO = '2199-12-01';

/** For many questions: days are looked up once. */
export function createSettlementDays(
  calendar: Pick<Calendar, 'revision' | 'sessionOnOrBefore' | 'settlementDate'>,
) {
  const known = new Map<Exchange, Map<string, string>>();
  let { revision } = calendar;

  /**
   * A trade of a day without a session settles with the session before it, so that a later trade never settles earlier
   * than one before it. Before the first cycle on record a trade counts from its day.
   */
  function settle(exchange: Exchange, tradeDay: string): string {
    if (revision !== calendar.revision) {
      known.clear();
      ({ revision } = calendar);
    }
    const days = known.get(exchange) ?? new Map<string, string>();
    known.set(exchange, days);
    const found = days.get(tradeDay);
    if (found !== undefined) return found;
    if (tradeDay < CALENDAR_FROM || tradeDay > CALENDAR_TO) return tradeDay;
    const session = calendar.sessionOnOrBefore(exchange, tradeDay);
    const settled = calendar.settlementDate(exchange, session) ?? tradeDay;
    const day = settled < tradeDay ? tradeDay : settled;
    days.set(tradeDay, day);
    return day;
  }

  /** How trades of a security settle (spec: Income rules 1); without an asset class as those of a listed share. */
  function of(assetClass: string | null, currency: string): Settles {
    if (assetClass !== null && !LISTED.has(assetClass)) return (day) => day;
    const exchange: Exchange = currency === 'USD' ? 'NYSE' : 'NSE';
    return (day) => settle(exchange, day);
  }

  return {
    of,

    /** The last day whose trades in a currency were delivered before a day. */
    deliveredBefore(currency: string, day: string): string {
      const settles = of(null, currency);
      let traded = addDays(day, -1);
      while (settles(traded) >= day) traded = addDays(traded, -1);
      return traded;
    },
  };
}

export type SettlementDays = ReturnType<typeof createSettlementDays>;
