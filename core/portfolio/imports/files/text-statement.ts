import { csvLineEnd } from '../../../platform/index.ts';
import type { ImportReading } from '../rows/index.ts';
import { type Sheet, statementOf } from '../statements/index.ts';
import { DELIMITERS } from './layout.ts';
import type { ImportLimits } from './limits.ts';
import type { ReadOptions } from './read-options.ts';
import { readStatement } from './read-statement.ts';
import { ImportRefusal, refusingReader } from './refusal.ts';

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
    const records = recordsOf(beginning, delimiter, limits, false);
    if (records === null) continue;
    const ofTables = statementOf('tables', { sheets: [sheetOf(records.slice(0, BEGINNING.rows))] });
    if (ofTables === null) continue;
    const all = recordsOf(await wholeText(sample, rest), delimiter, limits, true) ?? [];
    return await readStatement(ofTables, { sheets: [sheetOf(all)] }, options, limits);
  }
  return null;
}

const sheetOf = (rows: string[][]): Sheet => ({ name: '', rows });

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

/** The records of a text; null where it cannot be cut with this delimiter. A beginning may end within a record. */
function recordsOf(
  text: string,
  delimiter: string,
  limits: ImportLimits,
  isWhole: boolean,
): string[][] | null {
  const records: string[][] = [];
  try {
    const reader = refusingReader({ delimiter, newline: csvLineEnd(text) }, limits);
    reader.push(text, records);
    if (isWhole) reader.end(records);
    else if (records.length < BEGINNING.rows) endOf(reader, records);
  } catch (error) {
    if (isWhole || !(error instanceof ImportRefusal)) throw error;
    return records.length === 0 ? null : records;
  }
  return records;
}

function endOf(reader: ReturnType<typeof refusingReader>, records: string[][]): void {
  try {
    reader.end(records);
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
  }
}
