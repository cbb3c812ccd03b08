import { parse } from 'csv-parse/sync';

/** One row of a file: its line (the first one is 1) and its cells, with single spaces and no spaces around. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** UTF-8 where it is that, otherwise the Windows encoding that some of the exchange's lists are in. */
export function decodeList(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The rows that hold anything. @throws Error for what is no CSV, such as a quotation mark that is never closed. */
export function readRows(text: string): CsvRow[] {
  // With `info` the parser answers pairs, which its types do not know.
  const rows = parse(text, {
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  return rows
    .map(({ record, info }) => ({
      line: info.lines,
      cells: record.map((cell) => cell.replace(/\s+/g, ' ').trim()),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** A row by the names of its columns (upper case); an empty cell is null. */
export function namedCells(header: CsvRow, row: CsvRow): (column: string) => string | null {
  const at = new Map(header.cells.map((name, index) => [name.toUpperCase(), index]));
  return (column) => row.cells[at.get(column) ?? -1] || null;
}
