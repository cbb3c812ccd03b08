import type { CsvReader } from '../../../platform/index.ts';
import { headerRow, NO_ENTRY } from '../importers/index.ts';
import type { Layout } from './layout.ts';
import type { ImportLimits } from './limits.ts';
import { ImportRefusal, refusingReader } from './refusal.ts';
import type { NumberedRow, RawRow } from '../rows/index.ts';

/** Puts the records below a header under our field names. */
export class TableRows {
  private readonly layout: Pick<Layout, 'skip' | 'header' | 'importer' | 'columns'>;
  private readonly limits: ImportLimits;
  private record: readonly string[] = [];
  private rows = 0;

  constructor(layout: Pick<Layout, 'skip' | 'header' | 'importer' | 'columns'>, limits: ImportLimits) {
    this.layout = layout;
    this.limits = limits;
  }

  /** The row of a record; null where it is blank, stands above the data, or is the header again. */
  rowOf(number: number, record: readonly string[]): NumberedRow | null {
    if (number <= this.layout.skip) return null;
    const filled = filledCells(record);
    if (filled === 0 || this.isHeaderAgain(record)) return null;
    if (++this.rows > this.limits.rows) throw tooManyRows(this.limits.rows);
    this.record = record;
    const raw: RawRow = this.layout.importer.map(this.cell);
    if (filled === 1 || isTotal(record, raw)) raw.excluded = NO_ENTRY;
    const spilled = spilledCells(record, this.layout.header.names.length);
    if (spilled !== null) raw.malformed = spilled;
    return { row: number, raw };
  }

  private readonly cell = (word: string): string => {
    const at = this.layout.columns[word];
    return at === undefined ? '' : (this.record[at] ?? '');
  };

  /** Files joined end to end repeat their header; it is no entry. */
  private isHeaderAgain(record: readonly string[]): boolean {
    const { names } = this.layout.header;
    const at = this.layout.columns['symbol'] ?? this.layout.columns['isin'] ?? 0;
    // A cheap look first; the whole is compared without spaces and byte order marks.
    if (record.length !== names.length || record[at]?.endsWith(names[at] ?? '') !== true) return false;
    return headerRow(record).names.every((name, index) => name === names[index]);
  }
}

/** The rows of a CSV text, chunk by chunk. */
export class TableReader {
  private readonly records: CsvReader;
  private readonly table: TableRows;
  private number = 0;

  constructor(layout: Layout, limits: ImportLimits) {
    this.table = new TableRows(layout, limits);
    this.records = refusingReader(layout.dialect, limits);
  }

  push(text: string): NumberedRow[] {
    const records: string[][] = [];
    this.records.push(text, records);
    return this.rowsOf(records);
  }

  end(): NumberedRow[] {
    const records: string[][] = [];
    this.records.end(records);
    return this.rowsOf(records);
  }

  private rowsOf(records: string[][]): NumberedRow[] {
    const rows: NumberedRow[] = [];
    for (const record of records) {
      const row = this.table.rowOf(++this.number, record);
      if (row !== null) rows.push(row);
    }
    return rows;
  }
}

/** What to say of a record with values beyond the last header: an unquoted "1,234.50" moves all that follow it. */
function spilledCells(record: readonly string[], columns: number): string | null {
  if (record.length <= columns || filledCells(record.slice(columns)) === 0) return null;
  return (
    `has ${record.length} cells but the header has ${columns}, so values may be in the wrong columns. ` +
    'Put values that contain the delimiter in quotes in the file.'
  );
}

function filledCells(record: readonly string[]): number {
  let filled = 0;
  for (const cell of record) if (cell !== '' && cell.trim() !== '') filled++;
  return filled;
}

/** A company may be called Total, too. */
const TOTAL =
  /^\s*(?:grand |sub)?-?totals?(?:\s+(?:amount|value|quantity|qty|units|shares|stocks|funds|equity|debt|assets|portfolio|cost|price|market value|current|invested|investments?|holdings?|dividends?|charges|fees|taxes|brokerage|turnover|trades|buys?|sells?|net|pl|p&l|pnl|profit|loss|gains?|reali[sz]ed|unreali[sz]ed|inr|usd|eur|gbp|of\b.*|for\b.*|\(.*\)))*\s*:?\s*$/i;

/** "Total" in the first filled cell and no date, type or quantity of an entry. */
function isTotal(record: readonly string[], { fields }: RawRow): boolean {
  const first = record.find((cell) => cell !== '') as string;
  if (!TOTAL.test(first)) return false;
  return fields.isin === undefined && (fields.type ?? '') === '';
}

export function tooManyRows(rows: number): ImportRefusal {
  return new ImportRefusal(
    'CSV_TOO_MANY_ROWS',
    `This file has more than ${rows.toLocaleString('en-IN')} rows. Split it, for example by year, and import the parts.`,
  );
}
