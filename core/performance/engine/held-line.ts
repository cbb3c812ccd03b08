import { grouped } from '../../platform/grouped.ts';
import { compareText } from '../../portfolio/ledger/replay.ts';
import { type MarketUnits, marketUnits } from './accumulate.ts';
import type { BaseCost } from './base-cost.ts';
import type { DayNumber } from './daily-series.ts';
import type { Scope, TradePrice, UnitChange } from './engine-input.ts';
import type { PositionLine } from './position-line.ts';
import type { PricedSymbol } from './price-book.ts';
import { dayOf } from './replay-rows.ts';
import {
  alignUnits,
  isSameChange,
  NO_ALIGNMENT,
  type UnitAlignment,
  type UnitWindow,
} from './unit-alignment.ts';

/** A position with its units as the market counts them. */
export interface HeldLine {
  line: PositionLine;
  scope: Scope;
  market: MarketUnits;
  alignment: UnitAlignment;
  /** By the currency that the rates lead to. */
  bases: Map<string, BaseCost>;
}

export const heldLine = (line: PositionLine, scope: Scope): HeldLine => ({
  line,
  scope,
  market: { day: [], units: [] },
  alignment: NO_ALIGNMENT,
  bases: new Map(),
});

/**
 * Brings the units of positions in line with the market's changes of their symbols.
 * @param positions all of each symbol, in the order of their portfolios.
 * @returns for each list of prices the changes and trades of its symbol; a portfolio with prices of its own shares the trades.
 */
export function alignPositions(
  positions: readonly HeldLine[],
  symbolOf: (line: PositionLine) => PricedSymbol | null,
): (Pick<PricedSymbol, 'changes' | 'trades'> & { symbol: PricedSymbol | null; dirty: DayNumber })[] {
  const named = grouped(positions, ({ line }) => `${line.currency} ${line.symbol}`);
  return [...named.values()].flatMap((all) => {
    const bySymbol = grouped(all, ({ line }) => symbolOf(line));
    const aligned = [...bySymbol].map(([symbol, own]) => ({
      symbol,
      ...alignSymbol(own, symbol?.series?.changes ?? []),
    }));
    const trades = tradesOf(all);
    return aligned.map((one) => ({ ...one, trades }));
  });
}

/**
 * Brings the units of one symbol's positions in line with the market's changes.
 * @returns all changes of the symbol, those that only a ledger knows among them; and the first day on which units differ from before, positive infinity where none does.
 */
function alignSymbol(
  positions: readonly HeldLine[],
  market: readonly UnitChange[],
): { changes: UnitChange[]; dirty: DayNumber } {
  const own = new Map<string, UnitChange>();
  let dirty = Number.POSITIVE_INFINITY;
  for (const held of positions) {
    const { line } = held;
    const before = held.alignment.windows;
    held.alignment = alignUnits(line.unitChanges, market, (day) => line.unitsBefore(day));
    held.market = marketUnits(line, held.alignment.windows);
    if (!isSame(before, held.alignment.windows))
      for (const { from } of [...before, ...held.alignment.windows]) dirty = Math.min(dirty, from);
    for (const one of held.alignment.own) own.set(`${one.day} ${one.ratio}`, one);
  }
  const changes = [...market, ...own.values()].sort((a, b) => a.day - b.day);
  return { changes, dirty };
}

/**
 * The last trade of one symbol in any portfolio by day, in units of the ledger that has most of its splits: the newest; of one
 * day, that of the last portfolio.
 * @param positions in the order of their portfolios.
 */
function tradesOf(positions: readonly HeldLine[]): TradePrice[] {
  const ledgers = positions.map(({ line, alignment: { windows } }) =>
    line.traded.map((one) => onMarketDay(one, windows)).sort((a, b) => a.day - b.day),
  );
  const [first = [], ...others] = ledgers;
  if (others.length === 0) return first;
  const splits = splitsOf(positions);
  const changes = [...splits, ...ledgers.flat()].map(({ day }) => day);
  const next = ledgers.map(() => 0);
  return [...new Set(changes)]
    .sort((a, b) => a - b)
    .map((day) => {
      let last: TradePrice = { day, price: Number.NaN, traded: Number.NEGATIVE_INFINITY };
      let of = 0;
      for (const [ledger, prices] of ledgers.entries()) {
        let at = next[ledger] ?? 0;
        while ((prices[at]?.day ?? Number.POSITIVE_INFINITY) <= day) at += 1;
        next[ledger] = at;
        const one = prices[at - 1];
        if (one !== undefined && one.traded >= last.traded) [last, of] = [one, ledger];
      }
      const own = splits.filter(({ ledger }) => ledger === of);
      const missing = splits.filter(
        (one) =>
          one.isFirst &&
          one.ledger !== of &&
          one.day > last.traded &&
          one.day <= day &&
          !own.some((other) => isSameChange(one, other)),
      );
      return { ...last, day, price: missing.reduce((price, { ratio }) => price / ratio, last.price) };
    });
}

/** If the market's units changed on another day than the ledger's, the price follows the market's day. */
function onMarketDay(one: TradePrice, windows: readonly UnitWindow[]): TradePrice {
  const window = windows.find(({ from, to }) => one.traded < from && (one.day === from || one.day === to));
  return window === undefined ? one : { ...one, day: window.from + window.to - one.day };
}

interface LedgerSplit extends UnitChange {
  /** Index of the position. */
  ledger: number;
  /** No other ledger has it of a day before, or of the same day and comes before. */
  isFirst: boolean;
}

/** The splits that ledgers record, ascending by day. */
function splitsOf(positions: readonly HeldLine[]): LedgerSplit[] {
  const all = positions
    .flatMap(({ line: { rows } }, ledger) =>
      rows.flatMap(({ type, date, quantity }) => {
        const ratio = type === 'SPLIT' ? Number(quantity) : 0;
        return ratio > 0 ? [{ day: dayOf(date), ratio, ledger }] : [];
      }),
    )
    .sort((a, b) => a.day - b.day || a.ledger - b.ledger);
  return all.map((one, at) => ({
    ...one,
    isFirst: !all.slice(0, at).some((other) => other.ledger !== one.ledger && isSameChange(one, other)),
  }));
}

/** Numbers of portfolios rise; the order decides the last bits of sums. */
export function byPortfolio(a: PositionLine, b: PositionLine): number {
  return (
    Number(a.portfolio) - Number(b.portfolio) ||
    compareText(a.portfolio, b.portfolio) ||
    compareText(a.symbol, b.symbol)
  );
}

export function isSame(one: readonly object[], other: readonly object[]): boolean {
  // Long lists share most of their objects.
  return (
    one.length === other.length &&
    one.every((each, at) => each === other[at] || JSON.stringify(each) === JSON.stringify(other[at]))
  );
}
