import { type MarketUnits, marketUnits } from './accumulate.ts';
import type { BaseCost } from './base-cost.ts';
import type { DayNumber } from './daily-series.ts';
import type { DayPrice, Scope, UnitChange } from './engine-input.ts';
import type { PositionLine } from './position-line.ts';
import { alignUnits, NO_ALIGNMENT, type UnitAlignment } from './unit-alignment.ts';

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
 * Brings the units of one symbol's positions in line with the market's changes.
 * @returns all changes of the symbol, those that only a ledger knows among them; the prices of its trades, with the free units
 * that change these alone; and the first day on which units differ from before, positive infinity where none does.
 */
export function alignSymbol(
  positions: readonly HeldLine[],
  market: readonly UnitChange[],
): { changes: UnitChange[]; trades: readonly DayPrice[]; free: readonly UnitChange[]; dirty: DayNumber } {
  const own = new Map<string, UnitChange>();
  const free = new Map<DayNumber, UnitChange>();
  let dirty = Number.POSITIVE_INFINITY;
  for (const held of positions) {
    const { line } = held;
    const before = held.alignment.windows;
    held.alignment = alignUnits(line.unitChanges, market, (day) => line.unitsBefore(day));
    held.market = marketUnits(line, held.alignment.windows);
    if (!isSame(before, held.alignment.windows))
      for (const { from } of [...before, ...held.alignment.windows]) dirty = Math.min(dirty, from);
    for (const one of held.alignment.own) own.set(`${one.day} ${one.ratio}`, one);
    // Fractions make the ratios of two portfolios differ.
    for (const one of held.alignment.free) free.set(one.day, one);
  }
  const changes = [...market, ...own.values()].sort((a, b) => a.day - b.day);
  return { changes, trades: tradesOf(positions), free: [...free.values()], dirty };
}

/** The trade prices of one symbol in all portfolios; of one day, that of the last portfolio. */
function tradesOf(positions: readonly HeldLine[]): readonly DayPrice[] {
  const [first, ...others] = positions;
  // A copy: a line goes on writing its own list.
  if (first === undefined || others.length === 0) return [...(first?.line.traded ?? [])];
  const byDay = new Map(positions.flatMap(({ line }) => line.traded.map((one) => [one.day, one] as const)));
  return [...byDay.values()].sort((a, b) => a.day - b.day);
}

export function isSame(one: readonly object[], other: readonly object[]): boolean {
  // Long lists share most of their objects.
  return (
    one.length === other.length &&
    one.every((each, at) => each === other[at] || JSON.stringify(each) === JSON.stringify(other[at]))
  );
}
