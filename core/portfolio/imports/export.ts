import { HOLDING_HEADERS, type ImportType, TRANSACTION_HEADERS } from './rows/index.ts';
import { Decimal, guarded, quoted } from '../../platform/index.ts';
/** Columns of numbers: a minus in front of them is no formula. */
const NUMERIC = new Set([
  'quantity',
  'price',
  'fee_tax',
  'avg_buy_price',
  'current_price',
  'previous_close',
  'beta',
  'target_allocation_pct',
  'face_value',
  'coupon_rate',
  'coupon_frequency',
  'price_interval_days',
]);

/** A row as read models give it; other keys are passed over. Numbers given as text keep all their digits. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** A column that the import does not read: why a figure may still change. */
const PROVISIONAL = { provisional_reason: 'Provisional' } as const;

/** The header line of our own CSV of this type, with its line end. @param isMarked with the column of marks. */
export function csvHeader(type: ImportType, isMarked = false): string {
  return `${Object.values(headersOf(type, isMarked)).join(',')}\r\n`;
}

/**
 * One row of our own CSV, with its line end: what {@link csvHeader} names, read back by the import without loss.
 * Text that a spreadsheet would run as a formula gets an apostrophe, which the import takes off again.
 */
export function csvLine(type: ImportType, row: ExportRow, isMarked = false): string {
  return `${Object.keys(headersOf(type, isMarked))
    .map((field) => cell(field, row[field]))
    .join(',')}\r\n`;
}

function headersOf(type: ImportType, isMarked = false): Readonly<Record<string, string>> {
  const headers = type === 'transactions' ? TRANSACTION_HEADERS : HOLDING_HEADERS;
  return isMarked ? { ...headers, ...PROVISIONAL } : headers;
}

function cell(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || value instanceof Decimal) return plain(value);
  if (typeof value !== 'string')
    throw new TypeError(`${field} of an exported row is neither text nor a number`);
  return NUMERIC.has(field) ? plain(value) : quoted(guarded(value));
}

/** Digits without exponent: 1e-7 would be refused by some spreadsheets' readers. */
function plain(value: Decimal.Value): string {
  return value === '' ? '' : new Decimal(value).toFixed();
}
