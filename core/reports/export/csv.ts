import { setImmediate } from 'node:timers/promises';
import { Decimal, guarded, quoted } from '../../platform/index.ts';
import type { ExportDocument, ExportRow, ExportValue } from './document.ts';

/** Without it some spreadsheets read UTF-8 as something else, and ₹ as three strange letters. */
const BOM = '\uFEFF';
/** Rows between two breaths: a long report must not hold up whoever else is being served. */
const AT_ONCE = 200;

/**
 * The whole report as one flat table, in pieces: UTF-8 with its mark, the same columns for every file of a report, and
 * a `section` in front that says what a row is. Dates are ISO, numbers plain, unknown is empty. Text that a spreadsheet
 * would run as a formula gets an apostrophe.
 */
export async function* csvOf(document: ExportDocument): AsyncGenerator<string> {
  const line = (row: ExportRow) => `${document.columns.map((key) => cell(row[key] ?? null)).join(',')}\r\n`;
  let piece = `${BOM}${document.columns.join(',')}\r\n${document.figure_rows.map(line).join('')}`;
  const mark = document.provisional_reason;
  if (mark !== null) piece += line({ section: 'note', reason: mark, note: mark });
  let count = 0;
  for (const row of document.rows) {
    piece += line(row);
    if (++count % AT_ONCE !== 0) continue;
    yield piece;
    piece = '';
    await setImmediate();
  }
  if (piece !== '') yield piece;
}

function cell(value: ExportValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return quoted(guarded(value));
  return Number.isFinite(value) ? plain(value) : '';
}

/** Digits without exponent: 1e-7 would be refused by some spreadsheets. */
function plain(value: number): string {
  const text = String(value);
  return text.includes('e') ? new Decimal(value).toFixed() : text;
}
