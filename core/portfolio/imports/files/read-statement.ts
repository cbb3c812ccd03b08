import {
  assetClassNamed,
  type ImportReading,
  type ImportType,
  type NumberedRow,
  type ReadingContext,
} from '../rows/index.ts';
import {
  type StatementFiles,
  type StatementFormatOf,
  type StatementKind,
  type StatementReading,
  StatementRefusal,
} from '../statements/index.ts';
import { batchOf } from './batch.ts';
import { rememberedNote } from './file-answers.ts';
import type { ImportLimits } from './limits.ts';
import type { ReadOptions } from './read-options.ts';
import { LIKELY_CURRENCY } from './reading-context.ts';
import { ImportRefusal } from './refusal.ts';
import { tooManyRows } from './table.ts';

/** So many rows are understood at once: a few milliseconds. */
const BATCH_ROWS = 200;

/**
 * Reads a file whole, by a format that knows it.
 * @throws ImportRefusal for a file that cannot be imported, has no entries, or holds the other kind than asked for.
 */
export async function readStatement<K extends StatementKind>(
  format: StatementFormatOf<K>,
  file: StatementFiles[K],
  options: ReadOptions,
  limits: ImportLimits,
): Promise<ImportReading> {
  const wanted = options.type === 'auto' ? null : options.type;
  const {
    type,
    rows,
    totals,
    notes = [],
    realised,
  } = await refusing(async () => await wholeReading(format, file, wanted));
  if (rows.length > limits.rows) throw tooManyRows(limits.rows);
  if (rows.length === 0)
    throw new ImportRefusal(
      'CSV_NO_ROWS',
      `This is a file of ${format.title}, but it has no entries. Export a period with data.`,
    );
  if (wanted !== null && wanted !== type)
    throw new ImportRefusal(
      'CSV_WRONG_TYPE',
      `This file contains ${type} (${format.title}), not ${wanted}. Import it as ${type}, or let the type be detected.`,
    );
  const shape = format.format;
  const remembered = (await options.remembered?.(shape)) ?? null;
  const currency = options.defaultCurrency ?? format.currency ?? remembered?.currency ?? null;
  const context: ReadingContext = {
    ...format.notation,
    date_order: options.dateOrder ?? format.notation.date_order ?? remembered?.date_order ?? null,
    signed_sells: false,
    // Its types are in our own words already.
    is_own: true,
    default_asset_class: assetClassNamed(options.defaultAssetClass ?? remembered?.asset_class ?? null),
    default_currency: currency ?? LIKELY_CURRENCY,
    is_currency_proved: currency !== null,
    last_day: options.lastDay ?? null,
  };
  const told = rememberedNote(remembered);
  const shared = {
    detected_format: format.format,
    mapping: {},
    unmapped_columns: [],
    context,
    totals,
    shape,
    notes: told === null ? notes : [...notes, told],
    ...(realised === undefined ? {} : { realised }),
  };
  const numbered = withOwnNumbers(rows);
  return type === 'transactions'
    ? { type, ...shared, batches: batches('transactions', numbered, context) }
    : { type, ...shared, batches: batches('holdings', numbered, context) };
}

/** One record may give several entries; then all are counted through, and say where they stand. */
function withOwnNumbers(rows: NumberedRow[]): NumberedRow[] {
  if (new Set(rows.map(({ row }) => row)).size === rows.length) return rows;
  return rows.map(({ row, raw }, at) => ({
    row: at + 1,
    raw: { ...raw, where: raw.where ?? `row ${row} of the file` },
  }));
}

async function* batches<T extends 'transactions' | 'holdings'>(
  type: T,
  rows: NumberedRow[],
  context: ReadingContext,
) {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    yield batchOf(type, rows.slice(at, at + BATCH_ROWS), context);
    // Whoever else waits is served between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What a file says; of a long one in steps, between which others are served. */
async function wholeReading<K extends StatementKind>(
  format: StatementFormatOf<K>,
  file: StatementFiles[K],
  wanted: ImportType | null,
): Promise<StatementReading> {
  const steps = format.steps?.(file, wanted);
  if (steps === undefined) return format.read(file, wanted);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function refusing(read: () => Promise<StatementReading>): Promise<StatementReading> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StatementRefusal)) throw error;
    throw new ImportRefusal('STATEMENT_REFUSED', error.message, { cause: error });
  }
}
