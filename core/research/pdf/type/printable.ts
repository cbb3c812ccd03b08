/** Stands for characters that no font here has: never an empty box, and never nothing. */
export const UNPRINTABLE = '[?]';

/** Text that needs no second look. */
const PLAIN = /^[\u0020-\u007e\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20b9]*$/;
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
/** Controls, marks of direction, what joins or parts without a width, variants of a shape, and halves of a character. */
const UNSEEN =
  /[\u0000-\u0009\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|\p{Cs}|[\u{1d173}-\u{1d17a}]|[\u{e0000}-\u{e0fff}]/gu;
/** Joiners have a meaning between letters of Devanagari alone. */
const LOOSE_JOINERS = /(?<![\u0900-\u097f])[\u200c\u200d]+|[\u200c\u200d]+(?![\u0900-\u097f])/g;
const HYPHENS = /[\u2010\u2011]/g;
const SPACES = /[^\S\n]+/g;

/**
 * Text as it can be printed: composed letters, one kind of space and of line end, nothing that cannot be seen, and
 * `UNPRINTABLE` for each run of characters that no font has. The same text always comes to the same.
 * @param has whether a font has a character
 */
export function printable(text: string, has: (codePoint: number) => boolean): string {
  if (PLAIN.test(text)) return text;
  const tidy = text
    .normalize('NFC')
    .replace(LINE_ENDS, '\n')
    .replace(/\t/g, ' ')
    .replace(UNSEEN, '')
    .replace(LOOSE_JOINERS, '')
    .replace(HYPHENS, '-')
    .replace(SPACES, ' ');
  let out = '';
  let isMissing = false;
  for (const letter of tidy) {
    const codePoint = letter.codePointAt(0) ?? 0;
    if (letter === '\n' || has(codePoint)) {
      out += letter;
      isMissing = false;
    } else if (!isMissing) {
      out += UNPRINTABLE;
      isMissing = true;
    }
  }
  return out;
}
