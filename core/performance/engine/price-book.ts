import type { DayNumber } from './daily-series.ts';
import { type PriceSeries, type TradePrice, type UnitChange, USUAL_CARRY_DAYS } from './engine-input.ts';
import { fillPrices, firstChange, firstDifference, type PriceLine } from './price-line.ts';

const WITHOUT_CLOSES = {
  days: new Int32Array(),
  closes: new Float64Array(),
  carry_days: USUAL_CARRY_DAYS,
};
const NEVER = Number.POSITIVE_INFINITY;

/** One symbol in one currency. */
export interface PricedSymbol {
  series: PriceSeries | null;
  /** Null until it is needed. */
  line: PriceLine | null;
  /** Its line was read since the first day changed. */
  isRead: boolean;
  /** The market's changes and those that only a ledger knows. */
  changes: readonly UnitChange[];
  /** Of the last trade in any portfolio, ascending by day. */
  trades: readonly TradePrice[];
}

const UNKNOWN: PricedSymbol = {
  series: null,
  line: null,
  isRead: false,
  changes: [],
  trades: [],
};

/** The closes of all symbols, laid over the days of the engine where they are needed. */
export function createPriceBook(given: readonly PriceSeries[]) {
  const symbols = new Map<string, PricedSymbol>();
  for (const series of given) symbols.set(priceKey(series), { ...UNKNOWN, series, changes: series.changes });
  let origin = 0;
  let length = 0;
  let capacity = 0;

  function fill(symbol: PricedSymbol, from: number): void {
    const { series, changes, trades } = symbol;
    if (series === null && trades.length === 0) {
      symbol.line = null;
      return;
    }
    symbol.line ??= { price: new Float64Array(capacity), closed: new Int32Array(capacity) };
    fillPrices(symbol.line, series ?? WITHOUT_CLOSES, changes, trades, origin, from, length);
  }

  function lineOf(symbol: PricedSymbol): PriceLine | null {
    if (symbol.line === null) fill(symbol, 0);
    symbol.isRead = true;
    return symbol.line;
  }

  /** Changes prices from an index on. @returns the index of the first changed day, or infinity. */
  function changed(symbol: PricedSymbol, from: number, change: () => void): number {
    const before = symbol.isRead && from < length ? lineOf(symbol) : null;
    if (before === null) {
      change();
      return from < length ? from : NEVER;
    }
    const price = before.price.slice(from, length);
    const closed = before.closed.slice(from, length);
    change();
    fill(symbol, from);
    if (symbol.line === null) return from;
    return (
      from +
      Math.min(
        firstDifference(price, before.price.subarray(from), price.length),
        firstDifference(closed, before.closed.subarray(from), closed.length),
      )
    );
  }

  function keyed(of: PriceOwner): PricedSymbol {
    const key = priceKey(of);
    const known = symbols.get(key);
    if (known !== undefined) return known;
    const fresh: PricedSymbol = { ...UNKNOWN };
    symbols.set(key, fresh);
    return fresh;
  }

  return {
    /** Bytes of the lines. */
    get bytes(): number {
      let bytes = 0;
      for (const { line } of symbols.values())
        if (line !== null) bytes += line.price.byteLength + line.closed.byteLength;
      return bytes;
    },

    /** The prices of a symbol: those of the portfolio if it has its own, else those of all. */
    symbolOf({ symbol, currency, portfolio }: PriceOwner): PricedSymbol {
      const own =
        portfolio === undefined ? undefined : symbols.get(priceKey({ symbol, currency, portfolio }));
      const hasPrices = own?.series?.days.length || own?.series?.observed?.length;
      return own !== undefined && hasPrices ? own : keyed({ symbol, currency });
    },

    /** The days begin elsewhere: all lines are forgotten. */
    begin(first: DayNumber, days: number, room: number): void {
      origin = first;
      length = days;
      capacity = room;
      for (const symbol of symbols.values()) [symbol.line, symbol.isRead] = [null, false];
    },

    /** Drops the lines, which take most of the memory and are quickly rebuilt from the shared closes. */
    rest(): void {
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
    lineOf,

    /** Sets the current prices of a symbol. @returns the index of the first day that may change. */
    take(newer: PriceSeries): number {
      const symbol = keyed(newer);
      const from = symbol.series === null ? origin : firstChange(symbol.series, newer);
      return changed(symbol, Math.max(0, from - origin), () => {
        symbol.series = newer;
      });
    },

    /** @returns the index of the first day that may differ. */
    setOwn(symbol: PricedSymbol, { changes, trades }: Pick<PricedSymbol, 'changes' | 'trades'>): number {
      return changed(symbol, 0, () => {
        Object.assign(symbol, { changes, trades });
      });
    },
  };
}

type PriceOwner = Pick<PriceSeries, 'symbol' | 'currency' | 'portfolio'>;

export function priceKey({ symbol, currency, portfolio = '' }: PriceOwner): string {
  return `${symbol}\0${currency}\0${portfolio}`;
}
