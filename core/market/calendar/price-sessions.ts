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
  /** Days for which a price counts that a person keeps up; null or absent where a market prices it. */
  hand_days?: number | null;
}

/** A price as of an instant. */
export interface PriceAge {
  /** By which rule it grows old. */
  kind: 'QUOTED' | 'FUND' | 'BY_HAND';
  /** Day of the price; null where it is unknown. */
  of: string | null;
  /** STALE is of the session that counts, but not of the last minutes while it runs, and not its close after it. */
  state: 'FRESH' | 'STALE' | 'OLD';
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
/** A price is fresh for this long, as often as it may be refreshed (spec: Dashboard read model v2, freshness). */
export const FRESH_MINUTES = 30;
/** NAVs are due this long after the close: at 23:00 in India, by the rule of SEBI. */
const NAV_MS = 7.5 * 3_600_000;
/** Days for which a price by hand counts, unless a person or a holding has another interval. */
export const HAND_DAYS = 90;
/** Sources show a session's last price some minutes after its end. */
const FINAL_AFTER_MS = 15 * 60_000;
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

  /** The last session whose fund values are due by an instant. */
  function lastNav(exchange: Exchange, at: Date): string {
    const last = lastEnded(exchange, at);
    const { close } = calendar.sessionHours(exchange, last);
    const isDue = close === null || at.getTime() >= close.getTime() + NAV_MS;
    return isDue ? last : calendar.previousSession(exchange, last);
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
   * The one judgement of how old a price is, by its kind:
   * - A quoted price is FRESH within `FRESH_MINUTES`, and from the end of its session on as the close of it. Without that it
   *   is STALE until the next session has ended, and OLD from then on.
   * - A fund's value is published after its session: it is FRESH as the newest that is due, STALE as the one before.
   * - A price by hand is FRESH for its own interval, then OLD.
   *
   * Exchanges without a calendar here go by the longest closure between two sessions. A price of an unknown day is OLD.
   */
  function agesAt(now: Date): (price: DatedPrice) => PriceAge {
    const today = istDate(now);
    const dateOfOnce = oncePerDay(dateOf);
    const ended = new Map(
      CALENDARS.map((exchange) => {
        const day = lastEnded(exchange, now);
        const before = calendar.previousSession(exchange, day);
        const { close } = calendar.sessionHours(exchange, day);
        const isOver = lastBegun(exchange, now) === day;
        return [exchange, { day, before, close, isOver, nav: lastNav(exchange, now) }];
      }),
    );
    const isRecent = (at: Date | null): boolean =>
      at !== null && now.getTime() - at.getTime() <= FRESH_MINUTES * 60_000;
    return (price) => {
      const { asset_class, currency, priced_at } = price;
      const of = dateOfOnce(price);
      const days = handDaysOf(price);
      const kind = days !== null ? 'BY_HAND' : asset_class === 'Mutual Fund' ? 'FUND' : 'QUOTED';
      const as = (isFresh: boolean): PriceAge => ({ kind, of, state: isFresh ? 'FRESH' : 'OLD' });
      if (of === null) return as(asset_class === 'Cash');
      if (days !== null) return as(daysBetween(of, today) <= days);
      const last = ended.get(exchangeOf(asset_class, currency));
      const hasCalendar = (currency === 'INR' || currency === 'USD') && last !== undefined;
      const isOld = hasCalendar
        ? of < (kind === 'FUND' ? last.before : last.day)
        : daysBetween(of, today) > LONGEST_CLOSURE_DAYS;
      if (isOld) return as(false);
      if (kind === 'FUND') return { kind, of, state: !hasCalendar || of >= last.nav ? 'FRESH' : 'STALE' };
      const at = priced_at === null ? null : new Date(priced_at);
      const isClose =
        hasCalendar &&
        last.isOver &&
        of === last.day &&
        (at === null || last.close === null || at >= last.close);
      return { kind, of, state: isClose || isRecent(at) ? 'FRESH' : 'STALE' };
    };
  }

  let lastAges: { now: number; ageOf: (price: DatedPrice) => PriceAge } | null = null;
  function ages(now: Date): (price: DatedPrice) => PriceAge {
    if (lastAges?.now !== now.getTime()) lastAges = { now: now.getTime(), ageOf: agesAt(now) };
    return lastAges.ageOf;
  }

  return {
    dateOf,

    ages,

    /** False for a price of a session before the last one that is over, or past its interval. */
    isOfLastSession: (price: DatedPrice, now: Date): boolean => ages(now)(price).state !== 'OLD',

    /**
     * Names the sessions that have begun and ended by an instant, those whose fund values are due, and the lists that they are
     * known from. Ages and labels of prices change with these, and with the day in India.
     */
    stateAt: (now: Date): string =>
      [
        ...CALENDARS.flatMap((exchange) => [lastBegun, lastEnded, lastNav].map((of) => of(exchange, now))),
        calendar.revision,
      ].join(' '),

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

    /** How trades of a security settle. */
    settles: settlement.of,

    /** Exchanges of these prices whose known days are over, with the last of them. */
    endedCalendars: (prices: readonly DatedPrice[], now: Date): { exchange: Exchange; until: string }[] =>
      CALENDARS.flatMap((exchange) => {
        const until = calendar.knownUntil(exchange).trading;
        const isEnded = calendar.dateAt(exchange, now) > until;
        return isEnded && prices.some((price) => exchangeWithSessions(price) === exchange)
          ? [{ exchange, until }]
          : [];
      }),

    /**
     * True while a price is the last one of the last session of its exchange: seen after that session's end, and no later
     * session has begun. A price of an exchange without a calendar here may always change.
     */
    isFinal(price: DatedPrice, now: Date): boolean {
      const exchange = exchangeWithSessions(price);
      if (exchange === null || price.priced_at === null) return false;
      const of = dateOf(price);
      const { close } = calendar.sessionHours(exchange, lastBegun(exchange, now));
      return (
        of === lastBegun(exchange, now) &&
        of === lastEnded(exchange, now) &&
        close !== null &&
        new Date(price.priced_at).getTime() >= close.getTime() + FINAL_AFTER_MS
      );
    },

    /** The day on which a trade settles, until that day is over; null from then on, and where there is no trade. */
    unsettledUntil(currency: string, tradeDay: string | null, now: Date): string | null {
      const day = tradeDay === null ? null : settlement.of(null, currency)(tradeDay);
      return day !== null && day >= istDate(now) ? day : null;
    },

    /**
     * The label of the change of a day, by the day in India. With a price it follows the sessions of that price's own
     * exchange. An unknown day counts as the last session.
     */
    changeOf(date: string | null, now: Date, of?: Pick<DatedPrice, 'asset_class' | 'currency'>): ChangeDay {
      const own = of === undefined ? null : exchangeOf(of.asset_class, of.currency);
      const today = istDate(now);
      const day = date ?? lastBegun(own ?? 'NSE', now);
      const isSession = () => (own === null ? CALENDARS : [own]).some((one) => calendar.isSession(one, day));
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

/** Days for which the price of a holding counts that a person prices; null where a market does. */
function handDaysOf({ asset_class, hand_days }: Pick<DatedPrice, 'asset_class' | 'hand_days'>) {
  return hand_days ?? (asset_class === 'Unlisted' ? HAND_DAYS : null);
}

/** Exchanges by whose sessions prices are dated. */
const CALENDARS = ['NSE', 'NYSE'] as const;

/** American shares and funds keep the sessions of NYSE, everything else those of NSE. */
function exchangeOf(assetClass: string, currency: string): (typeof CALENDARS)[number] {
  return assetClass === 'US Equity' || currency === 'USD' ? 'NYSE' : 'NSE';
}

/** The exchange whose sessions a price follows; null for what is unlisted or trades on an exchange without a calendar. */
function exchangeWithSessions({ asset_class, currency }: DatedPrice): (typeof CALENDARS)[number] | null {
  if (asset_class === 'Unlisted' || asset_class === 'Cash') return null;
  return currency === 'INR' || currency === 'USD' ? exchangeOf(asset_class, currency) : null;
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
