/** A day or an instant in ISO form beside a word. */
const RAW_DAY = /(?:[a-z]{2,}[,:;(]? |\()\d{4}-\d{2}-\d{2}|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?[.,;:)]* [a-z]{2,}/;
/** Commands and examples of input: a person types days in ISO form. */
const TYPED = /\/[a-z_]+ .*|(?:such as|like|Send|for example) \d{4}-\d{2}-\d{2}/g;

/** Lines within an answer in which a person reads a day in ISO form. A field that is only a day is no line of text. */
export function rawDaysIn(answer: unknown): string[] {
  if (typeof answer === 'string')
    return answer.split('\n').filter((line) => RAW_DAY.test(line.replace(TYPED, '')));
  return answer === null || typeof answer !== 'object' ? [] : Object.values(answer).flatMap(rawDaysIn);
}
