import { grouped } from '../../platform/index.ts';
import { type Instrument, isSameIssuer, type Registry, type SymbolChange } from './instrument.ts';

/** A change of symbol that ships with the product; its share's ISIN where that is known. */
type WellKnownChange = SymbolChange & { isin?: string | null };

export interface Completed {
  registry: Registry;
  /** Changes newer than the imported lists: what these call `from` is called `to` since `on`. */
  pending: SymbolChange[];
}

/**
 * The registry with the changes of symbol that ship with the product, so that they are known before any list was imported.
 * Imported changes come first: a symbol that one of them leads to keeps it with its day. Where a list has the old symbol and not
 * yet the new one, the change is `pending`, and the instrument keeps the old symbol. An instrument of a price file alone has the
 * symbol of its share today: the file may be an old one.
 */
export function withWellKnownChanges(given: Registry, known: readonly WellKnownChange[]): Completed {
  const next = changesFrom(known);
  const registry = { ...given, instruments: withCurrentSymbols(given.instruments, next) };
  const listed = new Map(
    registry.instruments
      .filter(({ delisted_on }) => delisted_on === null)
      .map(({ exchange, symbol, listed_on }) => [`${exchange} ${symbol}`, listed_on]),
  );
  const explained = new Set(registry.changes.map(({ exchange, to }) => `${exchange} ${to}`));
  const missing = known.filter(({ exchange, to }) => !explained.has(`${exchange} ${to}`));
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

type ChangesFrom = ReadonlyMap<string, readonly WellKnownChange[]>;

/** The changes by exchange and the symbol that was given up. */
function changesFrom(known: readonly WellKnownChange[]): ChangesFrom {
  return grouped(known, ({ exchange, from }) => `${exchange} ${from}`);
}

/** Renames instruments that no list has to the latest symbol of their share, unless another instrument has it. */
function withCurrentSymbols(instruments: readonly Instrument[], next: ChangesFrom): readonly Instrument[] {
  const taken = new Set(instruments.map(({ exchange, symbol }) => `${exchange} ${symbol}`));
  return instruments.map((one) => {
    if (one.name !== null || one.listed_on !== null || one.delisted_on !== null) return one;
    let { symbol } = one;
    for (let hops = 0; hops < LONGEST_CHAIN; hops += 1) {
      const changes = next.get(`${one.exchange} ${symbol}`) ?? [];
      const [change, ...others] = changes.filter(
        ({ isin }) => !isin || one.isin === null || isSameIssuer(isin, one.isin),
      );
      // Several companies had the symbol in turn; which one is meant is unknown.
      if (change === undefined || others.length > 0) break;
      symbol = change.to;
    }
    return taken.has(`${one.exchange} ${symbol}`) ? one : { ...one, symbol };
  });
}

/** Longer chains of symbols do not occur; a circle in the data must not hold anybody up. */
const LONGEST_CHAIN = 20;
