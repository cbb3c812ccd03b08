import { csvRecords } from '../../../platform/index.ts';

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

/** The rows that hold anything. @throws CsvFault for what is no CSV, such as a quotation mark that is never closed. */
export function readRows(text: string): CsvRow[] {
  let next = 1;
  return csvRecords(text)
    .map((record) => {
      const line = next;
      // A cell in quotes may go over several lines.
      next += 1 + (record.join().match(/\n/g)?.length ?? 0);
      return { line, cells: record.map((cell) => cell.replace(/\s+/g, ' ').trim()) };
    })
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** A row by the names of its columns (upper case); an empty cell is null. */
export function namedCells(header: CsvRow, row: CsvRow): (column: string) => string | null {
  const at = new Map(header.cells.map((name, index) => [name.toUpperCase(), index]));
  return (column) => row.cells[at.get(column) ?? -1] || null;
}
