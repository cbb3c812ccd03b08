import { aliasKey, type Instrument, type RegistryExchange, type SymbolChange } from './instrument.ts';
import type { Resolution, Resolver } from './resolver.ts';
import { type SymbolPeriod, symbolHistory } from './symbol-history.ts';
import type { Completed } from './well-known-changes.ts';

/** A thing whose price is wanted, in its owner's words. */
export interface TickerRequest {
  symbol: string;
  isin: string | null;
  /** The day that the words are of, YYYY-MM-DD: that of the last trade, or today. */
  on: string;
}

/** What it is called at its exchange today; `names` are to be tried in this order, the owner's own word among them. */
export interface Ticker {
  names: string[];
  /** What the registry says of it. */
  resolution: Resolution;
  /** Whose symbol it was on that day, where only its ISIN is not on the lists: the names are this one's. */
  assumed: Instrument | null;
}

/** NSE's series, which some brokers append to the symbol. */
const SERIES = /-(EQ|BE|BZ|SM|ST)$/;
/** Longer chains of symbols do not occur; a circle in the data must not hold anybody up. */
const LONGEST_CHAIN = 20;
const EXCHANGE: RegistryExchange = 'NSE';

/** Without the series that some brokers append: SUZLON-BE is SUZLON. */
export function bareSymbol(symbol: string): string {
  return aliasKey(symbol).replace(SERIES, '');
}

/**
 * The names of rupee securities at the exchange on a day: by the registry (ISIN first, then the symbol as it was on the day
 * of the words), else by the changes of symbols alone, so that an empty registry still knows the renamed ones (spec: Price
 * refresh rules 2). Where several companies come into question, or the ISIN is of none that bore the symbol on that day, it
 * has no name at all: a wrong price is worse than none.
 */
export function createTickers(resolver: Resolver, { registry, pending }: Completed) {
  const changes = new Map<string, SymbolChange[]>();
  for (const change of registry.changes) {
    if (change.exchange !== EXCHANGE) continue;
    for (const symbol of [change.from, change.to])
      changes.set(symbol, [...(changes.get(symbol) ?? []), change]);
  }
  const later = new Map(pending.map((change) => [change.from, change]));

  const periods = (symbol: string): SymbolPeriod[] => symbolHistory(symbol, changes.get(symbol) ?? [], []);

  /** Follows a symbol through its changes up to a day; null where several might be meant. */
  function renamed(symbol: string, on: string, today: string): string | null {
    const all = periods(symbol);
    if (all.length === 0) return symbol;
    const now = all.filter(({ start, end }) => (start ?? '') <= on && (end === null || on < end));
    const near = [
      all.findLast(({ end }) => end !== null && end <= on),
      all.find(({ start }) => start !== null && start > on),
    ].filter((one) => one !== undefined);
    const meant = now.length > 0 ? now : near;
    if (meant.length !== 1) return null;
    let [period] = meant;
    let current = symbol;
    for (let hops = 0; period !== undefined && hops < LONGEST_CHAIN; hops++) {
      const { next, end }: SymbolPeriod = period;
      if (next === null || end === null || end > today) break;
      current = next;
      period = periods(next).find(({ start }) => start === end);
    }
    return current;
  }

  /** The name after the changes that the imported lists do not have yet. */
  function upToDate(symbol: string, today: string): string {
    const change = later.get(symbol);
    if (change === undefined || change.on > today) return symbol;
    return renamed(change.to, change.on, today) ?? change.to;
  }

  return ({ symbol, isin, on }: TickerRequest, today: string): Ticker => {
    const given = aliasKey(symbol);
    const bare = bareSymbol(symbol);
    let resolution = resolver.resolve({ isin, symbol: given, exchange: EXCHANGE, on });
    if (resolution.outcome === 'UNKNOWN' && resolution.reason === 'NOT_IN_REGISTRY' && bare !== given)
      resolution = resolver.resolve({ isin, symbol: bare, exchange: EXCHANGE, on });
    if (resolution.outcome === 'AMBIGUOUS') return { names: [], resolution, assumed: null };
    if (resolution.outcome === 'UNKNOWN' && resolution.reason === 'ISIN_CONTRADICTS') {
      const assumed = bearerOn(bare, on);
      return { names: assumed === null ? [] : namesOf(assumed, bare, today), resolution, assumed };
    }
    if (resolution.outcome === 'FOUND')
      return { names: namesOf(resolution.instrument, bare, today), resolution, assumed: null };
    return { names: distinct(renamed(bare, on, today), bare), resolution, assumed: null };
  };

  /** Its name of today first. The owner's word follows, unless it is another company's by now. */
  function namesOf(instrument: Instrument, word: string, today: string): string[] {
    const bearer = resolver.resolve({ symbol: word, exchange: EXCHANGE, on: today });
    const isOthers = bearer.outcome === 'FOUND' && bearer.instrument.id !== instrument.id;
    return distinct(upToDate(instrument.symbol, today), instrument.symbol, isOthers ? null : word);
  }

  /** Who certainly bore a symbol on a day: an ISIN changes more often than a company behind a symbol does. */
  function bearerOn(symbol: string, on: string): Instrument | null {
    const found = resolver.resolve({ symbol, exchange: EXCHANGE, on });
    if (found.outcome !== 'FOUND' || (found.by !== 'SYMBOL' && found.by !== 'FORMER_SYMBOL')) return null;
    const { listed_on } = found.instrument;
    return listed_on !== null && listed_on <= on ? found.instrument : null;
  }
}

function distinct(...names: (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))];
}

export type Tickers = ReturnType<typeof createTickers>;
