import { bareSymbol, type SymbolChange } from '../../market/instruments/index.ts';
import type { Register } from '../../market/register/index.ts';

/** A name of a share and the days for which it is meant; a name may be taken by another company later. */
export interface NameOfShare {
  symbol: string;
  /** The first day; null: from the beginning. */
  from: string | null;
  /** The first day that is too late; null: until today. */
  until: string | null;
}

/** Changes of symbols of one market, by the symbol that was given up and by the one that was taken. */
export interface ChangesBySymbol {
  from: ReadonlyMap<string, readonly SymbolChange[]>;
  to: ReadonlyMap<string, readonly SymbolChange[]>;
}

/** The changes by their symbols, so that looking one up does not go through all. */
export function changesBySymbol(changes: readonly SymbolChange[]): ChangesBySymbol {
  const [from, to] = [new Map<string, SymbolChange[]>(), new Map<string, SymbolChange[]>()];
  const add = (index: Map<string, SymbolChange[]>, symbol: string, change: SymbolChange) => {
    const others = index.get(symbol);
    if (others === undefined) index.set(symbol, [change]);
    else others.push(change);
  };
  for (const change of changes) {
    add(from, change.from, change);
    add(to, change.to, change);
  }
  return { from, to };
}

/** Longer chains of renames do not occur; a circle in the data must not hold anybody up. */
const LONGEST_CHAIN = 20;

/**
 * Every name of the share that was called `symbol` on a day: the ones before and the ones after, each with its days.
 * @param changes of one market.
 */
export function namesOfShare(symbol: string, on: string, changes: ChangesBySymbol): NameOfShare[] {
  const to = (name: string) => changes.to.get(name) ?? [];
  const names: NameOfShare[] = [];
  let name = symbol;
  let day = on;
  for (let hops = 0; hops < LONGEST_CHAIN; hops += 1) {
    const next = (changes.from.get(name) ?? [])
      .filter(({ on: changed }) => changed > day)
      .toSorted((a, b) => (a.on < b.on ? -1 : 1))[0];
    const previous = latest(to(name).filter(({ on: changed }) => changed <= day));
    names.push({ symbol: name, from: previous?.on ?? null, until: next?.on ?? null });
    if (next === undefined) break;
    [name, day] = [next.to, next.on];
  }
  let earliest = names[0];
  for (let hops = 0; hops < LONGEST_CHAIN && earliest !== undefined && earliest.from !== null; hops += 1) {
    const { symbol: later, from } = earliest;
    const change = latest(to(later).filter((one) => one.on === from));
    if (change === undefined) break;
    const before = latest(to(change.from).filter(({ on: changed }) => changed < change.on));
    earliest = { symbol: change.from, from: before?.on ?? null, until: change.on };
    names.unshift(earliest);
  }
  return names;
}

/** The names of a position's share. */
export interface ShareNames {
  /** By the changes of its own symbol, in order of time. */
  own: NameOfShare[];
  /** With those that its ISINs have at NSE: a file of another exchange has codes or other symbols. */
  all: NameOfShare[];
}

export function shareNames(
  { symbol, last_date, isins }: { symbol: string; last_date: string; isins: readonly string[] },
  changes: ChangesBySymbol,
  register: Pick<Register, 'symbolsOf'>,
): ShareNames {
  const own = namesOfShare(symbol, last_date, changes);
  const bare = bareSymbol(symbol);
  const others = [
    ...(bare === symbol ? [] : [{ symbol: bare, on: last_date }]),
    ...register.symbolsOf(isins),
  ].flatMap((one) => namesOfShare(one.symbol, one.on, changes));
  const all = new Map([...own, ...others].map((name) => [`${name.symbol} ${name.from ?? ''}`, name]));
  return { own, all: [...all.values()] };
}

/** Whether a symbol meant a share on a day. */
export function isNamed(names: readonly NameOfShare[], symbol: string, day: string): boolean {
  // An action on the first day of a new name may be announced under either of the two.
  return names.some(
    (name) =>
      name.symbol === symbol && (name.from ?? '') <= day && (name.until === null || day <= name.until),
  );
}

function latest(changes: readonly SymbolChange[]): SymbolChange | undefined {
  return changes.toSorted((a, b) => (a.on < b.on ? 1 : -1))[0];
}
