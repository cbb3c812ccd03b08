/** A day or an instant in ISO form beside a word. */
const RAW_DAY = /(?:[a-z]{2,}[,:;(]? |\()\d{4}-\d{2}-\d{2}|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?[.,;:)]* [a-z]{2,}/;
/** Commands, captions and examples of input: a person types days in ISO form. */
const TYPED = /\/[a-z_]+ .*|as the caption: .*|(?:such as|like|Send|for example) \d{4}-\d{2}-\d{2}/g;

/** Lines within an answer in which a person reads a day in ISO form. A field that is only a day is no line of text. */
export function rawDaysIn(answer: unknown): string[] {
  if (typeof answer === 'string')
    return answer.split('\n').filter((line) => RAW_DAY.test(line.replace(TYPED, '')));
  return answer === null || typeof answer !== 'object' ? [] : Object.values(answer).flatMap(rawDaysIn);
}

/** Days that a person typed, which an answer repeats in quotes. */
const REPEATED = /["“][^"”\n]*["”]/g;

/** Lines of a text for a chat with a day in ISO form anywhere, be it alone in a cell of a table. */
export const isoDaysIn = (text: string): string[] =>
  text.split('\n').filter((line) => /\d{4}-\d{2}-\d{2}/.test(line.replace(TYPED, '').replace(REPEATED, '')));
