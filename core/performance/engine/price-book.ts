import type { DayNumber } from './daily-series.ts';
import type { PriceSeries, UnitChange } from './engine-input.ts';
import { joinedPrices, type Since } from './newer-series.ts';
import { fillPrices, type PriceLine } from './price-line.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** One symbol in one currency. */
export interface PricedSymbol {
  series: PriceSeries | null;
  /** Null until somebody needs it. */
  line: PriceLine | null;
  /** The market's changes and those that only a ledger knows. */
  changes: readonly UnitChange[];
}

/** The closes of all symbols, laid over the days of the engine where they are needed. */
export function createPriceBook(given: readonly PriceSeries[]) {
  const symbols = new Map<string, PricedSymbol>();
  for (const series of given) symbols.set(priceKey(series), { series, line: null, changes: series.changes });
  let origin = 0;
  let length = 0;
  let capacity = 0;

  function fill(symbol: PricedSymbol, from: number): void {
    if (symbol.series === null) return;
    symbol.line ??= { price: new Float64Array(capacity), closed: new Int32Array(capacity) };
    fillPrices(symbol.line, symbol.series, symbol.changes, origin, from, length);
  }

  /** Fills a line from an index on. @returns the index of the first day that differs; infinity where none does. */
  function refill(symbol: PricedSymbol, from: number): number {
    if (symbol.line === null) return from;
    const price = symbol.line.price.slice(from, length);
    const closed = symbol.line.closed.slice(from, length);
    fill(symbol, from);
    for (let at = 0; at < price.length; at += 1)
      if (!Object.is(price[at], symbol.line.price[from + at]) || closed[at] !== symbol.line.closed[from + at])
        return from + at;
    return NEVER;
  }

  function symbolOf(of: { symbol: string; currency: string }): PricedSymbol {
    const key = priceKey(of);
    const known = symbols.get(key);
    if (known !== undefined) return known;
    const fresh: PricedSymbol = { series: null, line: null, changes: [] };
    symbols.set(key, fresh);
    return fresh;
  }

  return {
    symbolOf,

    /** The days begin elsewhere: all lines are forgotten. */
    begin(first: DayNumber, days: number, room: number): void {
      origin = first;
      length = days;
      capacity = room;
      for (const symbol of symbols.values()) symbol.line = null;
    },

    /** More days. A line without room for them is laid anew when it is needed. */
    extend(days: number, room: number): void {
      const before = length;
      length = days;
      capacity = room;
      for (const symbol of symbols.values()) {
        if (symbol.line === null || symbol.line.price.length < days) symbol.line = null;
        else fill(symbol, before);
      }
    },

    /** The line of a symbol over all days; null where no close of it is known. */
    lineOf(symbol: PricedSymbol): PriceLine | null {
      if (symbol.line === null) fill(symbol, 0);
      return symbol.line;
    },

    /** Takes newer closes. @returns the index of the first day that may differ. */
    take(newer: PriceSeries & Since): number {
      const symbol = symbolOf(newer);
      symbol.series = joinedPrices(symbol.series, newer);
      return refill(symbol, Math.max(0, (newer.since ?? origin) - origin));
    },

    /** @returns the index of the first day that may differ. */
    setChanges(symbol: PricedSymbol, changes: readonly UnitChange[]): number {
      symbol.changes = changes;
      return refill(symbol, 0);
    },
  };
}

export function priceKey({ symbol, currency }: { symbol: string; currency: string }): string {
  return `${symbol}\0${currency}`;
}
