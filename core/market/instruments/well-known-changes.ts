import type { Registry, SymbolChange } from './instrument.ts';

export interface Completed {
  registry: Registry;
  /** Changes newer than the imported lists: what these call `from` is called `to` since `on`. */
  pending: SymbolChange[];
}

/**
 * The registry with the changes of symbol that ship with the product, so that they are known before any list was imported.
 * Imported changes come first: a symbol that one of them leads to keeps it with its day. Where a list has the old symbol and not
 * yet the new one, the change is `pending`, and the instrument keeps the old symbol.
 */
export function withWellKnownChanges(registry: Registry, known: readonly SymbolChange[]): Completed {
  const listed = new Map(
    registry.instruments
      .filter(({ delisted_on }) => delisted_on === null)
      .map(({ exchange, symbol, listed_on }) => [`${exchange} ${symbol}`, listed_on]),
  );
  const explained = new Set(registry.changes.map(({ exchange, to }) => `${exchange} ${to}`));
  const missing = known.filter(({ exchange, to }) => !explained.has(`${exchange} ${to}`));
  const next = new Map<string, SymbolChange[]>();
  for (const change of known) {
    const key = `${change.exchange} ${change.from}`;
    const others = next.get(key);
    if (others === undefined) next.set(key, [change]);
    else others.push(change);
  }
  /** True if a list has the share under the new symbol, or under one that it took after that. */
  function isListedSince({ exchange, to, on }: SymbolChange, hops = LONGEST_CHAIN): boolean {
    if (listed.has(`${exchange} ${to}`)) return true;
    const later = next.get(`${exchange} ${to}`)?.find((one) => one.on > on);
    return later !== undefined && hops > 0 && isListedSince(later, hops - 1);
  }
  const isNewer = (change: SymbolChange) =>
    listed.has(`${change.exchange} ${change.from}`) && !isListedSince(change);
  /** A company that was listed later took a symbol that had been given up: that is another's, and was not renamed. */
  function isOfBearer({ exchange, from, on }: SymbolChange): boolean {
    const since = listed.get(`${exchange} ${from}`) ?? null;
    return since === null || since < on;
  }
  return {
    registry: {
      ...registry,
      changes: [...registry.changes, ...missing.filter((change) => !isNewer(change))],
    },
    pending: missing.filter((change) => isNewer(change) && isOfBearer(change)),
  };
}

/** Longer chains of symbols do not occur; a circle in the data must not hold anybody up. */
const LONGEST_CHAIN = 20;
