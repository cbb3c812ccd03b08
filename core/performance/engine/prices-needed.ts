import { bareSymbol, type Resolver } from '../../market/instruments/index.ts';
import { grouped } from '../../platform/grouped.ts';
import { isPricedByHand } from '../../portfolio/index.ts';
import { TRADE_DAYS } from '../../portfolio/ledger/replay.ts';
import { type DayNumber, dayNumber, dayText } from './daily-series.ts';
import { type ObservedPrice, USUAL_CARRY_DAYS } from './engine-input.ts';
import type { Books, PriceBooks } from './values-store.ts';

/** A symbol of the books with where its closes are to be found and what else is known of its price. */
export interface WantedPrice {
  key: string;
  symbol: string;
  currency: string;
  /** The portfolio that has prices of its own; left out for those of all portfolios. */
  portfolio?: string;
  /** Null where the registry does not know it, or knows it in another currency. */
  instrumentId: string | null;
  /** Closes of earlier days say nothing of the days on which it was held; null where all of them are wanted. */
  from: string | null;
  carry_days: number;
  observed: ObservedPrice[];
}

/** A price by hand is often of once a year. */
const BY_HAND_DAYS = 366;
/** Cash is worth its face on every day: longer than any books. */
const CASH_DAYS = 100_000;
const NUMBER_OF_YEAR = 4;

/** Every symbol that ever was in the ledger, or is held without it, once for each currency. */
export function pricesNeeded(
  { positions: traded, holdings, observed, renames, recorded }: PriceBooks & Pick<Books, 'recorded'>,
  resolver: Resolver,
  today: string,
): WantedPrice[] {
  const wanted = new Map<string, WantedPrice>();
  const since = new Map<string, string | null>();
  const about = new Map(holdings.map((one) => [`${one.portfolio_id}\0${one.symbol}`, one]));
  const positions = [
    ...traded,
    ...recorded.map(({ portfolio, symbol, currency, days: [first] }) => {
      const { isin = null, asset_class = null } = about.get(`${portfolio}\0${symbol}`) ?? {};
      const first_date = first === undefined ? today : dayText(first);
      return { symbol, currency, isin, asset_class, first_date, last_date: null };
    }),
  ];
  for (const { symbol, currency, first_date } of positions) {
    const key = priceKeyOf(symbol, currency);
    since.set(key, earlier(since.get(key), first_date === null ? null : beginOf(first_date)));
  }
  for (const { symbol, currency, isin, asset_class, last_date } of positions) {
    const key = priceKeyOf(symbol, currency);
    const known = wanted.get(key);
    if (known !== undefined && known.instrumentId !== null) continue;
    wanted.set(key, {
      key,
      symbol,
      currency,
      instrumentId:
        asset_class === 'Cash'
          ? null
          : instrumentOf(resolver, { symbol, currency, isin }, [today, last_date ?? today]),
      from: since.get(key) ?? null,
      carry_days: carryDays(asset_class),
      observed: [],
    });
  }
  const called = new Set(positions.map(({ symbol }) => symbol));
  const seen = new Map<string, OwnedPrice[]>();
  for (const { symbol, currency, prices, portfolio_id } of observed) {
    // A rename may be applied long after its day: until then prices were kept under the old symbol.
    const own = renames.flatMap(({ recorded, until, symbol: name }) =>
      recorded === symbol ? [{ until: dayNumber(until), name }] : [],
    );
    const last = called.has(symbol) ? symbol : (own.at(-1)?.name ?? symbol);
    for (const [day, price, source] of prices) {
      const key = priceKeyOf(own.find(({ until }) => day < until)?.name ?? last, currency);
      const all = seen.get(key) ?? [];
      seen.set(key, all);
      all.push({ ...observedPrice(day, price, source), portfolio_id });
    }
  }
  for (const [key, prices] of seen) {
    const one = wanted.get(key);
    if (one !== undefined) one.observed = onceADay(prices);
  }
  for (const { symbol, currency, asset_class, isin, price, priced_on, price_source } of holdings) {
    const one = wanted.get(priceKeyOf(symbol, currency));
    if (one === undefined) continue;
    if (asset_class !== 'Cash')
      one.instrumentId ??= instrumentOf(resolver, { symbol, currency, isin }, [today]);
    one.carry_days = Math.max(one.carry_days, carryDays(asset_class));
    if (price === null || priced_on === null) continue;
    const last = observedPrice(dayNumber(priced_on), price, price_source);
    if (!one.observed.some(({ day }) => day === last.day)) one.observed.push(last);
  }
  // Without a market there is no close that would take the place of an old price.
  for (const one of wanted.values())
    if (one.instrumentId === null) one.carry_days = Math.max(one.carry_days, TRADE_DAYS);
  return [...wanted.values(), ...ownPrices(holdings, wanted, seen)];
}

interface OwnedPrice extends ObservedPrice {
  /** OF_ALL, or the portfolio that it was entered in. */
  portfolio_id: string;
}

const OF_ALL = '0';

/**
 * Prices of single portfolios: a security without a market may have one symbol and two prices by hand, such as the provident
 * funds of two people. Those of a portfolio that no longer holds it count for another before that has prices of its own.
 */
function ownPrices(
  holdings: Books['holdings'],
  wanted: ReadonlyMap<string, WantedPrice>,
  seen: ReadonlyMap<string, readonly OwnedPrice[]>,
): WantedPrice[] {
  const holders = grouped(holdings, ({ symbol, currency }) => priceKeyOf(symbol, currency));
  return [...wanted.values()].flatMap((all) => {
    const [held, prices] = [holders.get(all.key) ?? [], seen.get(all.key) ?? []];
    const own = [
      ...held.flatMap(priceByHand),
      ...prices.filter(({ portfolio_id }) => portfolio_id !== OF_ALL),
    ];
    const owners = new Set(own.map(({ portfolio_id }) => portfolio_id));
    if (all.instrumentId !== null || (owners.size < 2 && held.length < 2)) return [];
    const holding = new Set(held.map(({ portfolio_id }) => portfolio_id));
    return [...owners].map((portfolio) => {
      const mine = own.filter(({ portfolio_id }) => portfolio_id === portfolio);
      const first = Math.min(...mine.map(({ day }) => day));
      const others = prices.filter(
        ({ portfolio_id, day }) => portfolio_id === OF_ALL || (day < first && !holding.has(portfolio_id)),
      );
      return { ...all, key: `${all.key}\0${portfolio}`, portfolio, observed: onceADay([...mine, ...others]) };
    });
  });
}

function priceByHand({
  portfolio_id,
  price,
  priced_on,
  price_source,
}: Books['holdings'][number]): OwnedPrice[] {
  if (!isPricedByHand(price_source) || price === null || priced_on === null) return [];
  return [{ ...observedPrice(dayNumber(priced_on), price, price_source), portfolio_id }];
}

/** The first price of each day. */
function onceADay(prices: readonly OwnedPrice[]): ObservedPrice[] {
  return [...new Map(prices.toReversed().map((one) => [one.day, one])).values()];
}

/** Papers and the person price what no market does, seldom. */
function observedPrice(day: DayNumber, price: number, source: string | null): ObservedPrice {
  const known = { day, price };
  if (source === 'MANUAL') return { ...known, carry_days: TRADE_DAYS, is_by_hand: true };
  return source === 'CSV' || source === 'STATEMENT' ? { ...known, carry_days: TRADE_DAYS } : known;
}

/**
 * The first of January before all days of which a close can still stand on a day. Of whole years, so that a transaction
 * which is older than all before it seldom asks for other closes than there are.
 */
function beginOf(firstDate: string): string {
  return `${dayText(dayNumber(firstDate) - BY_HAND_DAYS).slice(0, NUMBER_OF_YEAR)}-01-01`;
}

/** The earlier of two days, where null is before all of them and undefined is no day. */
export function earlier(one: string | null | undefined, other: string | null): string | null {
  if (one === undefined) return other;
  return one === null || other === null ? null : one < other ? one : other;
}

function carryDays(asset_class: string | null): number {
  if (asset_class === 'Cash') return CASH_DAYS;
  return asset_class === 'Unlisted' ? BY_HAND_DAYS : USUAL_CARRY_DAYS;
}

function priceKeyOf(symbol: string, currency: string): string {
  return `${symbol}\0${currency}`;
}

function instrumentOf(
  resolver: Resolver,
  { symbol, currency, isin }: { symbol: string; currency: string; isin: string | null },
  days: readonly string[],
): string | null {
  for (const on of days) {
    const found = resolver.resolve({ symbol: bareSymbol(symbol), isin, on });
    if (found.outcome === 'FOUND') return found.instrument.currency === currency ? found.instrument.id : null;
  }
  return null;
}
