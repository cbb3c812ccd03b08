import { aliasKey } from '../instrument.ts';
import { isIsin } from '../isin.ts';

/** A row that cannot be taken; the message says why, without the row's number. */
export class BadRow extends Error {
  override name = 'BadRow';
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const SYMBOL = /^[A-Z0-9][A-Z0-9&_.-]{0,39}$/;
/** Two digits of a year from here on are of the last century: the exchange opened in 1994, companies are older. */
const OLDEST_SHORT_YEAR = 70;

/**
 * `06-OCT-2008`, `08-Jan-02` or `2008-10-06` as YYYY-MM-DD.
 * @throws BadRow for anything else.
 */
export function readListDate(text: string, column: string): string {
  const words = /^(\d{1,2})-([A-Za-z]{3})-(\d{4}|\d{2})$/.exec(text);
  const month = MONTHS.indexOf((words?.[2] ?? '').toUpperCase()) + 1;
  const date =
    words === null
      ? text
      : `${fullYear(words[3] ?? '')}-${String(month).padStart(2, '0')}-${(words[1] ?? '').padStart(2, '0')}`;
  if (!isListDate(date)) throw new BadRow(`${column} "${text}" is not a date such as 06-OCT-2008.`);
  return date;
}

/** True for a day of the calendar as YYYY-MM-DD. */
export function isListDate(date: string): boolean {
  const at = /^(19|20)\d\d-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}

function fullYear(digits: string): string {
  if (digits.length === 4) return digits;
  return `${Number(digits) >= OLDEST_SHORT_YEAR ? '19' : '20'}${digits}`;
}

/** @throws BadRow without a symbol, or for what cannot be one. */
export function readListSymbol(text: string | null, column: string): string {
  const symbol = aliasKey(text ?? '');
  if (symbol === '') throw new BadRow(`${column} is empty.`);
  if (!SYMBOL.test(symbol)) throw new BadRow(`${column} "${symbol}" is not a symbol.`);
  return symbol;
}

/** @throws BadRow without an ISIN, or when its check digit is wrong. */
export function readListIsin(text: string | null, column: string): string {
  const isin = aliasKey(text ?? '');
  if (!isIsin(isin)) throw new BadRow(`${column} "${isin}" is not an ISIN.`);
  return isin;
}

/** A decimal of at most ten places, as its shortest exact text; null for an empty cell. @throws BadRow otherwise. */
export function readListNumber(text: string | null, column: string): string | null {
  if (text === null) return null;
  if (!/^\d{1,15}(\.\d{1,10})?$/.test(text)) throw new BadRow(`${column} "${text}" is not a number.`);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
