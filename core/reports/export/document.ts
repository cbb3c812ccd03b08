import { undecidedMessage } from '../../portfolio/index.ts';
import type { ReportWarning } from '../warning.ts';

/** A report on its way out: the rows of a file, and what a printed page shows of them. */

/** Reports that can be taken along (spec: Reports, /export). */
export const EXPORT_REPORTS = ['performance', 'tax', 'income', 'diversification'] as const;
type ExportReport = (typeof EXPORT_REPORTS)[number];

export const EXPORT_FORMATS = ['csv', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Text, a date as YYYY-MM-DD, a number, or nothing where it is unknown or does not apply. */
export type ExportValue = string | number | boolean | null;
export type ExportRow = Readonly<Record<string, ExportValue>>;

/** How a value is written on paper; a file has it plain. */
export type PrintedKind = 'text' | 'word' | 'date' | 'amount' | 'number' | 'percent';

/** One figure at the head of a page. */
export interface KeyFigure {
  label: string;
  kind: PrintedKind;
  value: ExportValue;
  /** Of an amount; the document's own where it is absent. */
  currency?: string | undefined;
  /** Why there is no value. */
  reason?: string | null | undefined;
  /** Limits of the value: `12 daily returns, up to 29 Aug 2025`. */
  limits?: string | null | undefined;
  /** Why the value may still change. */
  provisional_reason?: string | null | undefined;
}

/** A column of the printed table; the file has every column. */
export interface PrintedColumn {
  key: string;
  /** Shown by a row without the first one. */
  or?: string;
  label: string;
  kind: PrintedKind;
  /** Its share of the page beside the other columns. */
  width: number;
}

export interface ExportDocument {
  report: ExportReport;
  title: string;
  portfolio: string;
  /** Of amounts in rows without a `currency` of their own. */
  currency: string;
  /** In words: `FY 2025-26, 1 Apr 2025 to 31 Mar 2026`. */
  period: string;
  /** The day in India that the figures are of; the only date of the making that is written into a file. */
  as_of: string;
  key_figures: KeyFigure[];
  /** Names of all columns, the same for every file of the report. */
  columns: readonly string[];
  /** Rows of the file that a page shows as key figures; they come first. */
  figure_rows: readonly ExportRow[];
  /** Made one at a time, so that a long report takes no long breath. */
  rows: Iterable<ExportRow>;
  rows_total: number;
  rows_title: string;
  /** Why figures of the document may still change: first note of a page, and a row of a file. */
  provisional_reason: string | null;
  printed: readonly PrintedColumn[];
  /** Notes on the figures; the first ones are printed. */
  notes: readonly string[];
  /** Goes into the name of the file, such as a financial year. */
  file_words: readonly string[];
}

/** The mark of what waits for a decision, among the warnings of a report; null where nothing does. */
export const provisionalReason = (warnings: readonly ReportWarning[]): string | null =>
  undecidedMessage(warnings);
