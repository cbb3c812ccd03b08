import {
  type ImportBatch,
  type ImportReading,
  type ImportType,
  isFieldOf,
  type NumberedRow,
  type ReadingContext,
  type RowOf,
} from '../rows/index.ts';
import { batchInSteps } from './batch.ts';
import { rememberedNote, shapeOf } from './file-answers.ts';
import type { Layout } from './layout.ts';
import { readingContextOf } from './reading-context.ts';
import type { ReadOptions } from './read-options.ts';
import { ImportRefusal } from './refusal.ts';

/** How far ahead the file is read for proofs of its date order and decimal mark. */
const LOOK_AHEAD = { rows: 2000, characters: 1024 * 1024 };
const BATCH = { rows: 1000, characters: 1024 * 1024 };

/** Some rows of a table as they arrive, and the length of the text they come from. */
export interface RowsRead {
  rows: NumberedRow[];
  characters: number;
}

/** Reads the rows of a table, whose layout is known, in batches while they arrive. @throws ImportRefusal CSV_NO_ROWS */
export async function readRows(
  source: AsyncGenerator<RowsRead>,
  layout: Layout,
  options: ReadOptions,
  notes: readonly string[] = [],
): Promise<ImportReading> {
  const first: NumberedRow[] = [];
  let characters = 0;
  let ended = false;
  while (!ended && first.length < LOOK_AHEAD.rows && characters < LOOK_AHEAD.characters) {
    const next = await source.next();
    ended = next.done === true;
    if (next.done === true) break;
    first.push(...next.value.rows);
    characters += next.value.characters;
  }
  if (ended && first.length === 0) {
    throw new ImportRefusal('CSV_NO_ROWS', 'This file has a header but no rows. Export a period with data.');
  }
  const { importer, header, columns } = layout;
  const shape = shapeOf(importer.format, importer.type, header.names);
  const remembered = (await options.remembered?.(shape)) ?? null;
  const context = readingContextOf(first, layout, options, remembered);
  const told = rememberedNote(remembered);
  const mapping = Object.fromEntries(
    Object.entries(columns).flatMap(([word, at]) =>
      isFieldOf(importer.type, word) ? [[word, header.names[at] ?? '']] : [],
    ),
  );
  const used = new Set(Object.values(columns));
  const unmapped_columns = header.names.filter((name, at) => name !== '' && !used.has(at));
  const shared = {
    detected_format: importer.format,
    mapping,
    unmapped_columns,
    context,
    totals: [],
    shape,
    notes: told === null ? notes : [...notes, told],
  };
  const rest = ended ? null : source;
  if (importer.type === 'transactions') {
    return { type: 'transactions', ...shared, batches: batches('transactions', first, rest, context) };
  }
  return { type: 'holdings', ...shared, batches: batches('holdings', first, rest, context) };
}

async function* batches<T extends ImportType>(
  type: T,
  first: NumberedRow[],
  source: AsyncGenerator<RowsRead> | null,
  context: ReadingContext,
): AsyncGenerator<ImportBatch<RowOf<T>>> {
  try {
    for (let at = 0; at < first.length; at += BATCH.rows) {
      yield await batchInSteps(type, first.slice(at, at + BATCH.rows), context);
    }
    first.length = 0;
    if (source === null) return;
    let waiting: NumberedRow[] = [];
    let characters = 0;
    for await (const read of source) {
      waiting = waiting.concat(read.rows);
      characters += read.characters;
      if (waiting.length < BATCH.rows && characters < BATCH.characters) continue;
      yield await batchInSteps(type, waiting, context);
      waiting = [];
      characters = 0;
    }
    if (waiting.length > 0) yield await batchInSteps(type, waiting, context);
  } finally {
    await source?.return(undefined);
  }
}
