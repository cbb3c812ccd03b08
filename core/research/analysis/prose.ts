/** Words that nearly every English sentence of some length has. */
const ENGLISH = new Set(
  'the of and to in a is that for it as was with be by on not are at from or an have has its which were this but had their will would than over more about after before into up down out can may could should no if'.split(
    ' ',
  ),
);
/** Below so many words nothing can be told of a language. */
const ENOUGH_WORDS = 12;
const LEAST_ENGLISH = 0.12;
const MOST_FOREIGN_LETTERS = 0.2;

/**
 * Prose without what is no prose: markup of HTML and Markdown goes, an address gives way to its words, and characters that
 * are not seen go as well. What is left is data to be shown as text.
 */
export function plainProse(text: string): string {
  return text
    .normalize('NFC')
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<\/?[a-z!][^>]*>/gi, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?:https?:\/\/|www\.)\S+/gi, ' ')
    .replace(/^[ \t]*(?:#{1,6}|[-*+>]|\d{1,2}[.)])[ \t]+/gm, '')
    .replace(/(\*\*|__|~~|`+)/g, '')
    .replace(/(?<=^|\s)[*_](\S(?:[^*_\n]*\S)?)[*_](?=\W|$)/g, '$1')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, ' ')
    .replace(/ +([.,;:!?])/g, '$1')
    .trim();
}

/** Whether a text is English, as far as its length tells. */
export function isEnglish(text: string): boolean {
  const letters = [...text.matchAll(/\p{L}/gu)];
  const foreign = letters.filter(([letter]) => !/\p{Script=Latin}/u.test(letter)).length;
  if (letters.length > 0 && foreign / letters.length > MOST_FOREIGN_LETTERS) return false;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < ENOUGH_WORDS) return true;
  return words.filter((word) => ENGLISH.has(word)).length / words.length >= LEAST_ENGLISH;
}
