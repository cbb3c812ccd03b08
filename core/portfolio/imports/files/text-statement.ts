import type { ImportReading } from '../rows/index.ts';
import { statementOf } from '../statements/index.ts';
import { firstCsvRecords } from './csv-records.ts';
import { DELIMITERS } from './layout.ts';
import type { ImportLimits } from './limits.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';
import type { ReadOptions } from './read-options.ts';
import { readStatement } from './read-statement.ts';
import { ImportRefusal } from './refusal.ts';

/** So much of a text, and so many rows of a table, tell which format it is. */
export const BEGINNING = { characters: 64 * 1024, rows: 60, pages: 3 };
/** A file that is read whole is in memory whole. */
const LONGEST_TEXT = 32 * 1024 * 1024;

/**
 * Reads a text that is a statement: OFX, JSON, or CSV with more than one table. Null where it is none of those that are
 * known, and then nothing of `rest` has been read.
 */
export async function readTextStatement(
  sample: string,
  rest: AsyncGenerator<string> | null,
  options: ReadOptions,
  limits: ImportLimits,
): Promise<ImportReading | null> {
  const ofText = statementOf('text', { text: sample.slice(0, BEGINNING.characters) });
  if (ofText !== null)
    return await readStatement(ofText, { text: await wholeText(sample, rest) }, options, limits);
  const beginning = sample.slice(0, BEGINNING.characters);
  for (const delimiter of DELIMITERS) {
    await yieldToEventLoop();
    const rows = firstCsvRecords(beginning, delimiter, BEGINNING.rows, limits);
    if (rows === null) continue;
    const ofTables = statementOf('tables', { sheets: [{ name: '', rows }] });
    if (ofTables === null) continue;
    const csv = await wholeText(sample, rest);
    return await readStatement(ofTables, { csv, delimiter }, options, limits);
  }
  return null;
}

async function wholeText(sample: string, rest: AsyncGenerator<string> | null): Promise<string> {
  const pieces = [sample];
  let length = sample.length;
  for await (const piece of rest ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > LONGEST_TEXT)
      throw new ImportRefusal(
        'CSV_TOO_LARGE',
        `This statement is longer than ${LONGEST_TEXT / 2 ** 20} MB. Export a shorter period and import the parts.`,
      );
  }
  return pieces.join('');
}
