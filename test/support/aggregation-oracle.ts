import { Decimal } from '../../core/platform/money.ts';
import type { TransactionRow } from '../../core/portfolio/imports/rows/rows.ts';

/* A second, plain way to what the commit does in one statement: the two must agree on every file. */

export interface Aggregation {
  /** Rows to record, in the order of the file; one that stands for several has the number of the first. */
  rows: TransactionRow[];
  /** Rows that repeat another and stand for nothing of their own. */
  skipped: { row: number; reason: string }[];
}

/**
 * What the rows of one file mean together (spec: Import and ledger rules 3). An execution named twice is one trade.
 * Rows without an execution id that repeat one another are genuine fills: they become one row with their quantities
 * and fees added up. Where a symbol, day, type, currency and price has such repeats, all its rows are added up, so that a sum can
 * never be taken for another row of the same size. A split is a ratio and is never added up.
 */
export function aggregate(rows: Iterable<TransactionRow>): Aggregation {
  const kept: TransactionRow[] = [];
  const skipped: Aggregation['skipped'] = [];
  const executions = new Map<string, number>();
  const groups = new Map<string, TransactionRow[]>();
  for (const row of rows) {
    if (row.execution_id !== null) {
      const key = JSON.stringify([row.portfolio, row.execution_id]);
      const first = executions.get(key);
      if (first === undefined) {
        executions.set(key, row.row);
        kept.push(row);
      } else {
        skipped.push({ row: row.row, reason: `The same execution (${row.execution_id}) as row ${first}.` });
      }
      continue;
    }
    const key = JSON.stringify([row.portfolio, row.symbol, row.date, row.type, row.currency, row.price]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  for (const group of groups.values()) {
    const distinct = new Map<string, TransactionRow>();
    for (const row of group) if (!distinct.has(row.quantity)) distinct.set(row.quantity, row);
    if (distinct.size === group.length) {
      kept.push(...group);
    } else if (group[0]?.type === 'SPLIT') {
      kept.push(...distinct.values());
      for (const row of group) {
        const first = distinct.get(row.quantity) as TransactionRow;
        if (first !== row) skipped.push({ row: row.row, reason: `The same split as row ${first.row}.` });
      }
    } else {
      kept.push(sumOf(group));
    }
  }
  return { rows: kept.toSorted(byRow), skipped: skipped.toSorted(byRow) };
}

function sumOf(group: readonly TransactionRow[]): TransactionRow {
  const first = group[0] as TransactionRow;
  const sum = (field: 'quantity' | 'fee_tax') =>
    group.reduce((total, row) => total.plus(row[field]), new Decimal(0)).toFixed();
  const notes = new Set(group.flatMap((row) => row.note ?? []));
  // Dividends that carry their whole amount in the price (quantity 0) add up there.
  const whole = first.type === 'DIVIDEND' && group.every((row) => row.quantity === '0');
  return {
    ...first,
    quantity: sum('quantity'),
    fee_tax: sum('fee_tax'),
    price: whole ? new Decimal(first.price).times(group.length).toFixed() : first.price,
    isin: firstKnown(group, 'isin'),
    security_id: firstKnown(group, 'security_id'),
    asset_class: first.asset_class ?? group.find((row) => row.asset_class !== null)?.asset_class ?? null,
    note: notes.size === 0 ? null : [...notes].join('; '),
  };
}

function firstKnown(group: readonly TransactionRow[], field: 'isin' | 'security_id'): string | null {
  return group.find((row) => row[field] !== null)?.[field] ?? null;
}

function byRow(one: { row: number }, other: { row: number }): number {
  return one.row - other.row;
}
