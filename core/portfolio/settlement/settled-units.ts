import { doubtAfterSplit, isSaleOfAll, roundingOf, splitFraction } from '../../finance/lots/index.ts';
import type { Settles } from '../../market/calendar/index.ts';
import { type Decimal, divideRounded, type Fixed, fixedToDecimal, parseFixed } from '../../platform/index.ts';
import { compareRows, dayStep, type LedgerTransaction } from '../ledger/index.ts';

interface Unsettled {
  day: string;
  /** Positive for units that come, negative for units that go. */
  units: Fixed;
}

/** Units at the end of a day, and those that are on their way then. */
interface SettledUnits {
  settled: Decimal;
  /** By the day of their delivery; positive for units that come. */
  waiting: readonly { day: string; units: Decimal }[];
}

/** The trades of one symbol in one portfolio, as settlement reads them. */
export type Trade = LedgerTransaction & {
  type: 'BUY' | 'SELL' | 'SPLIT' | 'TRANSFER_IN' | 'TRANSFER_OUT' | 'FRACTION';
};

const CHANGES_UNITS = new Set(['BUY', 'SELL', 'SPLIT', 'TRANSFER_IN', 'TRANSFER_OUT', 'FRACTION']);

/** True for a row that changes units. */
export const isTrade = <Row extends LedgerTransaction>(row: Row): row is Row & Trade =>
  CHANGES_UNITS.has(row.type);

/**
 * The units that were settled at the end of each of the given days (spec: Income rules 1): what a purchase brings counts
 * once it is settled, and what a sale takes leaves with its own settlement, so a sale of the record date itself takes
 * nothing from the entitlement. Splits multiply what is settled and what is on its way alike, and what other corporate
 * actions give or take counts from their ex-date on. As in the ledger, units
 * sold without a known purchase were never there, only a known sale can be taken back, and a sale of everything in rounded
 * units leaves nothing.
 *
 * Example, T+1: 10 bought on Monday, 4 bought on Tuesday, 3 sold on Tuesday. Record date Tuesday: 10. Wednesday: 11.
 *
 * Time grows with the rows and the days.
 * @param trades in any order; rows that the ledger leaves out (no number, another currency than the first) are no part.
 * @param days YYYY-MM-DD, ascending.
 */
export function settlementOn(
  trades: readonly Trade[],
  days: readonly string[],
  settles: Settles,
): SettledUnits[] {
  const rows = trades.toSorted(
    (a, b) => compareDays(a.date, b.date) || dayStep(a) - dayStep(b) || compareRows(a, b),
  );
  const currency = rows[0]?.currency;
  let settled: Fixed = 0n;
  /** Units traded, settled or not, and those sold that a cancellation may bring back. */
  let held: Fixed = 0n;
  let sold: Fixed = 0n;
  /** By how much rounded quantities may have moved the units held. */
  let doubt: Fixed = 0n;
  let waiting: Unsettled[] = [];
  let first = 0;
  let next = 0;

  const settleUntil = (day: string) => {
    for (let one = waiting[first]; one !== undefined && one.day <= day; one = waiting[first]) {
      settled += one.units;
      first += 1;
    }
  };
  const trade = (row: Trade, quantity: Fixed) => {
    const units = row.type === 'BUY' || row.type === 'TRANSFER_IN' ? quantity : -quantity;
    const isSale = row.type === 'SELL';
    doubt += roundingOf(quantity);
    const isAll = isSale && units < 0n && isSaleOfAll(-units, held, doubt);
    const known = isAll ? -held : units < 0n ? -least(-units, held) : isSale ? least(units, sold) : units;
    held += known;
    if (held === 0n) doubt = 0n;
    if (isSale) sold -= known;
    if (row.type === 'TRANSFER_OUT' && held === 0n) {
      // All of it became another share: what was on its way arrives there.
      settled = 0n;
      sold = 0n;
      waiting = [];
      first = 0;
      return;
    }
    const isTrade = (row.type === 'BUY' || isSale) && !row.action_id;
    // What a corporate action gives or takes is settled on its day.
    if (!isTrade) settled += known;
    else if (known !== 0n) waiting.push({ day: settles(row.date), units: known });
  };
  const split = (row: Trade, ratio: Fixed) => {
    settleUntil(row.date);
    const [numerator, denominator] = splitFraction(ratio);
    const scaled = (units: Fixed) => divideRounded(units * numerator, denominator);
    // The ledger leaves out a split that would leave nothing.
    if (held > 0n && scaled(held) === 0n) return;
    doubt = doubtAfterSplit(doubt, held, numerator, denominator);
    settled = scaled(settled);
    held = scaled(held);
    sold = 0n;
    waiting = waiting.slice(first).map(({ day, units }) => ({ day, units: scaled(units) }));
    first = 0;
  };

  return days.map((day) => {
    for (let row = rows[next]; row !== undefined && row.date <= day; row = rows[next]) {
      next += 1;
      if (row.currency !== currency) continue;
      const quantity = parseFixed(row.quantity);
      if (row.type !== 'SPLIT') trade(row, quantity);
      else if (quantity > 0n) split(row, quantity);
    }
    settleUntil(day);
    return {
      settled: fixedToDecimal(settled),
      waiting: waiting.slice(first).map(({ day: on, units }) => ({ day: on, units: fixedToDecimal(units) })),
    };
  });
}

/** The units alone that were settled at the end of each of the given days. */
export const settledUnits = (...given: Parameters<typeof settlementOn>): Decimal[] =>
  settlementOn(...given).map(({ settled }) => settled);

const least = (a: Fixed, b: Fixed): Fixed => (a < b ? a : b);

const compareDays = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
