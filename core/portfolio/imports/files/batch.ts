import { yieldToEventLoop } from './yield-to-event-loop.ts';
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
/** So many rows are checked at once: some milliseconds, while the code is new to the machine. */
const AT_ONCE = 50;

/** The same for many rows: others are served meanwhile. */
export async function batchInSteps<T extends ImportType>(
  type: T,
  read: readonly NumberedRow[],
  context: ReadingContext,
): Promise<ImportBatch<RowOf<T>>> {
  const whole = batchOf(type, read.slice(0, AT_ONCE), context);
  const assumed = new Set(whole.assumed);
  for (let at = AT_ONCE; at < read.length; at += AT_ONCE) {
    await yieldToEventLoop();
    const part = batchOf(type, read.slice(at, at + AT_ONCE), context);
    whole.rows.push(...part.rows);
    whole.issues.push(...part.issues);
    whole.excluded.push(...part.excluded);
    for (const row of part.assumed) assumed.add(row);
    whole.amounts = {
      compared: whole.amounts.compared + part.amounts.compared,
      differing: [...whole.amounts.differing, ...part.amounts.differing],
    };
  }
  return { ...whole, read, assumed };
}

/** Checks some rows of a file, and compares the amounts that it states with them. */
function batchOf<T extends ImportType>(
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
