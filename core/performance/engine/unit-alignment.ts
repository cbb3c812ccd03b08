import { SAME_CHANGE } from '../../portfolio/ledger/replay.ts';
import type { DayNumber } from './daily-series.ts';
import type { UnitChange } from './engine-input.ts';

/** A SPLIT of the ledger, or a purchase for nothing, which is how a bonus is often booked. */
export type LedgerUnitChange =
  | { kind: 'SPLIT'; day: DayNumber; ratio: number }
  | { kind: 'BONUS'; day: DayNumber; units: number };

/** Days (`to` is not among them) on which the ledger counts other units than the market. */
export interface UnitWindow {
  from: DayNumber;
  to: DayNumber;
  /** Units of the market = units of the ledger × times + plus. */
  times: number;
  plus: number;
}

export interface UnitAlignment {
  windows: readonly UnitWindow[];
  /** Splits of the ledger that the market's actions do not know. */
  own: readonly UnitChange[];
  /** The market's changes that the ledger does not know although units were held. */
  unrecorded: readonly UnitChange[];
}

export const NO_ALIGNMENT: UnitAlignment = { windows: [], own: [], unrecorded: [] };

/**
 * How the units of the ledger and the closes of the market go together. A close is of one unit of its day, and falls on
 * the ex-date; the ledger's units change on the day of its row. Where both days are one there is nothing to do. Where the
 * ledger is late (or early), the days between count the units that the market knew: otherwise a bonus would look like a
 * loss until it is credited, and like a gain on that day.
 *
 * A row and an action are the same event within thirty days of each other with the same ratio; for a bonus, whose fractions
 * are paid out, when the free units are those of the ratio to the unit.
 * @param market ascending.
 * @param unitsBefore units of the ledger at the end of the day before.
 */
export function alignUnits(
  ledger: readonly LedgerUnitChange[],
  market: readonly UnitChange[],
  unitsBefore: (day: DayNumber) => number,
): UnitAlignment {
  const windows: UnitWindow[] = [];
  const own: UnitChange[] = [];
  const open = new Set(market);
  for (const row of ledger) {
    const found = nearest(row, sameDayProducts(open), unitsBefore);
    if (found === null) {
      if (row.kind === 'SPLIT') own.push({ day: row.day, ratio: row.ratio });
      continue;
    }
    for (const one of found.parts) open.delete(one);
    if (found.day !== row.day) windows.push(windowOf(row, found.day));
  }
  const unrecorded = [...open].filter(({ day }) => unitsBefore(day) > 0 && unitsBefore(day + 1) > 0);
  return { windows, own, unrecorded };
}

/** Two tellings of one event. */
export function isSameChange(one: UnitChange, other: UnitChange): boolean {
  return (
    Math.abs(one.day - other.day) <= SAME_CHANGE.days &&
    Math.abs(one.ratio / other.ratio - 1) < SAME_CHANGE.ratio
  );
}

interface Candidate extends UnitChange {
  parts: UnitChange[];
}

/** Each change, and before them the changes of one day as one: a ledger may have a split and a bonus in a single row. */
function sameDayProducts(open: ReadonlySet<UnitChange>): Candidate[] {
  const byDay = new Map<DayNumber, Candidate>();
  const single: Candidate[] = [];
  for (const one of open) {
    single.push({ ...one, parts: [one] });
    const known = byDay.get(one.day);
    if (known === undefined) byDay.set(one.day, { ...one, parts: [one] });
    else byDay.set(one.day, { day: one.day, ratio: known.ratio * one.ratio, parts: [...known.parts, one] });
  }
  return [...[...byDay.values()].filter(({ parts }) => parts.length > 1), ...single];
}

function nearest(
  row: LedgerUnitChange,
  candidates: readonly Candidate[],
  unitsBefore: (day: DayNumber) => number,
): Candidate | null {
  let best: Candidate | null = null;
  let bestDays = SAME_CHANGE.days + 1;
  for (const one of candidates) {
    const days = Math.abs(one.day - row.day);
    if (days < bestDays && isSame(row, one, unitsBefore)) {
      best = one;
      bestDays = days;
    }
  }
  return best;
}

function isSame(row: LedgerUnitChange, change: UnitChange, unitsBefore: (day: DayNumber) => number): boolean {
  if (row.kind === 'SPLIT') return Math.abs(change.ratio / row.ratio - 1) < SAME_CHANGE.ratio;
  const entitled = unitsBefore(Math.min(row.day, change.day)) * (change.ratio - 1);
  return change.ratio > 1 && entitled > 0 && Math.abs(row.units - entitled) < 1;
}

function windowOf(row: LedgerUnitChange, exDate: DayNumber): UnitWindow {
  const isLate = exDate < row.day;
  const [from, to] = isLate ? [exDate, row.day] : [row.day, exDate];
  if (row.kind === 'SPLIT') return { from, to, times: isLate ? row.ratio : 1 / row.ratio, plus: 0 };
  return { from, to, times: 1, plus: isLate ? row.units : -row.units };
}
