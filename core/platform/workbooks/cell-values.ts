import { DAY_MS, utcDate } from '../dates.ts';
import { Decimal } from '../money.ts';

const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const DAY_SECONDS = 86_400;
/** 31 December 9999, the last day of Excel. */
const LAST_SERIAL = 2_958_465;

/**
 * The day and time of a cell that counts days, as `2024-03-31`, `2024-03-31 10:15:00` or, below one day, `10:15:00`. Null
 * where the number is no day: the cell then stays a number.
 * @param isFrom1904 whether the workbook counts from 1904, as those of old Macintoshes do
 */
export function dayOfSerial(serial: number, isFrom1904: boolean): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial > LAST_SERIAL + 1) return null;
  const seconds = Math.round(serial * DAY_SECONDS);
  let days = Math.floor(seconds / DAY_SECONDS);
  const time = seconds - days * DAY_SECONDS;
  if (days === 0 && !isFrom1904) return clock(time);
  // Excel believes that 1900 was a leap year: up to its day 60 it is one day behind.
  if (!isFrom1904 && days < 60) days++;
  const date = utcDate((isFrom1904 ? EPOCH_1904 : EPOCH_1900) + days * DAY_MS);
  return time === 0 ? date : `${date} ${clock(time)}`;
}

function clock(seconds: number): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${part(Math.floor(seconds / 3600))}:${part(Math.floor((seconds % 3600) / 60))}:${part(seconds % 60)}`;
}

/** At most 15 digits, as a spreadsheet shows them: further ones are noise of the binary number. */
const SHORT = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,14})?$/;

/** A number of a cell as decimal text: 98.150000000000006 is 98.15, 1.2E-5 is 0.000012. */
export function decimalOf(stored: string): string {
  if (SHORT.test(stored) && stored.length <= 15) return withoutNoughts(stored);
  const value = Number(stored);
  if (stored === '' || !Number.isFinite(value)) return stored;
  return new Decimal(value.toPrecision(15)).toFixed();
}

function withoutNoughts(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** `_x000D_` in a workbook's text is the character of that number. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** Numbers of the formats that Excel brings along for days and times. */
const DAY_FORMATS = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54,
  55, 56, 57, 58,
]);

/** Whether cells of this format show days or times of day. @param code the format's own pattern, where it has one */
export function isDayFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return DAY_FORMATS.has(id);
  // What is quoted, escaped, or in brackets (colours, conditions, currencies) is no pattern; nor are other sections.
  const pattern = (code.split(';')[0] ?? '')
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  // A span of hours ([h]:mm) is a number, not a time.
  if (/\[(?:h+|m+|s+)\]/i.test(pattern)) return false;
  return /[dyhs]|m/i.test(pattern.replace(/general/gi, '').replace(/E[+-]/g, ''));
}

/** The number of the column of a cell's place, from 0: AB12 is 27. Null where it is no place. */
export function columnOf(place: string): number | null {
  let column = 0;
  for (let at = 0; at < place.length; at++) {
    const code = place.charCodeAt(at) & 0xdf;
    if (code < 65 || code > 90) return at === 0 ? null : column - 1;
    column = column * 26 + code - 64;
    if (column > 16_384) return null;
  }
  return null;
}
