import type { SymbolChange } from '../../market/instruments/index.ts';

/** A name of a share and the days for which it is meant; a name may be taken by another company later. */
export interface NameOfShare {
  symbol: string;
  /** The first day; null: from the beginning. */
  from: string | null;
  /** The first day that is too late; null: until today. */
  until: string | null;
}

/** Longer chains of renames do not occur; a circle in the data must not hold anybody up. */
const LONGEST_CHAIN = 20;

/**
 * Every name of the share that was called `symbol` on a day: the ones before and the ones after, each with its days.
 * @param changes of one market.
 */
export function namesOfShare(symbol: string, on: string, changes: readonly SymbolChange[]): NameOfShare[] {
  const names: NameOfShare[] = [];
  let name = symbol;
  let day = on;
  for (let hops = 0; hops < LONGEST_CHAIN; hops += 1) {
    const next = changes
      .filter(({ from, on: changed }) => from === name && changed > day)
      .toSorted((a, b) => (a.on < b.on ? -1 : 1))[0];
    const previous = latest(changes.filter(({ to, on: changed }) => to === name && changed <= day));
    names.push({ symbol: name, from: previous?.on ?? null, until: next?.on ?? null });
    if (next === undefined) break;
    [name, day] = [next.to, next.on];
  }
  let earliest = names[0];
  for (let hops = 0; hops < LONGEST_CHAIN && earliest !== undefined && earliest.from !== null; hops += 1) {
    const { symbol: later, from } = earliest;
    const change = latest(changes.filter((one) => one.to === later && one.on === from));
    if (change === undefined) break;
    const before = latest(changes.filter(({ to, on: changed }) => to === change.from && changed < change.on));
    earliest = { symbol: change.from, from: before?.on ?? null, until: change.on };
    names.unshift(earliest);
  }
  return names;
}

function latest(changes: readonly SymbolChange[]): SymbolChange | undefined {
  return changes.toSorted((a, b) => (a.on < b.on ? 1 : -1))[0];
}
