import type { DatedPrice, PriceAge, PriceSessions } from '../../market/calendar/index.ts';
import { TRADE_SOURCE } from '../ledger/index.ts';
import type { Fx } from './fx.ts';
import type { PriceState } from './view.ts';
import {
  type Amount,
  amountToNumber,
  convert,
  type Exact,
  FIXED_ONE,
  type Fixed,
  fixedText,
  fixedToNumber,
  nearestFixed,
  parseRate,
  percentOf,
} from '../../platform/index.ts';

/** A price that was observed. */
export interface PriceObservation {
  price: Exact | null;
  observed_at: Date | string | null;
}

/** What is needed to value a holding. Prices and cost are per unit in `currency`; null is unknown. */
export interface ValuableHolding {
  portfolio: string;
  symbol: string;
  name?: string | null;
  asset_class: string;
  sector: string | null;
  currency: string;
  quantity: Exact;
  avg_buy_price: Exact | null;
  /** Units of unknown cost, where that is why there is no avg_buy_price. */
  unknown_cost_quantity?: Exact | null;
  current_price: Exact | null;
  previous_close: Exact | null;
  priced_at: Date | string | null;
  /** Day of the current price at its market, where a provider told it. */
  price_as_of?: string | null;
  /** Day of the last trade in its portfolio. */
  last_trade_on?: string | null;
  /** Source of the current price. */
  price_source?: string | null;
  /** Days for which its price counts if a person keeps it up; null where a market prices it. */
  hand_days?: number | null;
  /** Older prices, looked at when the current one cannot be used. */
  prior_prices?: readonly PriceObservation[];
}

/** A holding with its arithmetic done; `base` is the same in the currency of the report. */
export interface ValuedHolding {
  holding: ValuableHolding;
  quantity: Fixed;
  price: Fixed | null;
  pricedAt: Date | null;
  /** Null without a price, and for money. */
  age: PriceAge | null;
  /** Whether the base amounts went through a rate; those without one have no base amounts at all. */
  isConverted: boolean;
  hasRate: boolean;
  own: HoldingAmounts;
  base: HoldingAmounts;
}

/** Amounts of one holding; null is unknown. */
interface HoldingAmounts {
  cost: Amount | null;
  value: Amount | null;
  dayChange: Amount | null;
}

/** How one holding stands, in its own currency, as every door shows it. */
interface HoldingFigures {
  /** The price that was used: the current one, or the newest valid one before it. */
  price: number | null;
  priced_at: string | null;
  price_state: PriceState;
  invested: number | null;
  market_value: number | null;
  gain: number | null;
  gain_pct: number | null;
  day_change: number | null;
  day_change_pct: number | null;
}

/**
 * Values holdings in their own currency and in the base currency. Holdings of no units are left out, since they are
 * neither worth anything nor missing a price.
 */
export function valueEach(
  holdings: Iterable<ValuableHolding>,
  options: { base: string; fx: Fx; now: Date; sessions: PriceSessions },
): ValuedHolding[] {
  const ageOf = options.sessions.ages(options.now);
  const rates = new Map<string, Amount | null>();
  const rateOf = (currency: string): Amount | null => {
    let rate = rates.get(currency);
    if (rate === undefined) {
      const found = options.fx(currency, options.base);
      rate = found === null ? null : parseRate(found.rate);
      rates.set(currency, rate);
    }
    return rate;
  };
  const valued: ValuedHolding[] = [];
  for (const holding of holdings) {
    const own = valueOne(holding, ageOf);
    if (own.quantity === 0n) continue;
    const isConverted = holding.currency !== options.base;
    const rate = isConverted ? rateOf(holding.currency) : null;
    const inBase = (amount: Amount | null): Amount | null =>
      rate === null || amount === null ? null : convert(amount, rate);
    const base = isConverted
      ? { cost: inBase(own.own.cost), value: inBase(own.own.value), dayChange: inBase(own.own.dayChange) }
      : own.own;
    valued.push({ ...own, isConverted, hasRate: !isConverted || rate !== null, base });
  }
  return valued;
}

/** One holding's figures in its own currency. */
export function holdingFigures(holding: ValuableHolding, now: Date, sessions: PriceSessions): HoldingFigures {
  const { price, pricedAt, age, own } = valueOne(holding, sessions.ages(now));
  const gain = own.value === null || own.cost === null ? null : own.value - own.cost;
  return {
    price: price === null ? null : fixedToNumber(price),
    priced_at: pricedAt?.toISOString() ?? null,
    price_state: price === null ? 'UNAVAILABLE' : isStale(age) ? 'STALE' : 'FRESH',
    invested: numberOf(own.cost),
    market_value: numberOf(own.value),
    gain: numberOf(gain),
    gain_pct: gain === null || own.cost === null ? null : percentOf(gain, own.cost),
    day_change: numberOf(own.dayChange),
    day_change_pct: dayChangePct(own.value, own.dayChange),
  };
}

/** True for a price that is old by the rule of its kind. */
export const isStale = (age: PriceAge | null): boolean => age !== null && age.state !== 'FRESH';

/** Valued by hand, it has no daily change: the value before may be a year old. */
export function isUnlisted({ asset_class }: Pick<ValuableHolding, 'asset_class'>): boolean {
  return asset_class === 'Unlisted';
}

/** The day's change in percentage points of the value at the close before. */
export function dayChangePct(value: Amount | null, dayChange: Amount | null): number | null {
  return value === null || dayChange === null ? null : percentOf(dayChange, value - dayChange);
}

/** Why the cost of a holding is not known, and what to do; null where it is known. */
export function costReason(
  holding: Pick<ValuableHolding, 'symbol' | 'quantity' | 'avg_buy_price' | 'unknown_cost_quantity'>,
): string | null {
  if (nearestFixed(holding.avg_buy_price) !== null) return null;
  const unknown = nearestFixed(holding.unknown_cost_quantity) ?? 0n;
  if (unknown <= 0n) return `The cost of ${holding.symbol} is unknown.`;
  const units = nearestFixed(holding.quantity) ?? 0n;
  return `The cost of ${fixedText(unknown)} of ${fixedText(units)} units is unknown. Record it under Data quality, Opening positions.`;
}

/** By which code a holding without a cost is missing in a part: what was held before the records begin has its own. */
export function costCode({ holding }: ValuedHolding): 'NO_COST' | 'COST_UNKNOWN' {
  return (nearestFixed(holding.unknown_cost_quantity) ?? 0n) > 0n ? 'COST_UNKNOWN' : 'NO_COST';
}

export function numberOf(amount: Amount | null): number | null {
  return amount === null ? null : amountToNumber(amount);
}

function valueOne(
  holding: ValuableHolding,
  ageOf: (price: DatedPrice) => PriceAge,
): Pick<ValuedHolding, 'holding' | 'quantity' | 'price' | 'pricedAt' | 'age' | 'own'> {
  const quantity = nearestFixed(holding.quantity) ?? 0n;
  const average = nearestFixed(holding.avg_buy_price);
  const chosen = priceOf(holding, average);
  // Yesterday's close says nothing about a price that is itself from an earlier day.
  const isOfSession = chosen?.isCurrent === true && !isUnlisted(holding);
  const before = isOfSession ? usable(holding.previous_close) : null;
  const previous = before ?? (isMoney(holding) ? (chosen?.price ?? null) : null);
  const dayChange = chosen === null || previous === null ? null : quantity * (chosen.price - previous);
  const own = {
    cost: average === null ? null : quantity * average,
    value: chosen === null ? null : quantity * chosen.price,
    dayChange,
  };
  const age = chosen === null || isMoney(holding) ? null : ageOfPrice(holding, chosen, ageOf);
  return { holding, quantity, price: chosen?.price ?? null, pricedAt: chosen?.at ?? null, age, own };
}

/** The age of the price that is used, which may be an older one than the holding's own. A trade's is no price of now. */
function ageOfPrice(
  { asset_class, currency, price_as_of = null, price_source, hand_days }: ValuableHolding,
  { at, isCurrent }: ChosenPrice,
  ageOf: (price: DatedPrice) => PriceAge,
): PriceAge {
  const dated = { asset_class, currency, priced_at: at, price_as_of: isCurrent ? price_as_of : null };
  const age = ageOf(hand_days === undefined ? dated : { ...dated, hand_days });
  return price_source === TRADE_SOURCE ? { ...age, state: 'OLD' } : age;
}

interface ChosenPrice {
  price: Fixed;
  at: Date | null;
  isCurrent: boolean;
}

/**
 * The price to value by: the current one, else the newest valid older one, else the previous close (spec: States and
 * transitions; a quote that is not finite and above zero is never chosen). Money itself needs no quote: it is worth
 * what it was entered at, or one.
 */
function priceOf(holding: ValuableHolding, average: Fixed | null): ChosenPrice | null {
  const current = usable(holding.current_price);
  if (current !== null) return { price: current, at: timeOf(holding.priced_at), isCurrent: true };
  if (isMoney(holding)) {
    return { price: average !== null && average > 0n ? average : FIXED_ONE, at: null, isCurrent: true };
  }
  let newest: ChosenPrice | null = null;
  for (const { price, observed_at } of holding.prior_prices ?? []) {
    const seen = usable(price);
    const at = timeOf(observed_at);
    if (seen === null || at === null || (newest?.at && newest.at >= at)) continue;
    newest = { price: seen, at, isCurrent: false };
  }
  if (newest !== null) return newest;
  const close = usable(holding.previous_close);
  return close === null ? null : { price: close, at: null, isCurrent: false };
}

function isMoney(holding: ValuableHolding): boolean {
  return holding.asset_class === 'Cash';
}

function usable(price: Exact | null): Fixed | null {
  const fixed = nearestFixed(price);
  return fixed !== null && fixed > 0n ? fixed : null;
}

function timeOf(time: Date | string | null): Date | null {
  if (time === null) return null;
  const date = typeof time === 'string' ? new Date(time) : time;
  return Number.isNaN(date.getTime()) ? null : date;
}
