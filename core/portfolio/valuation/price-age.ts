import { type PriceAge as AgeOfPrice } from '../../market/calendar/index.ts';
import { ageInWords, dayInWords, istDate, istTime } from '../../platform/index.ts';
import { TRADE_SOURCE } from '../ledger/index.ts';
import { isStale, type ValuedHolding } from './holding-value.ts';
import type { PriceAge } from './view.ts';

/**
 * How old the prices of a value are that are of an earlier session, each by its kind. Prices of own trades are always among
 * them, and are named as such.
 */
export function priceAge(valued: readonly ValuedHolding[], now: Date): PriceAge {
  const priced = pricesOf(valued);
  const old = priced.filter(({ age }) => age.state === 'OLD');
  if (old.length === 0) return { outdated_holdings: 0, prices_of: null, age: null, age_message: null };
  const oldest = oldestOf(old);
  return {
    outdated_holdings: old.length,
    prices_of: oldest,
    age: oldest === null ? 'Age unknown' : ageInWords(oldest, istDate(now)),
    age_message: inWords(old, old.length === priced.length, now),
  };
}

/** Kinds and ages of the prices that are not fresh: `2 shares: prices of 27 Nov 2026, 3 days old; 1 fund: NAV of …`. */
export function stalePrices(valued: readonly ValuedHolding[], now: Date): string | null {
  const priced = pricesOf(valued);
  const stale = priced.filter(({ age }) => isStale(age));
  return stale.length === 0 ? null : inWords(stale, stale.length === priced.length, now);
}

type Priced = ValuedHolding & { age: AgeOfPrice };

const pricesOf = (valued: readonly ValuedHolding[]): Priced[] =>
  valued.filter((one): one is Priced => one.age !== null);

/** Their oldest day; null where none is known. */
function oldestOf(prices: readonly Priced[]): string | null {
  const [oldest = null] = prices.flatMap(({ age }) => age.of ?? []).toSorted();
  return oldest;
}

type Group = 'QUOTED' | 'FUND' | 'BY_HAND' | 'TRADE';
const GROUPS: readonly Group[] = ['QUOTED', 'FUND', 'BY_HAND', 'TRADE'];

const groupOf = ({ holding, age }: Priced): Group =>
  holding.price_source === TRADE_SOURCE ? 'TRADE' : age.kind;

/** @param isAll nothing else is priced: then one kind needs no number. */
function inWords(prices: readonly Priced[], isAll: boolean, now: Date): string {
  const groups = GROUPS.map((group) => ({ group, of: prices.filter((one) => groupOf(one) === group) }));
  const there = groups.filter(({ of }) => of.length > 0);
  const isOneKind = isAll && there.length === 1;
  return there.map(({ group, of }) => groupInWords(group, of, isOneKind, now)).join('; ');
}

function groupInWords(group: Group, prices: readonly Priced[], isAlone: boolean, now: Date): string {
  const { length: count } = prices;
  const noun = group === 'QUOTED' && prices.every(isShare) ? 'share' : group === 'FUND' ? 'fund' : 'holding';
  const counted = `${count} ${noun}${count === 1 ? '' : 's'}`;
  const which = (one: string): string => {
    const word = count === 1 && !isAlone ? one : `${one}s`;
    return isAlone ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : `${counted}: ${word}`;
  };
  if (group === 'BY_HAND')
    return `${isAlone ? 'Priced' : `${counted} priced`} by hand ${agoInWords(prices, now)}`;
  const origin = group === 'TRADE' ? ` of your last ${count === 1 ? 'trade' : 'trades'},` : '';
  return `${which(group === 'FUND' ? 'NAV' : 'price')}${origin}${datedInWords(prices, origin !== '', now)}`;
}

/** ` of 27 Nov 2026, 3 days old`. @param isTrade the day of a trade follows its name. */
function datedInWords(prices: readonly Priced[], isTrade: boolean, now: Date): string {
  const oldest = oldestOf(prices);
  if (oldest === null) return ' of an unknown day';
  const today = istDate(now);
  const isOneDay = prices.every(({ age }) => age.of === oldest);
  const [seen] = prices
    .flatMap(({ pricedAt }) => pricedAt ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime());
  // Within its day a price is as old as its minutes.
  if (oldest === today && isOneDay && seen !== undefined) return ` of ${istTime(seen)} today`;
  const dated = isOneDay ? dayInWords(oldest) : `the oldest of ${dayInWords(oldest)}`;
  const of = isTrade ? ` ${dated}` : isOneDay ? ` of ${dated}` : ` of earlier days, ${dated}`;
  return `${of}, ${ageInWords(oldest, today)}`;
}

/** `120 days ago`, `the oldest 4 months ago`. */
function agoInWords(prices: readonly Priced[], now: Date): string {
  const oldest = oldestOf(prices);
  if (oldest === null) return 'on an unknown day';
  const ago = ageInWords(oldest, istDate(now)).replace(/ old$/, ' ago');
  return prices.every(({ age }) => age.of === oldest) ? ago : `at different times, the oldest ${ago}`;
}

const isShare = ({ holding: { asset_class } }: Priced): boolean =>
  asset_class === 'Indian Equity' || asset_class === 'US Equity';
