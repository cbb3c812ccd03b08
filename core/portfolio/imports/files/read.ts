import {
  type ImportBatch,
  type ImportReading,
  type ImportType,
  isFieldOf,
  type NumberedRow,
  type ReadingContext,
  type RowOf,
} from '../rows/index.ts';
import { looksLikeFlex } from '../../../brokers/statements/index.ts';
import { batchOf } from './batch.ts';
import { decodeText } from './decode.ts';
import { readFlexImport } from './flex-statement.ts';
import { findLayout } from './layout.ts';
import { DEFAULT_LIMITS, type ImportLimits } from './limits.ts';
import { type ContextOptions, readingContextOf } from './reading-context.ts';
import { ImportRefusal } from './refusal.ts';
import { TableReader } from './table.ts';
import { readTextStatement } from './text-statement.ts';

export interface ReadOptions extends ContextOptions {
  type: ImportType | 'auto';
  limits?: Partial<ImportLimits>;
}

// More than the longest cell may be, so that an open quote in the header shows.
const SAMPLE = 128 * 1024;
/** How far ahead the file is read for proofs of its date order and decimal mark. */
const LOOK_AHEAD = { rows: 2000, characters: 1024 * 1024 };
const BATCH = { rows: 1000, characters: 1024 * 1024 };

/**
 * Reads a CSV file, or a Flex statement (XML), of holdings or transactions: understands its encoding, delimiter and format, then hands out its
 * rows in batches while the bytes arrive, so that memory does not grow with the file (spec: csv/upload, Import and
 * ledger rules).
 *
 * Throws ImportRefusal for a file that cannot be imported as a whole; the batches throw it too when a later part
 * breaks a limit, and then nothing of the file may be kept. The source is closed when reading ends early.
 */
export async function readImport(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<ImportReading> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const text = decodeText(source, limits.bytes);
  try {
    return await begin(text, options, limits);
  } catch (error) {
    await text.return(undefined);
    throw error;
  }
}

async function begin(
  text: AsyncGenerator<string>,
  options: ReadOptions,
  limits: ImportLimits,
): Promise<ImportReading> {
  let sample = '';
  let ended = false;
  while (sample.length < SAMPLE && !ended) {
    const next = await text.next();
    ended = next.done === true;
    if (!next.done) sample += next.value;
  }
  if (looksLikeFlex(sample)) return await readFlexImport(joined(sample, text), options, limits);
  const statement = await readTextStatement(sample, ended ? null : text, options, limits);
  if (statement !== null) return statement;
  const layout = findLayout(sample.slice(0, SAMPLE), ended && sample.length <= SAMPLE, options.type, limits);
  await othersTurn();
  const table = new TableReader(layout, limits);
  const first = table.push(sample);
  let characters = sample.length;
  while (!ended && first.length < LOOK_AHEAD.rows && characters < LOOK_AHEAD.characters) {
    const next = await text.next();
    ended = next.done === true;
    if (next.done) break;
    characters += next.value.length;
    await othersTurn();
    first.push(...table.push(next.value));
  }
  if (ended) first.push(...table.end());
  if (ended && first.length === 0) {
    throw new ImportRefusal('CSV_NO_ROWS', 'This file has a header but no rows. Export a period with data.');
  }
  const context = readingContextOf(first, layout, options);
  const { importer, header, columns } = layout;
  const mapping = Object.fromEntries(
    Object.entries(columns).flatMap(([word, at]) =>
      isFieldOf(importer.type, word) ? [[word, header.names[at] ?? '']] : [],
    ),
  );
  const used = new Set(Object.values(columns));
  const unmapped_columns = header.names.filter((name, at) => name !== '' && !used.has(at));
  const shared = { detected_format: importer.format, mapping, unmapped_columns, context, totals: [] };
  const rest = ended ? null : text;
  if (importer.type === 'transactions') {
    return { type: 'transactions', ...shared, batches: batches('transactions', first, rest, table, context) };
  }
  return { type: 'holdings', ...shared, batches: batches('holdings', first, rest, table, context) };
}

async function* joined(sample: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield sample;
  yield* rest;
}

/** A file whose bytes are all here already would otherwise be read for long without anybody else being served. */
function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function* batches<T extends ImportType>(
  type: T,
  first: NumberedRow[],
  text: AsyncGenerator<string> | null,
  table: TableReader,
  context: ReadingContext,
): AsyncGenerator<ImportBatch<RowOf<T>>> {
  try {
    for (let at = 0; at < first.length; at += BATCH.rows) {
      yield batchOf(type, first.slice(at, at + BATCH.rows), context);
    }
    first.length = 0;
    if (text === null) return;
    let waiting: NumberedRow[] = [];
    let characters = 0;
    for await (const chunk of text) {
      waiting = waiting.concat(table.push(chunk));
      characters += chunk.length;
      if (waiting.length < BATCH.rows && characters < BATCH.characters) continue;
      yield batchOf(type, waiting, context);
      waiting = [];
      characters = 0;
    }
    waiting = waiting.concat(table.end());
    if (waiting.length > 0) yield batchOf(type, waiting, context);
  } finally {
    await text?.return(undefined);
  }
}
