import { Readable } from 'node:stream';
import { readImport } from '../../../../core/portfolio/imports/files/read.ts';
import type { ReadOptions } from '../../../../core/portfolio/imports/files/read-options.ts';
import type {
  DifferingAmount,
  ExcludedRow,
  HoldingRow,
  ImportBatch,
  ImportReading,
  NumberedRow,
  RowIssue,
  TransactionRow,
} from '../../../../core/portfolio/imports/rows/rows.ts';

export interface Collected extends Omit<ImportReading, 'batches'> {
  transactions: TransactionRow[];
  holdings: HoldingRow[];
  issues: RowIssue[];
  excluded: ExcludedRow[];
  /** Every row as the file has it. */
  raw: NumberedRow[];
  /** How many amounts of the file were compared with what was read, and those that differ. */
  compared: number;
  differing: DifferingAmount[];
}

/** Reads a whole small file into lists. Bytes arrive in chunks of `size`, so that boundaries fall anywhere. */
export async function collect(
  file: string | Buffer,
  options: Partial<ReadOptions> = {},
  size = 7,
): Promise<Collected> {
  const reading = await readImport(chunks(file, size), { type: 'auto', ...options });
  const { batches: _, ...head } = reading;
  const all: Collected = {
    ...head,
    transactions: [],
    holdings: [],
    issues: [],
    excluded: [],
    raw: [],
    compared: 0,
    differing: [],
  };
  if (reading.type === 'transactions') {
    for await (const batch of reading.batches) {
      all.transactions.push(...batch.rows);
      append(all, batch);
    }
  } else {
    for await (const batch of reading.batches) {
      all.holdings.push(...batch.rows);
      append(all, batch);
    }
  }
  return all;
}

function append(all: Collected, batch: ImportBatch<unknown>): void {
  all.issues.push(...batch.issues);
  all.excluded.push(...batch.excluded);
  all.raw.push(...batch.read);
  all.compared += batch.amounts.compared;
  all.differing.push(...batch.amounts.differing);
}

/** A file as a stream of small pieces. */
export function chunks(file: string | Buffer, size: number): Readable {
  const bytes = Buffer.from(file);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return Readable.from(pieces, { objectMode: true });
}

/** Of each row what stands under these names, in their order. */
export function cellsOf<Row, Name extends keyof Row>(rows: readonly Row[], ...names: Name[]): Row[Name][][] {
  return rows.map((row) => names.map((name) => row[name]));
}
