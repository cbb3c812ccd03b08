import { type Cell, columnsFor, headerKey, headerRow } from '../../importers/index.ts';
import type { Sheet } from '../statement.ts';
import type { NumberedRow } from '../../rows/index.ts';
import { cellIn, CUT_SHORT, rowCutShort } from '../table.ts';

/** A record of a section: its cells by the key of their header (`T. Price` is `tprice`). */
export interface SectionRecord {
  row: number;
  /** Data, SubTotal, Total and the like. */
  kind: string;
  cell: Cell;
}

/** Records by the section they are in, in the order of the file. */
export type Sections = ReadonlyMap<string, readonly SectionRecord[]>;

/**
 * A statement of Interactive Brokers: the first cell of a line is its section, the second says what the line is. A section may
 * change its header halfway, and each record is read under the last one.
 */
export function sectionsOf({ rows }: Sheet): Sections {
  const headers = new Map<string, Readonly<Record<string, number>>>();
  const sections = new Map<string, SectionRecord[]>();
  for (const [at, cells] of rows.entries()) {
    const [section = '', kind = ''] = cells.slice(0, 2).map((text) => text.trim());
    if (section === '' || kind === '') continue;
    if (kind === 'Header') {
      const header = headerRow(['', '', ...cells.slice(2)]);
      const keys = [...new Set(header.keys)].filter((key) => key !== '');
      headers.set(section, columnsFor(header, Object.fromEntries(keys.map((key) => [key, key]))));
      continue;
    }
    const columns = headers.get(section);
    if (columns === undefined) continue;
    const records = sections.get(section) ?? [];
    records.push({ row: at + 1, kind, cell: cellIn(cells, columns) });
    sections.set(section, records);
  }
  return sections;
}

/** The number of the last row where the file ends within it. */
export function cutRowOf(sheet: Sheet): number | null {
  const [section, kind] = sheet.rows.at(-1) ?? [];
  if (kind?.trim() === 'Header') return null;
  const header = sheet.rows.findLast((cells) => cells[0] === section && cells[1]?.trim() === 'Header');
  return header === undefined ? null : rowCutShort(sheet, header);
}

/** Asks about the row within which the file ends. */
export function withoutCut(rows: readonly NumberedRow[], cutRow: number | null): NumberedRow[] {
  return rows.map((one) =>
    one.row === cutRow && typeof one.raw.excluded !== 'string'
      ? { ...one, raw: { ...one.raw, malformed: CUT_SHORT } }
      : one,
  );
}

/** The records of data of one section, without totals that stand as data. */
export function dataOf(sections: Sections, name: string, firstColumn: string): SectionRecord[] {
  return (sections.get(name) ?? []).filter(
    ({ kind, cell }) => kind === 'Data' && !/^total\b/i.test(cell(firstColumn)),
  );
}

/** The value of a field of a section that lists fields: `Base Currency`. */
export function fieldIn(sections: Sections, section: string, name: string): string {
  const found = (sections.get(section) ?? []).find(
    ({ cell }) => headerKey(cell('fieldname')) === headerKey(name),
  );
  return found?.cell('fieldvalue') ?? '';
}

/** Whether rows begin like a statement of Interactive Brokers, in whatever language. */
export function beginsWithSections(rows: readonly (readonly string[])[]): boolean {
  const lines = rows.filter((cells) => cells.some((text) => text.trim() !== '')).slice(0, 3);
  const kinds = lines.map((cells) => cells[1]?.trim());
  return (
    lines.length === 3 && kinds[0] === 'Header' && kinds[1] === 'Data' && lines[0]?.[0] === lines[1]?.[0]
  );
}

/** Whether its words are English: in other languages the sections and their columns have other names. */
export function isEnglish(rows: readonly (readonly string[])[]): boolean {
  return rows.some(
    ([section, kind, field]) => section === 'Statement' && kind === 'Header' && field === 'Field Name',
  );
}

/** Whether a statement has a section of this name. */
export function hasSection(rows: readonly (readonly string[])[], name: string): boolean {
  return rows.some(([section, kind]) => section?.trim() === name && kind?.trim() === 'Header');
}
