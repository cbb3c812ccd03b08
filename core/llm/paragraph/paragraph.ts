/** Numbers in a text, without signs and separators; those that belong to a word, such as NIFTY50, are no figures. */
export const numbersIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\p{L}\d.,])\d[\d,]*(?:\.\d+)?(?![\p{L}\d])/gu)].map(([number]) =>
    String(Number(number.replaceAll(',', ''))),
  );

/**
 * A paragraph that a model wrote and that may be shown as it is, or in a sentence why not: it has no markup and no link, and
 * no figure that it was not given (decisions/Safety of models).
 * @param known its figures, as `numbersIn` writes them
 * @param most characters
 */
export function checkedParagraph(
  text: string,
  { known, most }: { known: ReadonlySet<string>; most: number },
): { text: string } | { problem: string } {
  const paragraph = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (paragraph === '') return { problem: 'The model wrote nothing.' };
  if (paragraph.length > most) return { problem: 'The model wrote more than a paragraph.' };
  if (/:\/\/|\bwww\.|\bt\.me\b|[<>]|\]\(/i.test(paragraph))
    return { problem: 'The model wrote a link or markup.' };
  const unknown = numbersIn(paragraph).find((number) => !known.has(number));
  return unknown === undefined
    ? { text: paragraph }
    : { problem: `The model wrote ${unknown}, which is not among the figures that it was given.` };
}
