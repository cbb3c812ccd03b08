import { parseDate } from '../../../../platform/index.ts';
import { headerRow } from '../../importers/index.ts';
import { asOnDate } from '../../rows/index.ts';
import type { Sheet } from '../statement.ts';
import { isBlank } from '../table.ts';

/** One scheme's part of a line of a statement of the NPS; text as found. */
export interface NpsLine {
  /** Index of the record in the sheet. */
  at: number;
  scheme: string;
  date: string;
  words: string;
  amount: string;
  nav: string;
  units: string;
}

/** What intermediaries took in units on one day, as the wide layout names it. */
interface NpsTables {
  lines: NpsLine[];
  /** Cells of the column of charges, each with the words of its line. */
  charges: string[];
  /** Totals of contributions and redemptions, from the table that repeats them. */
  contributed: string[];
  /** NAVs of a day, from the summary of schemes. */
  navs: { scheme: string; day: string; nav: string }[];
  /** Lines with a day and no figures of any scheme. */
  empty: { at: number; words: string }[];
}

/** Where the figures of one scheme stand in the wide layout. */
interface SchemeColumns {
  scheme: string;
  amount?: number;
  nav?: number;
  units?: number;
}

/** What of a scheme a column of the wide layout holds. */
const PART = /^(.{3,200}?)\s+(amount|nav|units?)\s*(?:\([^)]*\))?$/i;

/**
 * Reads both layouts: one table with three columns a scheme, or a table for each scheme below its name. Sections are known
 * by their headers; contributions stand in a section of their own as well.
 */
export function npsTables({ rows }: Sheet): NpsTables {
  const tables: NpsTables = { lines: [], charges: [], contributed: [], navs: [], empty: [] };
  let section: ((record: readonly string[], at: number) => void) | null = null;
  let title = '';
  let summary: readonly string[] | null = null;
  for (const [at, record] of rows.entries()) {
    if (isBlank(record)) continue;
    const cells = record.map((cell) => cell.trim());
    summary = readNavs(cells, summary, tables);
    const next = sectionOf(cells, title, tables);
    if (next !== null) section = next;
    else if (cells.filter((cell) => cell !== '').length === 1 && !isDay(cells[0] ?? '')) {
      title = cells.find((cell) => cell !== '') ?? '';
      section = null;
    } else section?.(cells, at);
  }
  return tables;
}

/** The reader of the rows below a header; null where the record is no header. */
function sectionOf(
  cells: readonly string[],
  title: string,
  tables: NpsTables,
): ((record: readonly string[], at: number) => void) | null {
  const { keys } = headerRow(cells);
  if (!keys.includes('date')) return null;
  const date = keys.indexOf('date');
  const words = keys.findIndex((key) => key === 'particulars' || key === 'description');
  if (words === -1) return null;
  const total = keys.findIndex((key) => /^totalrs$|^total$/.test(key));
  if (total !== -1) {
    return (record) => {
      if (isDay(record[date] ?? '')) tables.contributed.push(record[total] ?? '');
    };
  }
  const amount = keys.findIndex((key) => key.startsWith('amount'));
  const units = keys.indexOf('units');
  if (amount !== -1 && units !== -1) {
    const alone = { scheme: title, amount, nav: keys.indexOf('nav'), units };
    return (record, at) => readLine(record, at, { date, words, schemes: [alone] }, tables);
  }
  const schemes = schemesIn(cells);
  if (schemes.length === 0) return null;
  const charge = keys.findIndex((key) => key.includes('intermediarycharges'));
  return (record, at) => {
    if (charge !== -1) tables.charges.push(record[charge] ?? '');
    readLine(record, at, { date, words, schemes }, tables);
  };
}

function schemesIn(cells: readonly string[]): SchemeColumns[] {
  const schemes = new Map<string, SchemeColumns>();
  for (const [at, cell] of cells.entries()) {
    const found = PART.exec(cell.replace(/\s+/g, ' '));
    if (found === null) continue;
    const [, scheme = '', part = ''] = found;
    const of = schemes.get(scheme) ?? { scheme };
    const word = part.toLowerCase();
    if (word === 'amount') of.amount ??= at;
    else if (word === 'nav') of.nav ??= at;
    else of.units ??= at;
    schemes.set(scheme, of);
  }
  return [...schemes.values()].filter(({ units }) => units !== undefined);
}

function readLine(
  record: readonly string[],
  at: number,
  where: { date: number; words: number; schemes: readonly SchemeColumns[] },
  tables: NpsTables,
): void {
  const date = record[where.date] ?? '';
  const words = (record[where.words] ?? '').replace(/\s+/g, ' ');
  if (date === '' && words === '') return;
  const text = (column: number | undefined) => (column === undefined ? '' : (record[column] ?? ''));
  const lines = where.schemes.flatMap((one): NpsLine[] => {
    const line = {
      at,
      scheme: one.scheme,
      date,
      words,
      amount: text(one.amount),
      nav: text(one.nav),
      units: text(one.units),
    };
    return isNone(line.amount) && isNone(line.units) ? [] : [line];
  });
  if (lines.length === 0) tables.empty.push({ at, words });
  tables.lines.push(...lines);
}

const isNone = (text: string): boolean => /^-*$/.test(text);

function isDay(text: string): boolean {
  return !('problem' in parseDate(text, 'dmy'));
}

/**
 * Reads the summary of schemes: schemes as columns with a line "NAV as on 31-Mar-2023", or a line for each scheme below a
 * header that ends with it.
 * @returns the header whose lines come; null outside of the summary.
 */
function readNavs(
  cells: readonly string[],
  header: readonly string[] | null,
  tables: NpsTables,
): readonly string[] | null {
  if (/^particulars$/i.test(cells[0] ?? '')) return cells;
  if (header === null || cells.filter((cell) => cell !== '').length < 2) return null;
  const day = asOnDate(cells[0] ?? '', 'dmy');
  if (/^nav\b/i.test(cells[0] ?? '') && day !== null)
    for (const [at, nav] of cells.entries())
      if (at > 0 && /^[\d,]*\d\.\d+$/.test(nav)) tables.navs.push({ scheme: header[at] ?? '', day, nav });
  const at = header.findIndex((cell, place) => place > 0 && /^nav\b/i.test(cell));
  const ofColumn = asOnDate(header[at] ?? '', 'dmy');
  if (ofColumn !== null && at > 0)
    tables.navs.push({ scheme: cells[0] ?? '', day: ofColumn, nav: cells[at] ?? '' });
  return header;
}
