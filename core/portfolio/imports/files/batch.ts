import {
  checkRow,
  compareAmounts,
  type ImportBatch,
  type ImportType,
  NO_AMOUNTS,
  type NumberedRow,
  type ReadingContext,
  type RowOf,
} from '../rows/index.ts';

const NONE: ReadonlySet<number> = new Set();

/** Checks some rows of a file, and compares the amounts that it states with them. */
export function batchOf<T extends ImportType>(
  type: T,
  read: readonly NumberedRow[],
  context: ReadingContext,
): ImportBatch<RowOf<T>> {
  const batch: ImportBatch<RowOf<T>> = {
    rows: [],
    issues: [],
    excluded: [],
    read,
    assumed: NONE,
    amounts: NO_AMOUNTS,
  };
  const assumed = new Set<number>();
  for (const { row, raw } of read) {
    const outcome = checkRow(type, row, raw, context);
    if (outcome.state === 'valid') {
      batch.rows.push(outcome.value);
      if (outcome.isCurrencyAssumed === true) assumed.add(row);
    } else if (outcome.state === 'invalid') batch.issues.push(...outcome.issues);
    else batch.excluded.push({ row, reason: outcome.reason });
  }
  batch.assumed = assumed;
  batch.amounts = compareAmounts(type, batch.rows, read, context);
  return batch;
}
