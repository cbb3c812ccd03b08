/**
 * Text a spreadsheet would run as a formula, perhaps behind apostrophes, spaces or signs that are not seen. A tab or a line
 * end in front is enough.
 */
const FORMULA = /^[\s\p{C}']*[=+\-@\t\r\n]/u;

/** Spreadsheets take full-width and other forms of a sign for the sign itself (Unicode: compatibility decomposition). */
function isFormula(text: string): boolean {
  return FORMULA.test(text) || FORMULA.test(text.normalize('NFKD'));
}

/** Puts an apostrophe before text that a spreadsheet would run; {@link unguarded} takes exactly that one off again. */
export function guarded(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

export function unguarded(text: string): string {
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
}

/** A cell as RFC 4180 writes it. Text with outer space is quoted too, since some readers trim it. */
export function quoted(text: string): string {
  return /[",;\t\r\n|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
