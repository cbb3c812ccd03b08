import {
  addDays,
  daysBetween,
  Decimal,
  istDate,
  istInstant,
  LONGEST_CLOSURE_DAYS,
  toScale,
} from '../../platform/index.ts';
import type { PriceSessions } from '../../market/calendar/index.ts';
import type { AssetClass } from '../../market/instruments/index.ts';
import { MARKET_FIRST_DAYS, TRADE_SOURCE } from '../ledger/index.ts';

/** A price from outside for a holding, in the holding's currency. */
export interface ProviderQuote {
  price: number;
  previous_close: number | null;
  /** The day of `previous_close`, where it is not the weekday before `as_of`. */
  previous_as_of?: string;
  /** Day of the price at its market, YYYY-MM-DD. */
  as_of: string;
  source: string;
  /** Time of the answer; now if absent. */
  fetched_at?: Date;
}

/** A close of the market's history as a price of a holding. */
export interface ClosePrice extends ProviderQuote {
  /** When the session ended. */
  observed_at: Date;
}

/** What a holding knows of its price. */
export interface HeldPrice {
  asset_class: AssetClass;
  currency?: string;
  current_price: Decimal | null;
  previous_close: Decimal | null;
  price_source: string | null;
  price_as_of: string | null;
  /** When it was seen. */
  priced_at?: Date | null;
  /** A fund's last value of another day than `current_price`. */
  guard_price?: Decimal | null;
}

/** The same, with when it was seen. */
export interface SeenPrice extends HeldPrice {
  priced_at: Date | null;
}

/** Whether a price of `as_of` is the close of the session before a day, of what is held. */
export type IsCloseBefore = (
  held: Pick<HeldPrice, 'asset_class' | 'currency'>,
  seen: { as_of: string; at: Date | null },
  day: string,
) => boolean;

/** By the calendar of the holding's exchange. */
export function closeBefore(sessions: PriceSessions): IsCloseBefore {
  return ({ asset_class, currency = 'INR' }, { as_of, at }, day) =>
    sessions.isCloseBefore({ asset_class, currency, price_as_of: as_of, priced_at: at }, day);
}

const withinClosure: IsCloseBefore = (_held, { as_of }, day) =>
  daysBetween(as_of, day) <= LONGEST_CLOSURE_DAYS;

/** What becomes of a quote. A refused one leaves the last good price as it is. */
export type QuoteDecision =
  | { status: 'UPDATED' | 'UNCHANGED'; reason: null; price: Decimal; previous_close: Decimal | null }
  | { status: 'FAILED'; reason: 'INVALID_PRICE' | 'FUTURE_DATED' }
  | { status: 'FAILED'; reason: 'GUARD_REJECTED'; change_pct: number }
  | { status: 'SKIPPED'; reason: 'OLDER_THAN_KNOWN' | 'BEING_CHANGED' };

/** Spec: Price refresh rules 4. */
const GUARD_PCT = 15;
/** True for a price that a person gave in a form or a file; it belongs to no session. */
export const isPricedByHand = (source: string | null): boolean => source === 'MANUAL' || source === 'CSV';
/** More than any security costs, and less than the column holds. */
const HIGHEST_PRICE = 1e15;

/**
 * Whether a holding takes a quote: one that is not finite and above zero is never used, nor is one of a day to come
 * (which would keep out all that follow) or of an earlier day than the known price; a fund's may differ by 15 % at most
 * from the last known value of another day (spec: States and transitions; Price refresh rules 4). A previous close of another session
 * than the one before is none: the change since then is not that of a day.
 * @param isCloseBefore without a calendar, no two sessions lie further apart than the longest closure.
 */
export function decideQuote(
  held: HeldPrice,
  quote: ProviderQuote,
  today: string,
  isCloseBefore: IsCloseBefore = withinClosure,
): QuoteDecision {
  const price = usablePrice(quote.price);
  if (price === null) return { status: 'FAILED', reason: 'INVALID_PRICE' };
  // East of India the day begins earlier.
  if (daysBetween(today, quote.as_of) > 1) return { status: 'FAILED', reason: 'FUTURE_DATED' };
  const lastDay = leastDay(held);
  if (lastDay !== null && lastDay > quote.as_of) return { status: 'SKIPPED', reason: 'OLDER_THAN_KNOWN' };
  const knownDay = held.price_source === quote.source ? held.price_as_of : null;
  const refused = guarded(held, price, quote.as_of);
  if (refused !== null) return refused;
  const known = held.current_price;
  const told = quote.previous_as_of;
  const isBefore = told === undefined || isCloseBefore(held, { as_of: told, at: null }, quote.as_of);
  const previous_close =
    (isBefore ? usablePrice(quote.previous_close) : null) ??
    previousFrom(held, knownDay, quote.as_of, isCloseBefore);
  const isSame =
    known?.eq(price) === true &&
    held.previous_close?.toFixed() === previous_close?.toFixed() &&
    knownDay === quote.as_of;
  return { status: isSame ? 'UNCHANGED' : 'UPDATED', reason: null, price, previous_close };
}

/**
 * Whether a holding takes the newest close on record: only where it knows no price, or one that is older. A price of a
 * later session, or one seen after that session had ended, stays; so does one by hand of a later moment.
 */
export function decideClose(held: SeenPrice, close: ClosePrice): QuoteDecision {
  const price = usablePrice(close.price);
  if (price === null) return { status: 'FAILED', reason: 'INVALID_PRICE' };
  const known = held.current_price;
  if (known?.gt(0) && !isOlder(held, close)) return { status: 'SKIPPED', reason: 'OLDER_THAN_KNOWN' };
  const refused = guarded(held, price, close.as_of);
  if (refused !== null) return refused;
  const previous_close = usablePrice(close.previous_close);
  const isSame =
    known?.eq(price) === true &&
    held.previous_close?.toFixed() === previous_close?.toFixed() &&
    held.price_source === close.source &&
    held.price_as_of === close.as_of;
  return { status: isSame ? 'UNCHANGED' : 'UPDATED', reason: null, price, previous_close };
}

/**
 * The first day of which a market's price takes the place of the known one; null for any, as after a price by hand without a
 * valuation date.
 */
function leastDay({
  price_as_of,
  price_source,
}: Pick<HeldPrice, 'price_as_of' | 'price_source'>): string | null {
  if (price_as_of === null) return null;
  return price_source === TRADE_SOURCE ? addDays(price_as_of, -MARKET_FIRST_DAYS) : price_as_of;
}

/** Whether the known price is of before the end of the close's session. The same close again is not: it may be corrected. */
function isOlder({ price_as_of, price_source, priced_at }: SeenPrice, close: ClosePrice): boolean {
  const day = leastDay({ price_as_of, price_source });
  if (price_source === TRADE_SOURCE) return day === null || day <= close.as_of;
  if (day !== null && day !== close.as_of) return day < close.as_of;
  return priced_at !== null && priced_at <= close.observed_at;
}

/**
 * Of a fund's value that lies too far from the last known one (spec: Price refresh rules 4); null where it may be taken. A
 * value that is restated for its day is compared with that of another day: a wrong one does not keep out its correction. The
 * known value itself is none to refuse: its person may have accepted it.
 */
function guarded(held: HeldPrice, price: Decimal, day: string): QuoteDecision | null {
  const { asset_class, current_price, price_source, guard_price = null } = held;
  // The person's purchase price, perhaps years old, is no fund value to compare with.
  if (asset_class !== 'Mutual Fund' || !current_price?.gt(0) || price_source === TRADE_SOURCE) return null;
  if (price.eq(current_price)) return null;
  const known = guard_price !== null && seenOn(held) === day ? guard_price : current_price;
  const change = price.minus(known).div(known).times(100);
  if (change.abs().lte(GUARD_PCT)) return null;
  return { status: 'FAILED', reason: 'GUARD_REJECTED', change_pct: change.toDecimalPlaces(2).toNumber() };
}

/** Day of a known price; null where nothing tells it. */
function seenOn({ price_as_of, priced_at = null }: HeldPrice): string | null {
  return price_as_of ?? (priced_at === null ? null : istDate(priced_at));
}

function usablePrice(price: number | null): Decimal | null {
  if (price === null || !Number.isFinite(price) || price > HIGHEST_PRICE) return null;
  const exact = toScale(price);
  return exact.gt(0) ? exact : null;
}

/** The close before, of a provider that does not say: what it gave itself the session before. */
function previousFrom(
  held: HeldPrice,
  knownDay: string | null,
  day: string,
  isCloseBefore: IsCloseBefore,
): Decimal | null {
  if (knownDay === null) return null;
  if (knownDay === day) return held.previous_close;
  const seen = { as_of: knownDay, at: held.priced_at ?? null };
  return isCloseBefore(held, seen, day) ? held.current_price : null;
}

/** When a session in India ends. */
const END_OF_SESSION = '15:30';

/**
 * When the price was seen: now, for one of the last session; one of long ago (a share that is suspended, a fund that
 * has ended) is as old as it is, so that its value shows as stale.
 */
export function observedAt(day: string, now: Date): Date {
  const isLastSession = daysBetween(day, istDate(now)) <= LONGEST_CLOSURE_DAYS;
  return isLastSession ? now : istInstant(day, END_OF_SESSION);
}
