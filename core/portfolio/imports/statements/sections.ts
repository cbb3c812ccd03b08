import { type HeaderRow, headerRow } from '../importers/index.ts';
import type { Sheet } from './statement.ts';
import { isBlank } from './table.ts';

/** A table of a sheet that has several, each below a title of its own. */
export interface Section {
  sheet: string;
  /** The last title above the header, '' where there is none. */
  title: string;
  header: HeaderRow;
  /** Records below the header up to the next title or header; `at` is the index in the sheet. */
  records: { at: number; record: readonly string[] }[];
}

/** All tables of a sheet: a record with one cell is a title, one for which `isHeader` holds is a header. */
export function sectionsOf({ name, rows }: Sheet, isHeader: (header: HeaderRow) => boolean): Section[] {
  const sections: Section[] = [];
  let title = '';
  let current: Section | null = null;
  for (const [at, record] of rows.entries()) {
    if (isBlank(record)) continue;
    const filled = record.filter((cell) => cell.trim() !== '');
    if (filled.length === 1) {
      title = (filled[0] as string).trim();
      current = null;
      continue;
    }
    const header = headerRow(record);
    if (isHeader(header)) {
      current = { sheet: name, title, header, records: [] };
      sections.push(current);
    } else current?.records.push({ at, record });
  }
  return sections;
}

/** Where a record stands, as a person finds it. */
export function placeOf(sheet: string, at: number): string {
  return sheet === '' ? `row ${at + 1}` : `sheet ${sheet}, row ${at + 1}`;
}
