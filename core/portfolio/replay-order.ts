import type { Exact } from './fixed-point.ts';
import { ACTIVITY_EFFECTS, type LedgerTransaction } from './transaction.ts';

/** Steps of one day: the four phases of the effects table, then rows with a negative quantity. */
export const DAY_STEPS = 5;

/** The step of its day in which a row is replayed (spec: Import and ledger rules 3). */
export function dayStep(row: LedgerTransaction): number {
  return isNegative(row.quantity) ? DAY_STEPS - 1 : ACTIVITY_EFFECTS[row.type].phase;
}

/**
 * Order of rows that share a step: date, then the stored id. Rows without an id come after those with one, ordered
 * by their content, so that the order of the input never matters.
 */
export function compareRows(a: LedgerTransaction, b: LedgerTransaction): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  if (a.id !== null && b.id !== null) return a.id.length - b.id.length || compareText(a.id, b.id);
  if (a.id !== b.id) return a.id === null ? 1 : -1;
  return compareText(contentOf(a), contentOf(b));
}

/** Sorts only when it has to: rows from the store come by id. */
export function sortRows(rows: LedgerTransaction[]): void {
  let previous = rows[0];
  for (const row of rows) {
    if (previous !== undefined && compareRows(previous, row) > 0) {
      rows.sort(compareRows);
      return;
    }
    previous = row;
  }
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const MINUS = 45;

export function isNegative(quantity: Exact): boolean {
  return typeof quantity === 'string' ? quantity.charCodeAt(0) === MINUS : quantity.isNegative();
}

function contentOf(row: LedgerTransaction): string {
  return [row.portfolio, row.symbol, row.type, row.quantity, row.price, row.fee_tax, row.currency].join('\n');
}
