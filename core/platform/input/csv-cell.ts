/** Text a spreadsheet would run as a formula, perhaps behind apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const GUARDED = /^'+[=+\-@\t\r\n]/;

/** Puts an apostrophe before text that a spreadsheet would run; {@link unguarded} takes exactly that one off again. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

export function unguarded(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}

/** A cell as RFC 4180 writes it. Text with outer space is quoted too, since some readers trim it. */
export function quoted(text: string): string {
  return /[",;\t\r\n|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
