import { daysBetween, istDate, LONGEST_CLOSURE_DAYS } from '../../platform/index.ts';
import type { Calendar } from './calendar.ts';
import type { Exchange } from './exchange.ts';
import { createSettlementDays } from './settlement-days.ts';

/** The fields that tell the day of a price. */
export interface DatedPrice {
  asset_class: string;
  currency: string;
  /** Day of the price at its market, where a provider told it. */
  price_as_of?: string | null;
  /** When the price was read or entered. */
  priced_at: Date | string | null;
}

/** The session that a day's change is of. */
export interface ChangeDay {
  /** YYYY-MM-DD at the market. */
  day_change_date: string;
  /** `Today` while that is the day in India and an exchange trades on it; else its date: `Fri 20 Nov`. */
  day_change_label: string;
}

export type PriceSessions = ReturnType<typeof createPriceSessions>;

const TODAY = 'Today';
/** Unlisted holdings are valued once a year. */
const BY_HAND_DAYS = 366;
// A label is made for every holding: toLocaleString would take 0.2 ms each time.
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Which session prices are of, and what its change is called: the one place where anything becomes "Today". */
export function createPriceSessions(calendar: Calendar) {
  const settlement = createSettlementDays(calendar);

  /** The last session that has begun by an instant; one whose hours are not on record begins with its day. */
  function lastBegun(exchange: Exchange, at: Date): string {
    const date = calendar.dateAt(exchange, at);
    const last = calendar.sessionOnOrBefore(exchange, date);
    if (last < date) return last;
    const { open } = calendar.sessionHours(exchange, date);
    return open !== null && at < open ? calendar.previousSession(exchange, date) : last;
  }

  /** The last session that is over by an instant; one whose hours are not on record ends with its day. */
  function lastEnded(exchange: Exchange, at: Date): string {
    const date = calendar.dateAt(exchange, at);
    const last = calendar.sessionOnOrBefore(exchange, date);
    if (last < date) return last;
    const { close } = calendar.sessionHours(exchange, date);
    return close !== null && at >= close ? last : calendar.previousSession(exchange, date);
  }

  /**
   * The day of a price: as the provider says; without that the last session that had begun when it was read, since on a
   * Sunday Friday's price is read. What is priced by hand is of the day it was entered for. Null for money, which has no
   * sessions, and where nothing is known.
   */
  function dateOf({ asset_class, currency, price_as_of = null, priced_at }: DatedPrice): string | null {
    if (asset_class === 'Cash') return null;
    const exchange = exchangeOf(asset_class, currency);
    // Some funds have a value on days without a session, and a price by hand may be of any day.
    const isOfAnyDay = asset_class === 'Mutual Fund' || asset_class === 'Unlisted';
    if (price_as_of !== null)
      return isOfAnyDay ? price_as_of : calendar.sessionOnOrBefore(exchange, price_as_of);
    const at = priced_at === null ? null : new Date(priced_at);
    if (at === null || Number.isNaN(at.getTime())) return null;
    return asset_class === 'Unlisted' ? istDate(at) : lastBegun(exchange, at);
  }

  /**
   * True for the last price of the session right before a day: of that session, and seen after its end. The
   * value of a fund is final, whenever it was seen. Exchanges elsewhere have no calendar here: there the longest closure
   * between two sessions decides.
   */
  function isCloseBefore(price: DatedPrice, day: string): boolean {
    const { asset_class, currency } = price;
    const of = dateOf(price);
    if (of === null || of >= day || asset_class === 'Unlisted') return false;
    if (currency !== 'INR' && currency !== 'USD') return daysBetween(of, day) <= LONGEST_CLOSURE_DAYS;
    const exchange = exchangeOf(asset_class, currency);
    if (of < calendar.previousSession(exchange, day)) return false;
    if (asset_class === 'Mutual Fund' || price.priced_at === null) return true;
    const { close } = calendar.sessionHours(exchange, of);
    return close === null || new Date(price.priced_at) >= close;
  }

  /**
   * True for a price of the last session that is over, or of a later one. Fund values are published after their session, so
   * the one before still counts. A price entered by hand counts for a year. Exchanges without a calendar here go by the
   * longest closure between two sessions.
   */
  function isOfLastSession(price: DatedPrice, now: Date): boolean {
    const { asset_class, currency } = price;
    const of = dateOf(price);
    if (of === null) return asset_class === 'Cash';
    if (asset_class === 'Unlisted') return daysBetween(of, istDate(now)) <= BY_HAND_DAYS;
    if (currency !== 'INR' && currency !== 'USD')
      return daysBetween(of, istDate(now)) <= LONGEST_CLOSURE_DAYS;
    const exchange = exchangeOf(asset_class, currency);
    const last = lastEnded(exchange, now);
    return of >= (asset_class === 'Mutual Fund' ? calendar.previousSession(exchange, last) : last);
  }

  return {
    dateOf,

    isOfLastSession,

    /**
     * Names the sessions that have begun and ended by an instant. Ages and labels of prices change with these, and with the
     * day in India.
     */
    stateAt: (now: Date): string =>
      CALENDARS.map((exchange) => `${lastBegun(exchange, now)} ${lastEnded(exchange, now)}`).join(' '),

    /** True for a session of the price's exchange; an unlisted share has none. */
    isSession: ({ asset_class, currency }: DatedPrice, day: string): boolean =>
      asset_class !== 'Unlisted' && calendar.isSession(exchangeOf(asset_class, currency), day),

    isCloseBefore,

    /** The close before a new price, by what was known of the one that it replaces; null where that does not tell. */
    previousFor<Price>(
      known: DatedPrice & { current_price: Price | null; previous_close: Price | null },
      next: DatedPrice,
    ): Price | null {
      const day = dateOf(next);
      if (day === null) return null;
      if (dateOf(known) === day) return known.previous_close;
      return isCloseBefore(known, day) ? known.current_price : null;
    },

    /** The same for many prices. */
    datesOf: () => oncePerDay(dateOf),
    areOfLastSession: (now: Date) => oncePerDay((price) => isOfLastSession(price, now)),

    /** How trades of a security settle. */
    settles: settlement.of,

    /** The label of the change of a day. An unknown day counts as India's last session. */
    changeOf(date: string | null, now: Date): ChangeDay {
      const today = istDate(now);
      const day = date ?? lastBegun('NSE', now);
      const isSession = () => calendar.isSession('NSE', day) || calendar.isSession('NYSE', day);
      return {
        day_change_date: day,
        day_change_label: day === today && isSession() ? TODAY : dateLabel(day, today),
      };
    },
  };
}

/** Answers for many prices: most of them are of a few days, and each day is looked at once. */
function oncePerDay<T>(ask: (price: DatedPrice) => T): (price: DatedPrice) => T {
  const known = new Map<string, T>();
  return (price) => {
    const { asset_class, currency, price_as_of = null, priced_at } = price;
    const key = `${asset_class}\0${currency}\0${price_as_of ?? String(priced_at?.valueOf())}`;
    if (!known.has(key)) known.set(key, ask(price));
    return known.get(key) as T;
  };
}

/** Exchanges by whose sessions prices are dated. */
const CALENDARS = ['NSE', 'NYSE'] as const;

/** American shares and funds keep the sessions of NYSE, everything else those of NSE. */
function exchangeOf(assetClass: string, currency: string): (typeof CALENDARS)[number] {
  return assetClass === 'US Equity' || currency === 'USD' ? 'NYSE' : 'NSE';
}

/** `Fri 20 Nov`; with its year where that is not this one. */
function dateLabel(date: string, today: string): string {
  const year = date.slice(0, 4);
  const at = new Date(`${date}T00:00:00Z`);
  const weekday = WEEKDAYS[at.getUTCDay()] ?? '';
  const month = MONTHS[at.getUTCMonth()] ?? '';
  return `${weekday} ${at.getUTCDate()} ${month}${year === today.slice(0, 4) ? '' : ` ${year}`}`;
}

/** The label inside a sentence: `today`, `on Fri 20 Nov`. */
export function onDay(label: string): string {
  return label === TODAY ? 'today' : `on ${label}`;
}
