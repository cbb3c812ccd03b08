import { createHash } from 'node:crypto';
import {
  type DayNumber,
  financialYearOf,
  formatDay,
  isWeekend,
  monthOf,
  toDay,
  weekdayOf,
  weekOf,
} from './day.ts';
import { type Exchange, MARKET_OF, type Market, REGULAR_HOURS, type SessionKind } from './exchange.ts';
import { exchangeDate, exchangeInstant } from './exchange-clock.ts';
import type { ExtraEntry } from './extra-entries.ts';
import type { ListedYear } from './listed-year.ts';
import { type MarketDays, marketDays } from './market-days.ts';
import { type Settlement, settle } from './settlement.ts';

/** CURATED: the day is in the table, in a list of the exchange or in the operator's file. WEEKDAY_RULE: only Monday to Friday is known. */
type Confidence = 'CURATED' | 'WEEKDAY_RULE';

interface CalendarDay {
  date: string;
  isSession: boolean;
  kind: SessionKind | 'HOLIDAY' | 'WEEKEND';
  /** The holiday or the special session by name, 'Saturday' or 'Sunday'; null for an ordinary session. */
  reason: string | null;
  source: 'TABLE' | 'OPERATOR' | 'WEEKDAY_RULE';
  confidence: Confidence;
}

/** Both instants, or neither and why not. */
type SessionHours = { open: Date; close: Date; reason: null } | { open: null; close: null; reason: string };

interface CuratedRange {
  from: string;
  to: string;
  /** Later days are as announced; null where the days follow from rules. */
  observedTo: string | null;
}

const WEEKEND_NAMES: Readonly<Record<number, string>> = { 5: 'Saturday', 6: 'Sunday' };

/**
 * The days and hours of the exchanges. Dates are 'YYYY-MM-DD' on the exchange's own wall, 1900 to 2200; any other
 * text throws a RangeError. Outside the curated range every weekday counts as a session
 * (portfolio/Policy rules 2); `confidence` tells.
 */
export class Calendar {
  readonly #extra: readonly ExtraEntry[];
  readonly #markets = new Map<Market, MarketDays>();
  #listed: readonly ListedYear[] = [];
  #revision = '';

  constructor(extra: readonly ExtraEntry[]) {
    this.#extra = extra;
  }

  /** Takes these lists of exchanges in place of those before; every later answer rests on them. */
  learn(listed: readonly ListedYear[]): void {
    const revision =
      listed.length === 0
        ? ''
        : createHash('sha256').update(JSON.stringify(listed)).digest('hex').slice(0, 12);
    if (revision === this.#revision) return;
    this.#listed = listed;
    this.#revision = revision;
    this.#markets.clear();
  }

  /** Changes with the lists; the same in all processes that know the same lists. Empty without any. */
  get revision(): string {
    return this.#revision;
  }

  isSession(exchange: Exchange, date: string): boolean {
    return this.#days(exchange).trading.has(toDay(date));
  }

  /** All that is known of a day. */
  day(exchange: Exchange, date: string): CalendarDay {
    const days = this.#days(exchange);
    const day = toDay(date);
    const session = days.sessions.get(day);
    const closure = days.closures.get(day);
    const confidence = this.confidence(exchange, date);
    const known = confidence === 'CURATED' ? 'TABLE' : 'WEEKDAY_RULE';
    const source = days.byOperator.has(day) ? 'OPERATOR' : known;
    const about = (isSession: boolean, kind: CalendarDay['kind'], reason: string | null): CalendarDay => ({
      date,
      isSession,
      kind,
      reason,
      source,
      confidence,
    });
    if (session !== undefined) return about(true, session.kind, session.reason);
    if (closure !== undefined) return about(false, 'HOLIDAY', closure);
    if (isWeekend(day)) return about(false, 'WEEKEND', WEEKEND_NAMES[weekdayOf(day)] ?? null);
    return about(true, 'REGULAR', null);
  }

  /** Why the day is what it is: a holiday, a special session, the weekend; null for an ordinary session. */
  sessionReason(exchange: Exchange, date: string): string | null {
    return this.day(exchange, date).reason;
  }

  /** The first session after the date. */
  nextSession(exchange: Exchange, date: string): string {
    return formatDay(this.#days(exchange).trading.after(toDay(date)));
  }

  /** The last session before the date. */
  previousSession(exchange: Exchange, date: string): string {
    return formatDay(this.#days(exchange).trading.before(toDay(date)));
  }

  /** The date itself when it is a session, else the next one: when a rebalance due on a holiday fires. */
  sessionOnOrAfter(exchange: Exchange, date: string): string {
    return formatDay(this.#days(exchange).trading.after(toDay(date) - 1));
  }

  /** The date itself when it is a session, else the last one before it: whose close is the newest. */
  sessionOnOrBefore(exchange: Exchange, date: string): string {
    return formatDay(this.#days(exchange).trading.before(toDay(date) + 1));
  }

  /** The sessions from `from` to `to`, both included, in order; empty when `to` is earlier. */
  sessionsBetween(exchange: Exchange, from: string, to: string): string[] {
    return Array.from(this.#days(exchange).trading.list(toDay(from), toDay(to)), formatDay);
  }

  /** How many sessions lie from `from` to `to`, both included. */
  countSessions(exchange: Exchange, from: string, to: string): number {
    return this.#days(exchange).trading.count(toDay(from), toDay(to));
  }

  /** The nth session after the date, before it when n is negative; with n = 0 as `sessionOnOrAfter`. */
  addSessions(exchange: Exchange, date: string, n: number): string {
    if (!Number.isSafeInteger(n)) throw new RangeError(`Sessions are counted in whole numbers, not ${n}`);
    if (n === 0) return this.sessionOnOrAfter(exchange, date);
    const { trading } = this.#days(exchange);
    return formatDay(n > 0 ? trading.after(toDay(date), n) : trading.before(toDay(date), -n));
  }

  /** The last session of the week (Monday to Sunday) that holds the date; null in a week without one. */
  lastSessionOfWeek(exchange: Exchange, date: string): string | null {
    return printed(this.#days(exchange).trading.lastIn(weekOf(toDay(date))));
  }

  /** The first session of the month that holds the date; null in a month without one. */
  firstSessionOfMonth(exchange: Exchange, date: string): string | null {
    return printed(this.#days(exchange).trading.firstIn(monthOf(toDay(date))));
  }

  lastSessionOfMonth(exchange: Exchange, date: string): string | null {
    return printed(this.#days(exchange).trading.lastIn(monthOf(toDay(date))));
  }

  /** The last session of the Indian financial year (to 31 March) that holds the date. */
  lastSessionOfFinancialYear(exchange: Exchange, date: string): string | null {
    return printed(this.#days(exchange).trading.lastIn(financialYearOf(toDay(date))));
  }

  isLastSessionOfWeek(exchange: Exchange, date: string): boolean {
    return this.lastSessionOfWeek(exchange, date) === date;
  }

  isLastSessionOfMonth(exchange: Exchange, date: string): boolean {
    return this.lastSessionOfMonth(exchange, date) === date;
  }

  isLastSessionOfFinancialYear(exchange: Exchange, date: string): boolean {
    return this.lastSessionOfFinancialYear(exchange, date) === date;
  }

  /** When continuous trading begins and ends on the date. Some special sessions have no hours on record. */
  sessionHours(exchange: Exchange, date: string): SessionHours {
    const about = this.day(exchange, date);
    if (!about.isSession) return unknownHours(`No session: ${about.reason}`);
    const days = this.#days(exchange);
    const unusual = days.sessions.get(toDay(date));
    const hours = unusual === undefined ? REGULAR_HOURS[days.market] : unusual.hours;
    if (hours === null) return unknownHours(`Hours unknown: ${about.reason}`);
    return {
      open: exchangeInstant(days.market, date, hours.open),
      close: exchangeInstant(days.market, date, hours.close),
      reason: null,
    };
  }

  /**
   * Whether continuous trading runs at the instant (the opening counts, the close does not). Null on a day with a
   * session whose hours are not on record.
   */
  isOpen(exchange: Exchange, at: Date): boolean | null {
    const date = exchangeDate(MARKET_OF[exchange], at);
    if (!this.isSession(exchange, date)) return false;
    const { open, close } = this.sessionHours(exchange, date);
    return open === null ? null : open <= at && at < close;
  }

  /** The date on the exchange's wall at an instant. */
  dateAt(exchange: Exchange, at: Date): string {
    return exchangeDate(MARKET_OF[exchange], at);
  }

  /** Whether money and shares change hands on the date: banks and depositories are open. */
  isSettlementDay(exchange: Exchange, date: string): boolean {
    return this.#days(exchange).settling.has(toDay(date));
  }

  /** When a share traded on the date settles; null where `settlement` gives the reason. */
  settlementDate(exchange: Exchange, tradeDate: string): string | null {
    return this.settlement(exchange, tradeDate).date;
  }

  /** When a share traded on the date settles, by which cycle, and what is doubtful about it. */
  settlement(exchange: Exchange, tradeDate: string): Settlement {
    return settle(this.#days(exchange), toDay(tradeDate));
  }

  /** The days whose sessions are known; an operator's `curated_until` moves the end. */
  curatedRange(exchange: Exchange): CuratedRange {
    const { from, to, observedTo } = this.#days(exchange);
    return { from: formatDay(from), to: formatDay(to), observedTo: printed(observedTo) };
  }

  /** The last day of which sessions are known, and the last of which settlement days are. Later days go by weekdays. */
  knownUntil(exchange: Exchange): { trading: string; settlement: string } {
    const { to, settlementTo } = this.#days(exchange);
    return { trading: formatDay(to), settlement: formatDay(settlementTo) };
  }

  confidence(exchange: Exchange, date: string): Confidence {
    const { from, to, byOperator } = this.#days(exchange);
    const day = toDay(date);
    return (from <= day && day <= to) || byOperator.has(day) ? 'CURATED' : 'WEEKDAY_RULE';
  }

  #days(exchange: Exchange): MarketDays {
    const market = MARKET_OF[exchange];
    const known = this.#markets.get(market);
    if (known !== undefined) return known;
    const days = marketDays(market, this.#extra, this.#listed);
    this.#markets.set(market, days);
    return days;
  }
}

/** A calendar with an operator's entries (`readExtraFile`) laid over the built-in tables. */
export function createCalendar({ extra = [] }: { extra?: readonly ExtraEntry[] } = {}): Calendar {
  return new Calendar(extra);
}

function printed(day: DayNumber | null): string | null {
  return day === null ? null : formatDay(day);
}

function unknownHours(reason: string): SessionHours {
  return { open: null, close: null, reason };
}
