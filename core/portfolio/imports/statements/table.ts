import { Decimal, parseNumber } from '../../../platform/index.ts';
import { type Cell, columnsFor, type Columns, type HeaderRow, headerRow } from '../importers/index.ts';
import type { Sheet } from './statement.ts';

/** A table within a sheet: where its header stands, and where its columns are. */
export interface Table {
  /** Index of the header in `rows` of the sheet. */
  header: number;
  columns: Columns;
}

/**
 * The first row at or after `from` that is a header: every one of `required` stands in it. `words` are the header keys
 * each word may go by, separated by spaces.
 */
export function findTable(
  { rows }: Sheet,
  words: Readonly<Record<string, string>>,
  required: readonly string[],
  from = 0,
): Table | null {
  for (let at = from; at < rows.length; at++) {
    const columns = columnsFor(headerAt(rows, at), words);
    if (required.every((word) => word in columns)) return { header: at, columns };
  }
  return null;
}

/** Every format looks for its header among the first rows: they are read as headers once. */
const HEADERS = new WeakMap<readonly string[], HeaderRow>();
const FIRST_ROWS = 60;

function headerAt(rows: Sheet['rows'], at: number): HeaderRow {
  const record = rows[at] ?? [];
  if (at >= FIRST_ROWS) return headerRow(record);
  const known = HEADERS.get(record);
  if (known !== undefined) return known;
  const header = headerRow(record);
  HEADERS.set(record, header);
  return header;
}

/** The trimmed text of a word of a table in one record; '' where there is none. */
export function cellIn(record: readonly string[], columns: Columns): Cell {
  return (word) => {
    const at = columns[word];
    return at === undefined ? '' : (record[at] ?? '').trim();
  };
}

/** Whether a record has nothing in it. */
export function isBlank(record: readonly string[]): boolean {
  return record.every((cell) => cell.trim() === '');
}

/** A number of a cell as an exact decimal; null where it is blank, a dash, or no number. */
export function amountIn(text: string, mark: '.' | ',' = '.'): Decimal | null {
  const parsed = parseNumber(text.trim(), mark);
  return 'problem' in parsed ? null : new Decimal(parsed.value);
}

/** Adds to the list that a map has under a key. */
export function pushTo<K, T>(map: Map<K, T[]>, key: K, one: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [one]);
  else list.push(one);
}

/**
 * The number of the last row where a CSV file ends within it: it has fewer cells than its header. Workbooks leave blank
 * cells at the end of a row away, so nothing is known of theirs.
 */
export function rowCutShort({ name, rows }: Sheet, header: readonly string[]): number | null {
  const last = rows.at(-1) ?? [];
  return name === '' && last.length < header.length ? rows.length : null;
}

/** What is said of such a row. */
export const CUT_SHORT = 'is cut short, because the file ends within it. Download the file again.';
