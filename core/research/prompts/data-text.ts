/** Characters that nobody sees and that may mislead: controls, marks of direction, hidden tags, halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;
/** The same and the sign that opens a mark: outside of these, a line of JSON is what it looks like. */
const ESCAPED = /[<\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Words of ASCII with single spaces between them, as most names and figures are: nothing of them is replaced. */
const PLAIN_WORDS = /^[!-~]+(?: [!-~]+)*$/;
/** A line of ASCII in which nothing is escaped. */
const PLAIN_LINE = /^[ -;=-~]*$/;

/**
 * Words from outside, as a model is shown them: on one line, without what nobody sees, and with at most so many characters.
 * What is cut ends in `…`.
 */
export function dataText(text: string, most: number): string {
  // Of ten megabytes only the beginning is looked at.
  const start = text.slice(0, 4 * most);
  const plain = PLAIN_WORDS.test(start) ? start : start.replace(UNSEEN, ' ').trim();
  if (plain.length <= most && start.length === text.length) return plain;
  return `${plain.slice(0, most - 1).replace(/\p{Cs}$/u, '')}…`;
}

export const dataTextOrNull = (text: string | null, most: number): string | null =>
  text === null ? null : dataText(text, most);

/**
 * A value as one line of JSON that cannot end its block: no sign that opens a mark is in it, and no line break
 * (decisions/Safety of models). Whoever reads it as JSON has the value back.
 */
export function jsonLine(value: Readonly<Record<string, unknown>>): string {
  const line = JSON.stringify(value);
  if (PLAIN_LINE.test(line)) return line;
  return line.replace(ESCAPED, (sign) =>
    Array.from({ length: sign.length }, (_, at) => {
      const unit = sign.charCodeAt(at).toString(16).padStart(4, '0');
      return `\\u${unit}`;
    }).join(''),
  );
}
