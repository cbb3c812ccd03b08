import { dayInWords } from '../../platform/index.ts';
import type { ExportDocument, ExportRow, PrintedColumn } from './document.ts';
import { printed } from './printed.ts';

/** Rows of the table on a page (spec: Constants, "PDF export 18 rows"). */
export const PRINTED_ROWS = 18;
const MOST_FIGURES = 12;
const MOST_NOTES = 4;

/** A page in words: all that the drawing thread gets. */
export interface PrintedPage {
  title: string;
  portfolio: string;
  period: string;
  figures: { label: string; text: string; note: string }[];
  rows_title: string;
  /** `cuttable` is text of any length; all else is written smaller where it is too long, and never cut. */
  columns: { label: string; width: number; right: boolean; cuttable: boolean }[];
  rows: string[][];
  /** Under the table: how many rows are not on the page, or that there are none. */
  more: string;
  notes: string[];
  /** Left and right at the foot. */
  footer: [string, string];
}

/** One page of a document: the key figures and its first rows. Pure. */
export function pageOf(document: ExportDocument, definitions: string): PrintedPage {
  const { currency, printed: columns } = document;
  const rows: string[][] = [];
  for (const row of document.rows) {
    rows.push(columns.map((column) => cellOf(row, column, currency)));
    if (rows.length === PRINTED_ROWS) break;
  }
  return {
    title: document.title,
    portfolio: document.portfolio,
    period: `${document.period.slice(0, 1).toUpperCase()}${document.period.slice(1)}`,
    figures: document.key_figures.slice(0, MOST_FIGURES).map((figure) => ({
      label: figure.label,
      text: printed(figure.value, figure.kind, figure.currency ?? currency),
      note:
        (figure.value === null
          ? figure.reason
          : (figure.limits ?? (figure.provisional_reason && 'May change: see below.'))) ?? '',
    })),
    rows_title: document.rows_title,
    columns: columns.map(({ label, width, kind }) => ({
      label,
      width,
      right: isRight(kind),
      cuttable: kind === 'text',
    })),
    rows,
    more: moreOf(document.rows_total, rows.length),
    // A note that may change all figures always has room.
    notes: [...new Set([document.provisional_reason ?? [], document.notes].flat())].slice(0, MOST_NOTES),
    footer: [
      `Calculated for ${dayInWords(document.as_of)} by Munim`,
      `What each figure means: ${definitions}`,
    ],
  };
}

const isRight = (kind: PrintedColumn['kind']): boolean =>
  kind === 'amount' || kind === 'number' || kind === 'percent';

/** A cell is empty if its row has no such column, and a dash if the value is unknown. */
const cellOf = (row: ExportRow, column: PrintedColumn, currency: string): string => {
  const own = row[column.key];
  const value = own === undefined && column.or !== undefined ? row[column.or] : own;
  if (value === undefined) return '';
  return printed(value, column.kind, typeof row['currency'] === 'string' ? row['currency'] : currency);
};

function moreOf(total: number, shown: number): string {
  if (total === 0) return 'No rows recorded.';
  const left = total - shown;
  if (left === 0) return '';
  return `… and ${left.toLocaleString('en-IN')} more ${left === 1 ? 'row' : 'rows'} in the CSV`;
}
