import { headerRow } from '../../importers/index.ts';
import type { Sheet } from '../statement.ts';

/** Where each word stands. The currency of an amount is in a column without a name, before or after it. */
export type Places<Word extends string> = Readonly<Partial<Record<Word, number>>>;

/** The first row in which every one of `required` stands; words are what header keys begin with, in any language. */
export function placesIn<Word extends string>(
  { rows }: Sheet,
  words: Readonly<Record<Word, RegExp>>,
  required: readonly NoInfer<Word>[],
): { header: number; places: Places<Word>; keys: readonly string[] } | null {
  for (const [at, record] of rows.entries()) {
    const { keys } = headerRow(record);
    const places: Partial<Record<Word, number>> = {};
    for (const word of Object.keys(words) as Word[]) {
      const place = keys.findIndex((key) => words[word].test(key));
      if (place !== -1) places[word] = place;
    }
    if (required.every((word) => word in places)) return { header: at, places, keys };
  }
  return null;
}
