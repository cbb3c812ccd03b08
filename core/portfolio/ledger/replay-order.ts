import { ACTIVITY_EFFECTS, type LedgerTransaction } from './transaction.ts';
import type { Exact } from '../../platform/fixed-point.ts';

/** Steps of one day: the four phases of the effects table, with corporate actions behind the first, then what undoes. */
export const DAY_STEPS = 6;

/**
 * The step of its day in which a row is replayed (spec: Import and ledger rules 3). What follows from a corporate action
 * happens in the morning of its ex-date: after a split that was recorded for that day, before any trade.
 */
export function dayStep(row: LedgerTransaction): number {
  if (row.action_id) return 1;
  if (isNegative(row.quantity)) return DAY_STEPS - 1;
  const { phase } = ACTIVITY_EFFECTS[row.type];
  return phase === 0 ? 0 : phase + 1;
}

/**
 * Order of rows that share a step: date, then the time of execution, then the number of the trade, then the stored id,
 * which follows the file. Rows without a time come after those with one. Rows without an id come after those with one,
 * ordered by their content, so that the order of the input never matters.
 */
export function compareRows(a: LedgerTransaction, b: LedgerTransaction): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  const [time, other] = [a.executed_at ?? null, b.executed_at ?? null];
  if (time !== other) {
    if (time === null || other === null) return time === null ? 1 : -1;
    return compareText(time, other);
  }
  if (time !== null) {
    const byTrade = compareTrades(a.execution_id ?? '', b.execution_id ?? '');
    if (byTrade !== 0) return byTrade;
  }
  if (a.id !== null && b.id !== null) return a.id.length - b.id.length || compareText(a.id, b.id);
  if (a.id !== b.id) return a.id === null ? 1 : -1;
  return compareText(contentOf(a), contentOf(b));
}

/** The order of a whole replay: the day, the step of the day, and what decides within a step. */
export function compareInReplay(a: LedgerTransaction, b: LedgerTransaction): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return dayStep(a) - dayStep(b) || compareRows(a, b);
}

/** Numbers of trades rise within a day; the shorter one is the smaller. */
function compareTrades(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
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
