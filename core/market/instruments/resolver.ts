import {
  aliasKey,
  type Alias,
  type Instrument,
  isSameIssuer,
  type Registry,
  type RegistryExchange,
  type SymbolChange,
} from './instrument.ts';
import { type SymbolPeriod, symbolHistory } from './symbol-history.ts';

/** What is known of a thing. `on` is the day that the words are of, such as that of a trade. */
export interface InstrumentQuery {
  isin?: string | null | undefined;
  symbol?: string | null | undefined;
  exchange?: RegistryExchange | null | undefined;
  on: string;
}

/**
 * By what it was found. FORMER_SYMBOL was its symbol on that day or before; LATER_SYMBOL is one it took only after that
 * day (files are restated in today's symbols).
 */
type FoundBy = 'ISIN' | 'FORMER_ISIN' | 'SYMBOL' | 'FORMER_SYMBOL' | 'LATER_SYMBOL' | 'ALIAS';
/** ISIN_CONTRADICTS: the symbol is known, but its ISIN is that of another company. */
type UnknownReason = 'NOTHING_GIVEN' | 'NOT_IN_REGISTRY' | 'ISIN_CONTRADICTS';

export type Resolution =
  | { outcome: 'FOUND'; by: FoundBy; instrument: Instrument }
  | { outcome: 'AMBIGUOUS'; candidates: Instrument[] }
  | { outcome: 'UNKNOWN'; reason: UnknownReason };

export interface Resolver {
  /** By ISIN first, then by the symbol as it was on that day, then by a confirmed alias. Never guesses. */
  resolve(wanted: InstrumentQuery): Resolution;
}

type Match = { instrument: Instrument; by: FoundBy };

/** Longer chains of symbols do not occur; a circle in the data must not hold anybody up. */
const LONGEST_CHAIN = 20;

export function createResolver(registry: Registry): Resolver {
  const listings = registry.instruments.filter(isListed);
  const byIsin = grouped(listings, ({ isin }) => isin);
  const bySymbol = grouped(listings, ({ exchange, symbol }) => `${exchange} ${symbol}`);
  // A provider's symbols are of its own making: what no exchange lists is found by its ISIN or a confirmed alias.
  const elsewhere = grouped(
    registry.instruments.filter((instrument) => !isListed(instrument)),
    ({ isin }) => isin,
  );
  const byId = new Map(registry.instruments.map((instrument) => [instrument.id, instrument]));
  const changes = grouped(registry.changes, ({ exchange, from }) => `${exchange} ${from}`);
  for (const change of registry.changes) {
    const key = `${change.exchange} ${change.to}`;
    changes.set(key, [...(changes.get(key) ?? []), change]);
  }
  const exchanges = [...new Set([...listings, ...registry.changes].map((one) => one.exchange))];
  const isOf = (alias: Alias) => `${alias.instrument_id} ${alias.alias}`;
  const rejected = new Set(registry.aliases.filter(({ status }) => status === 'REJECTED').map(isOf));
  const aliases = grouped(
    registry.aliases.filter((alias) => alias.status === 'CONFIRMED' && !rejected.has(isOf(alias))),
    ({ alias }) => alias,
  );
  const known = new Map<string, SymbolPeriod[]>();

  function periods(exchange: RegistryExchange, symbol: string): SymbolPeriod[] {
    const key = `${exchange} ${symbol}`;
    const found =
      known.get(key) ??
      symbolHistory(symbol, changes.get(key) ?? ([] as SymbolChange[]), bySymbol.get(key) ?? []);
    known.set(key, found);
    return found;
  }

  /** The instrument that a period's bearer is today, through every later change of symbol. */
  function bearer(exchange: RegistryExchange, period: SymbolPeriod): Instrument | null {
    let current = period;
    for (let hops = 0; hops < LONGEST_CHAIN; hops++) {
      const { next, end } = current;
      if (next === null || end === null) return current.instrument;
      const later = periods(exchange, next);
      const taken = later.find(({ start }) => start === end) ?? later.find((one) => covers(one, end)) ?? null;
      if (taken === null) return null;
      current = taken;
    }
    return null;
  }

  function bySymbolAt(exchange: RegistryExchange, symbol: string, on: string): Match[] {
    const all = periods(exchange, symbol);
    const match = (period: SymbolPeriod | undefined, by: FoundBy): Match[] => {
      const instrument = period === undefined ? null : bearer(exchange, period);
      return instrument === null ? [] : [{ instrument, by }];
    };
    const now = all.filter((period) => covers(period, on));
    if (now.length > 0)
      return now.flatMap((period) => match(period, period.next === null ? 'SYMBOL' : 'FORMER_SYMBOL'));
    // Nobody bore it on that day: it is the word of before, or that of afterwards, if only one of them comes into question.
    const before = all.findLast(({ end }) => end !== null && end <= on);
    const after = all.find(({ start }) => start !== null && start > on);
    return [
      ...match(before, before?.next === null ? 'SYMBOL' : 'FORMER_SYMBOL'),
      ...match(after, 'LATER_SYMBOL'),
    ];
  }

  function byAlias(
    word: string,
    on: string,
    isin: boolean,
    exchange: RegistryExchange | null | undefined,
  ): Match[] {
    return (aliases.get(aliasKey(word)) ?? [])
      .filter(({ kind }) => (kind === 'FORMER_ISIN') === isin)
      .filter(({ valid_from, valid_to }) => (valid_from ?? '') <= on && on <= (valid_to ?? '9999'))
      .flatMap(({ instrument_id }) => {
        const instrument = byId.get(instrument_id);
        if (instrument === undefined || (exchange && instrument.exchange !== exchange)) return [];
        return [{ instrument, by: isin ? ('FORMER_ISIN' as const) : ('ALIAS' as const) }];
      });
  }

  /** Where several come into question, what somebody said about the word: this one it is, or that one it is not. */
  function decided(
    matches: readonly Match[],
    word: string,
    on: string,
    exchange: RegistryExchange | null | undefined,
  ): Resolution | null {
    const confirmed = new Set(byAlias(word, on, false, exchange).map(({ instrument }) => instrument.id));
    const meant = resolution(matches.filter(({ instrument }) => confirmed.has(instrument.id)));
    if (meant?.outcome === 'FOUND') return { ...meant, by: 'ALIAS' };
    return resolution(matches.filter(({ instrument }) => !rejected.has(`${instrument.id} ${word}`)));
  }

  return {
    resolve({ isin: givenIsin, symbol: givenSymbol, exchange, on }) {
      const isin = givenIsin ? aliasKey(givenIsin) : null;
      const symbol = givenSymbol ? aliasKey(givenSymbol) : null;
      if (isin === null && symbol === null) return { outcome: 'UNKNOWN', reason: 'NOTHING_GIVEN' };
      if (isin !== null) {
        const there = matchesByIsin(
          byIsin.get(isin)?.filter((instrument) => !exchange || instrument.exchange === exchange),
        );
        // An old ISIN has no day on which it stops to mean the company.
        const found = resolution(there) ?? resolution(byAlias(isin, on, true, exchange));
        if (found !== null) return found;
        const external = exchange ? null : resolution(matchesByIsin(elsewhere.get(isin)));
        if (external !== null) return external;
      }
      if (symbol === null) return { outcome: 'UNKNOWN', reason: 'NOT_IN_REGISTRY' };
      const at = exchange ? [exchange] : exchanges;
      let contradicted = false;
      for (const matches of [
        at.flatMap((one) => bySymbolAt(one, symbol, on)),
        byAlias(symbol, on, false, exchange),
      ]) {
        const fitting = matches.filter(
          ({ instrument }) =>
            isin === null || instrument.isin === null || isSameIssuer(isin, instrument.isin),
        );
        contradicted ||= fitting.length < matches.length;
        const found = resolution(fitting);
        if (found?.outcome === 'AMBIGUOUS') return decided(fitting, symbol, on, exchange) ?? found;
        if (found !== null) return found;
      }
      return { outcome: 'UNKNOWN', reason: contradicted ? 'ISIN_CONTRADICTS' : 'NOT_IN_REGISTRY' };
    },
  };
}

/** An instrument of an exchange's lists. */
type Listed = Instrument & { exchange: RegistryExchange };

function isListed(instrument: Instrument): instrument is Listed {
  return instrument.exchange !== null;
}

function matchesByIsin(instruments: readonly Instrument[] = []): Match[] {
  return instruments.map((instrument) => ({ instrument, by: 'ISIN' }));
}

function covers({ start, end }: SymbolPeriod, on: string): boolean {
  return (start ?? '') <= on && (end === null || on < end);
}

/** One instrument, several, or null for none. */
function resolution(matches: readonly Match[]): Resolution | null {
  const [first] = matches;
  if (first === undefined) return null;
  const different = new Map(matches.map(({ instrument }) => [instrument.id, instrument]));
  if (different.size > 1) return { outcome: 'AMBIGUOUS', candidates: [...different.values()] };
  return { outcome: 'FOUND', by: first.by, instrument: first.instrument };
}

function grouped<T>(values: readonly T[], keyOf: (value: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
