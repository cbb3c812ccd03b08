import type { Instrument, SymbolChange } from './instrument.ts';

/** A span in which one company bore a symbol: from its first day (null: unknown) to before `end` (null: still). */
export interface SymbolPeriod {
  start: string | null;
  end: string | null;
  /** Who bore it, where the registry knows; null when it went on under another symbol or is not known. */
  instrument: Instrument | null;
  /** The symbol it went on under at `end`. */
  next: string | null;
}

/**
 * Who bore a symbol when, in order of time, at one exchange. Symbols are given up and given again: each change away from
 * it ends a period, each change to it begins one, and the instrument listed under it today bears it since the last of
 * these. A listing date alone begins none after a change to the symbol: companies are listed anew.
 * @param changes those from and to this symbol.
 * @param instruments those whose last symbol it is.
 */
export function symbolHistory(
  symbol: string,
  changes: readonly SymbolChange[],
  instruments: readonly Instrument[],
): SymbolPeriod[] {
  const periods: SymbolPeriod[] = [];
  // Before the first event somebody may have borne it; after it was given up nobody does, until it is taken again.
  let state: 'unknown' | 'borne' | 'vacant' = 'unknown';
  let start: string | null = null;
  let vacantSince: string | null = null;
  const end = (at: string, next: string | null) => {
    periods.push({ start: start ?? vacantSince, end: at, instrument: null, next });
    start = null;
  };
  const isGivenUp = (change: SymbolChange) => change.from === symbol;
  const events = [...changes].sort(
    (a, b) => compare(a.on, b.on) || Number(isGivenUp(b)) - Number(isGivenUp(a)),
  );
  for (const change of events) {
    if (isGivenUp(change)) {
      end(change.on, change.to);
      state = 'vacant';
      vacantSince = change.on;
    } else {
      if (state === 'borne') end(change.on, null);
      state = 'borne';
      start = change.on;
    }
  }
  const gone = instruments.filter(({ delisted_on }) => delisted_on !== null);
  for (const instrument of gone) {
    periods.push({ start: instrument.listed_on, end: instrument.delisted_on, instrument, next: null });
  }
  const live = instruments.find(({ delisted_on }) => delisted_on === null);
  if (live !== undefined) {
    const since = state === 'borne' ? start : later(live.listed_on, vacantSince);
    periods.push({ start: since, end: null, instrument: live, next: null });
  } else if (state === 'borne' && gone.length === 0) {
    periods.push({ start, end: null, instrument: null, next: null });
  }
  return periods.sort((a, b) => compare(a.end ?? '9999', b.end ?? '9999'));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
