import type { SheetRow } from '../../../platform/index.ts';
import type { ImportType, NumberedRow } from '../rows/index.ts';
import type {
  Sheet,
  StatementFiles,
  StatementFormatOf,
  StatementKind,
  StatementReading,
} from '../statements/index.ts';
import { wholeCsvRecords } from './csv-records.ts';
import type { ImportLimits } from './limits.ts';
import { tooManyRows } from './table.ts';

/** Rows of a sheet that is read whole, blank ones counted. */
export const MOST_ROWS_WHOLE = 250_000;

/** A sheet of a workbook: its filled rows, by their numbers. */
export interface FilledRows {
  name: string;
  rows: readonly SheetRow[];
}

/** A statement as its file has it, before it is cut into records. */
export interface StatementSources {
  tables: { csv: string; delimiter: string } | { sheets: readonly FilledRows[] };
  text: { text: string };
}
export type SourceKind = keyof StatementSources;

/** Reads a statement whole: 40 ms for 1,000 rows. @throws StatementRefusal, ImportRefusal */
export function readWholeStatement<K extends SourceKind>(
  format: StatementFormatOf<K>,
  source: StatementSources[K],
  wanted: ImportType | null,
  limits: ImportLimits,
): StatementReading {
  return prepared(format.read(fileOf(source, limits) as StatementFiles[K], wanted), limits);
}

/** A reading as everybody else takes it: within bounds, each row with a number of its own. @throws ImportRefusal */
export function prepared(reading: StatementReading, limits: ImportLimits): StatementReading {
  if (reading.rows.length > limits.rows) throw tooManyRows(limits.rows);
  return { ...reading, rows: withOwnNumbers(reading.rows) };
}

/** One record may give several entries; then all are counted through, and say where they stand. */
function withOwnNumbers(rows: NumberedRow[]): NumberedRow[] {
  if (new Set(rows.map(({ row }) => row)).size === rows.length) return rows;
  return rows.map(({ row, raw }, at) => ({
    row: at + 1,
    raw: { ...raw, where: raw.where ?? `row ${row} of the file` },
  }));
}

function fileOf(
  source: StatementSources[SourceKind],
  limits: ImportLimits,
): StatementFiles['text'] | StatementFiles['tables'] {
  if ('text' in source) return source;
  if ('sheets' in source) return { sheets: source.sheets.map(sheetOf) };
  return { sheets: [{ name: '', rows: wholeCsvRecords(source.csv, source.delimiter, limits) }] };
}

const BLANK: readonly string[] = [];

/** The rows of a sheet at their places: those between them are blank. */
export function sheetOf({ name, rows: filled }: FilledRows): Sheet {
  const rows: (readonly string[])[] = [];
  for (const { number, cells } of filled) {
    while (rows.length < Math.min(number, MOST_ROWS_WHOLE) - 1) rows.push(BLANK);
    rows.push(cells);
  }
  return { name, rows };
}

/** Whether reading it at once would hold others up. */
export function isLongStatement(source: StatementSources[SourceKind]): boolean {
  if ('text' in source) return source.text.length > SHORT.characters;
  if ('csv' in source) return source.csv.length > SHORT.characters;
  return source.sheets.reduce((rows, sheet) => rows + sheet.rows.length, 0) > SHORT.rows;
}

const SHORT = { rows: 500, characters: 64 * 1024 };

/** The kinds of statements that have a source; a PDF has pages. */
export const isSourceKind = (kind: StatementKind): kind is SourceKind => kind !== 'pages';
