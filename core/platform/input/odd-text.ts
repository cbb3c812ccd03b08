import type { FieldError } from './problem.ts';

/** Control characters other than tab and line ends. */
const CONTROL = /[^\P{Cc}\t\n\r\u0080-\u009F]/u;
/** The same and halves of characters, as `JSON.stringify` writes them. */
const WRITTEN = /\\u(?:00[017]|d[89a-f])|\u007F/i;
const WORDS = 'has control characters or broken Unicode. Remove them.';

/** True for text that databases refuse or change: with control characters other than tab and line ends, or half characters. */
export function isOddText(text: string): boolean {
  return CONTROL.test(text) || !text.isWellFormed();
}

/** The texts of a JSON value that are odd, its keys included, a line each. */
export function oddTexts(value: unknown, field = ''): FieldError[] {
  if (typeof value === 'string')
    return isOddText(value) ? [{ field, message: `${field} ${WORDS}`.trim() }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = isOddText(key) ? 'name' : key;
    const at = Array.isArray(value) ? `${field}[${key}]` : field === '' ? name : `${field}.${name}`;
    return [
      ...(isOddText(key) ? [{ field: at, message: `A field name ${WORDS}` }] : []),
      ...oddTexts(inner, at),
    ];
  });
}

/** False where no text of some JSON can be odd: quick, for most have none. */
export function mayHaveOddTexts(json: string): boolean {
  return WRITTEN.test(json);
}
