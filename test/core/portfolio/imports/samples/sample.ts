import * as XLSX from '@e965/xlsx';
import type { ImportType } from '../../../../../core/portfolio/imports/rows/index.ts';

/** A cell of a workbook: a Date is a cell with a day in it, and blank cells are null. */
export type SampleCell = string | number | boolean | Date | null;

/** A made-up file in the shape of a real one, and what it is read as. */
export interface Sample {
  /** As a person would name the file. */
  name: string;
  /** The `format` that reads it, and what it holds. */
  format: string;
  type: ImportType;
  /** A text file to the letter, or the sheets of a workbook; their first row and column are A1's. */
  content: string | { sheets: readonly { name: string; rows: readonly (readonly SampleCell[])[] }[] };
}

/** The bytes of a sample. */
export function bytesOf({ content }: Pick<Sample, 'content'>): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return workbookOf(content.sheets);
}

/**
 * A workbook in the format of Excel since 2007, or of Excel 97 (`xls`), made by another program than reads it. One that is
 * not packed is made and read in half the time.
 */
export function workbookOf(
  sheets: readonly { name: string; rows: readonly (readonly SampleCell[])[] }[],
  bookType: 'xlsx' | 'xls' = 'xlsx',
  isPacked = true,
): Buffer {
  const book = XLSX.utils.book_new();
  for (const { name, rows } of sheets) {
    const sheet = XLSX.utils.aoa_to_sheet(
      rows.map((row) => [...row]),
      { cellDates: true, UTC: true },
    );
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  return XLSX.write(book, { type: 'buffer', bookType, cellDates: false, compression: isPacked }) as Buffer;
}

/** What a format sees of a cell of a workbook. */
export function cellText(cell: SampleCell): string {
  if (cell instanceof Date)
    return cell.toISOString().replace('T00:00:00.000Z', '').slice(0, 19).replace('T', ' ');
  return cell === null ? '' : String(cell);
}
