import type { KnownSymbol } from './portfolio-sync.ts';
import type { BrokerHolding, BrokerTrade } from '../adapter.ts';
import { createRealigner, NO_REGISTRY, type Realigned, type RegistryWords } from './realign.ts';

/** Today's ISIN and symbol of what a trade's words meant on its day; null where the registry does not say. */
export type Lookup = (wanted: {
  isin: string | null;
  symbol: string | null;
  on: string;
}) => { isin: string | null; symbol: string } | null;

export interface SymbolSources {
  holdings: readonly BrokerHolding[];
  /** What the portfolio knows already, from files or earlier syncs. */
  known: readonly KnownSymbol[];
  lookup: Lookup;
  /** The broker names neither ISIN nor security id, and writes trades otherwise than holdings (spec: Connection sync rules 5). */
  byName: boolean;
  /** What the registry knows of words; nothing where it is absent. */
  registry?: RegistryWords;
  /** Names of trades that the person is or was asked about: the answer decides, however much is known by now. */
  asked?: ReadonlySet<string>;
  /** YYYY-MM-DD */
  today: string;
}

export interface Symbols {
  /** The symbol a position is kept by; null when nothing names it. */
  readonly ofHolding: (holding: BrokerHolding) => string | null;
  /** The symbol a trade is kept by: that of the holding it belongs to; null when nothing names it. */
  readonly ofTrade: (trade: BrokerTrade) => string | null;
  /** The holdings that a trade may be of where only the person knows which, then `ofTrade` is its name; null for all others. */
  readonly candidatesOf: (trade: BrokerTrade) => readonly string[] | null;
}

/**
 * Brings the words of a broker back to the symbols that a portfolio keeps (spec: Connection sync rules 2): by ISIN, by
 * the broker's security id, through the registry of instruments, and where the broker has none of them by name. What
 * could be two things stays as the broker wrote it, and by name alone is asked about.
 */
export function createSymbols(sources: SymbolSources): Symbols {
  const { holdings, known, lookup, byName, today, registry = NO_REGISTRY, asked = new Set() } = sources;
  const knownByIsin = index(known, ({ isin }) => isin);
  const knownById = index(known, ({ security_id }) => security_id);
  const knownWords = new Set(known.map(({ symbol }) => symbol));

  const heldAs = new Map<BrokerHolding, string | null>();
  for (const holding of holdings) {
    const word = wordOf(holding.symbol);
    const byIsin = one(knownByIsin, holding.isin, word);
    const named = byIsin ?? word ?? lookup({ isin: holding.isin, symbol: null, on: today })?.symbol;
    heldAs.set(holding, named ?? wordOf(holding.isin ?? '') ?? wordOf(holding.security_id ?? ''));
  }
  const held = holdings.flatMap((holding) => {
    const symbol = heldAs.get(holding) ?? null;
    return symbol === null ? [] : [{ ...holding, word: wordOf(holding.symbol), symbol }];
  });
  const heldSymbols = new Set(held.map(({ symbol }) => symbol));
  const heldByIsin = index(held, ({ isin }) => isin);
  const heldById = index(held, ({ security_id }) => security_id);
  const heldByWord = index(held, ({ word }) => word);
  const realign = byName ? createRealigner(held, registry) : null;
  const found = new Map<string, Realigned | null>();

  /** By what does not depend on the day; null when only the registry may know. */
  function identify({ symbol, isin, security_id }: BrokerTrade): Realigned | null {
    const word = wordOf(symbol);
    const identified =
      one(heldByIsin, isin, word) ??
      one(heldById, security_id, word) ??
      one(knownByIsin, isin, word) ??
      one(knownById, security_id, word);
    if (identified !== null) return identified;
    if (realign !== null && word !== null) {
      if (isin === null && asked.has(word)) return { candidates: [] };
      const realigned = realign({ symbol: word, isin });
      // A symbol that was given up, or taken since, is what the registry says it was on the day of the trade.
      return realigned === word && registry.isSymbol(word) && !heldSymbols.has(word) ? null : realigned;
    }
    const sameWord = isin === null ? one(heldByWord, word, null) : null;
    return sameWord ?? (word !== null && knownWords.has(word) ? word : null);
  }

  function lookUp({ symbol, isin, security_id, date }: BrokerTrade): string | null {
    const word = wordOf(symbol);
    const meant = lookup({ isin, symbol: word, on: date });
    const renamed =
      meant === null
        ? null
        : (one(heldByIsin, meant.isin, word) ??
          one(knownByIsin, meant.isin, word) ??
          (byName ? one(heldByWord, meant.symbol, null) : null));
    return renamed ?? word ?? meant?.symbol ?? wordOf(isin ?? '') ?? wordOf(security_id ?? '');
  }

  function identified(trade: BrokerTrade): Realigned | null {
    // As many as there are names, however many trades: a history of years keeps no memory.
    const key = [trade.symbol, trade.isin, trade.security_id].join('\0');
    let symbol = found.get(key);
    if (symbol === undefined) found.set(key, (symbol = identify(trade)));
    return symbol;
  }

  return {
    ofHolding: (holding) => heldAs.get(holding) ?? null,
    ofTrade(trade) {
      const symbol = identified(trade);
      return typeof symbol === 'object' && symbol !== null ? wordOf(trade.symbol) : (symbol ?? lookUp(trade));
    },
    candidatesOf(trade) {
      const symbol = identified(trade);
      return typeof symbol === 'object' && symbol !== null ? symbol.candidates : null;
    },
  };
}

const LONGEST_SYMBOL = 128;

/** A symbol as it is kept here; null for none. */
export function wordOf(text: string): string | null {
  const word = text.trim().replace(/\s+/g, ' ').toUpperCase().slice(0, LONGEST_SYMBOL);
  return word === '' ? null : word;
}

function index<T extends { symbol: string }>(
  rows: readonly T[],
  keyOf: (row: T) => string | null,
): Map<string, Set<string>> {
  const symbols = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null || key === '') continue;
    symbols.set(key, (symbols.get(key) ?? new Set()).add(row.symbol));
  }
  return symbols;
}

/** The only symbol under a key, or of several the one that is written so; null where it could be two. */
function one(symbols: Map<string, Set<string>>, key: string | null, word: string | null): string | null {
  const under = key === null ? undefined : symbols.get(key);
  if (under === undefined) return null;
  if (word !== null && under.has(word)) return word;
  const [only = null] = under;
  return under.size === 1 ? only : null;
}
