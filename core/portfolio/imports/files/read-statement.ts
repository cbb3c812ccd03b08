import {
  assetClassNamed,
  type ImportReading,
  type ImportType,
  type NumberedRow,
  type ReadingContext,
} from '../rows/index.ts';
import {
  type StatementFiles,
  type StatementFormat,
  type StatementFormatOf,
  type StatementReading,
  StatementRefusal,
} from '../statements/index.ts';
import { batchInSteps } from './batch.ts';
import { rememberedNote } from './file-answers.ts';
import type { ImportLimits } from './limits.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';
import type { ReadOptions } from './read-options.ts';
import { LIKELY_CURRENCY } from './reading-context.ts';
import { ImportRefusal } from './refusal.ts';
import { readInThread } from './statement-queue.ts';
import {
  isLongStatement,
  prepared,
  readWholeStatement,
  type SourceKind,
  type StatementSources,
} from './statement-source.ts';

/** So many rows are handed out, and written, at once. */
const BATCH_ROWS = 500;

/**
 * Reads a statement of text, CSV or a workbook; a long one in a thread.
 * @throws ImportRefusal for a file that cannot be imported, has no entries, or holds the other kind than asked for.
 */
export async function readStatement<K extends SourceKind>(
  format: StatementFormatOf<K>,
  source: StatementSources[K],
  options: ReadOptions,
  limits: ImportLimits,
): Promise<ImportReading> {
  const read = isLongStatement(source) ? readInThread : readWholeStatement;
  return await importOf(format, async (wanted) => await read(format, source, wanted, limits), options);
}

/** Reads a statement in a PDF, in steps between which others are served. @throws ImportRefusal, as readStatement does */
export async function readPdfStatement(
  format: StatementFormatOf<'pages'>,
  file: StatementFiles['pages'],
  options: ReadOptions,
  limits: ImportLimits,
): Promise<ImportReading> {
  return await importOf(
    format,
    async (wanted) => {
      const steps = format.steps?.(file, wanted);
      if (steps === undefined) return prepared(format.read(file, wanted), limits);
      for (;;) {
        const step = steps.next();
        if (step.done === true) return prepared(step.value, limits);
        await yieldToEventLoop();
      }
    },
    options,
  );
}

async function importOf(
  format: Pick<StatementFormat, 'format' | 'title' | 'currency' | 'notation'>,
  read: (wanted: ImportType | null) => Promise<StatementReading>,
  options: ReadOptions,
): Promise<ImportReading> {
  const wanted = options.type === 'auto' ? null : options.type;
  const { type, rows, totals, notes = [], realised, prices } = await refusing(async () => await read(wanted));
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
    ...(prices === undefined ? {} : { prices }),
  };
  return type === 'transactions'
    ? { type, ...shared, batches: batches('transactions', rows, context) }
    : { type, ...shared, batches: batches('holdings', rows, context) };
}

async function* batches<T extends 'transactions' | 'holdings'>(
  type: T,
  rows: NumberedRow[],
  context: ReadingContext,
) {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    yield await batchInSteps(type, rows.slice(at, at + BATCH_ROWS), context);
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
