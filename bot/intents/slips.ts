import { createNearWords } from './near-words.ts';
import { conceptOf, FILLERS, ORDINARY, SYNONYMS } from './plain-words.ts';
import { wordsOf } from './phrases.ts';
import type { Token } from './sentence.ts';
import { stem } from './stems.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { WordTable } from './words/row.ts';

const SHORTEST = 4;

/** Words of time: they are read as they stand, so a slip in one is mended too. */
const TIMES = [
  'today',
  'yesterday',
  'month',
  'months',
  'year',
  'years',
  'week',
  'weeks',
  'quarter',
  'last',
  'this',
  'next',
  'past',
  'previous',
  'financial',
  'inception',
  'overall',
];

/** Tells words that mean something from others, and finds the word that a slip stands for. */
interface Slips {
  /** Whether a word means something by itself in the tables. */
  isOurs(this: void, token: Token): boolean;
  isKnown(token: Token): boolean;
  /** The same question with slips mended; `slipped` has the places. */
  mended(tokens: readonly Token[], vocabulary: Vocabulary): { tokens: Token[]; slipped: ReadonlySet<number> };
}

export function createSlips(tables: WordTable): Slips {
  const words = [...new Set([...wordsOf(tables), ...SYNONYMS, ...TIMES])].filter(
    (word) => word.length >= SHORTEST,
  );
  const concepts = new Set([...wordsOf(tables), ...SYNONYMS].map((word) => conceptOf(stem(word))));
  const times = new Set(TIMES.map(stem));
  const isOurs = (token: Token) =>
    concepts.has(conceptOf(token.stem)) || FILLERS.has(token.stem) || times.has(token.stem);
  const isKnown = (token: Token) => isOurs(token) || ORDINARY.has(token.stem) || /[^a-z]/.test(token.text);

  const near = createNearWords(words);
  // In a short word another first letter is another word.
  const meant = (word: string) =>
    near(word, word.length >= 8 ? 2 : 1, (one) => word.length >= 6 || one[0] === word[0]);

  return {
    isOurs,
    isKnown,
    mended(tokens, vocabulary) {
      const slipped = new Set<number>();
      const shown = tokens.map((token, at): Token => {
        const { text } = token;
        if (text.length < SHORTEST || isKnown(token) || vocabulary.has(text)) return token;
        const own = vocabulary.meant(text);
        const ours = meant(text);
        const better = ours !== null && (own === null || ours.distance <= own.distance) ? ours : own;
        if (better === null) return token;
        slipped.add(at);
        return { text: better.word, stem: stem(better.word) };
      });
      return { tokens: shown, slipped };
    },
  };
}
