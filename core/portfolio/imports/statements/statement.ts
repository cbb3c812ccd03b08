import type { ImportType, NumberedRow, RealisedReport, StatedPrice, StatedTotal } from '../rows/index.ts';

/** A table of a file: a sheet of a workbook, or a CSV file, which has one without a name. */
export interface Sheet {
  name: string;
  /**
   * Every row, blank ones too, so that `rows[0]` is row 1. Cells are text as the file has it; a cell of a workbook that
   * holds a day is `2024-03-31`, with a time `2024-03-31 10:15:00`; a number has a dot for decimals and no separators.
   */
  rows: readonly (readonly string[])[];
}

/**
 * A run of letters on a page of a PDF, and where it stands: points from the left and from the top of the page. One that is
 * not written from left to right has no width.
 */
export interface TextRun {
  text: string;
  left: number;
  right: number;
  top: number;
}

/** What a file holds, by how it is read. */
export interface StatementFiles {
  /** CSV, or a workbook. */
  tables: { sheets: readonly Sheet[] };
  /** JSON, OFX: all of its text. */
  text: { text: string };
  /** PDF: the runs of each page, in the order in which they are drawn. */
  pages: { pages: readonly (readonly TextRun[])[] };
}
export type StatementKind = keyof StatementFiles;

/** What a statement says, row by row, and the sums that prove it. */
export interface StatementReading {
  type: ImportType;
  /**
   * Rows under our field names; `type` in our own words (BUY, SELL, DIVIDEND, SPLIT, TRANSFER_IN), other text as found. A row
   * that is no entry has its reason in `excluded`; one of which a person has to tell something has that in `undecided`, and
   * one that cannot be understood says why in `malformed`: both wait to be mended. Numbered by the record they stand in; where one record gives several entries, all are counted through.
   */
  rows: NumberedRow[];
  /** Totals, closing balances and the like that the statement names, beside what the rows come to. */
  totals: StatedTotal[];
  /** What else a person should know: parts of the file that were not read, periods that are missing. Whole sentences. */
  notes?: string[];
  /** Prices of its day that the statement prints of what it lists, such as the NAV beside the closing units. */
  prices?: StatedPrice[];
  /** Matched purchases and sales of a tax report: what our realised gains are compared with, never entries. */
  realised?: RealisedReport;
}

/**
 * A format that is read whole, since a row of it means something only beside others: several tables in one file, entries
 * over several records, splits by the shares they add. A new one is a file in this folder and a line in its `index.ts`.
 */
export interface StatementFormatOf<K extends StatementKind> {
  readonly kind: K;
  /** Stable name, stored with an import. */
  readonly format: string;
  /** What people call such a file. */
  readonly title: string;
  /** Whose file it is; rows that name no portfolio go into one of that name. */
  readonly broker?: string;
  /** See `symbolsByIsin` of an importer. */
  readonly symbolsByIsin?: 'all' | 'funds';
  /** How the format writes 05/03/2024, and its decimal mark. Null where the rows are in our own notation. */
  readonly notation: { date_order: 'dmy' | 'mdy' | null; decimal_mark: '.' | ',' };
  /** The currency of rows that name none, where the format has one only; null: it is asked for. */
  readonly currency: string | null;
  /**
   * Whether a file is of this format, by marks that no other has. It sees the beginning only: the first 60 rows of each
   * sheet, 64 KB of text, three pages.
   */
  detect(file: StatementFiles[K]): boolean;
  /**
   * Reads the whole file. `wanted` says what a person asked for where a file holds both kinds.
   * @throws StatementRefusal for a file of this format that cannot be imported at all.
   */
  read(file: StatementFiles[K], wanted: ImportType | null): StatementReading;
  /** The same in short steps, for long files: others are served between them. */
  steps?(file: StatementFiles[K], wanted: ImportType | null): Generator<void, StatementReading>;
}

export type StatementFormat = { [K in StatementKind]: StatementFormatOf<K> }[StatementKind];

/** A statement that cannot be imported; the message says what to do instead. */
export class StatementRefusal extends Error {
  override name = 'StatementRefusal';
}
