/** Stands for characters that no font here has: never an empty box, and never nothing. */
export const UNPRINTABLE = '[?]';

/** Text that needs no second look. */
const PLAIN = /^[\u0020-\u007e\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20b9]*$/;
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
/**
 * Controls, format characters (marks of direction, what joins or parts without a width), halves of a character, and what only
 * chooses another shape of the one before.
 */
const UNSEEN =
  /(?![\n\u200c\u200d])[\u034f\u17b4\u17b5\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]/gu;
/** Joiners have a meaning between letters of Devanagari alone. */
const LOOSE_JOINERS = /(?<![\u0900-\u097f])[\u200c\u200d]+|[\u200c\u200d]+(?![\u0900-\u097f])/g;
const HYPHENS = /[\u2010\u2011]/g;
const SPACES = /[^\S\n]+/g;

/**
 * Text as it can be printed: composed letters, one kind of space and of line end, nothing that cannot be seen, and
 * `UNPRINTABLE` for each run of characters that no font has. The same text always comes to the same.
 * @param has whether a font has a character
 */
export function printable(text: string, has: (letter: string) => boolean): string {
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
    if (letter === '\n' || has(letter)) {
      out += letter;
      isMissing = false;
    } else if (!isMissing) {
      out += UNPRINTABLE;
      isMissing = true;
    }
  }
  return out;
}
