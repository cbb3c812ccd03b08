import { tokenise } from './sentence.ts';
import type { EntityKind } from './slots.ts';
import { createVocabulary, type VocabularyParts } from './vocabulary.ts';

const NOTHING: VocabularyParts = {
  today: '',
  instruments: [],
  portfolios: [],
  goals: [],
  plans: [],
  policies: [],
  strategies: [],
  connections: [],
};

/**
 * What words behind a command name, as that command takes it: `tata consultancy` is TCS where that is held. All of the
 * words have to belong to the name; several values where it may be more than one thing.
 */
export function meantBy(words: string, kind: EntityKind, known: Partial<VocabularyParts>): readonly string[] {
  const tokens = tokenise(words);
  if (tokens === null) return [];
  const vocabulary = createVocabulary({ ...NOTHING, ...known });
  const whole = (one: EntityKind) =>
    vocabulary
      .spot(tokens, () => false)
      .find(({ kind: of, from, to }) => of === one && from === 0 && to === tokens.length);
  const found = whole(kind)?.values ?? [];
  if (found.length > 0 || kind !== 'plan') return found;
  const plans = (whole('symbol')?.values ?? []).map((symbol) => vocabulary.planOf(symbol));
  return plans.filter((plan) => plan !== null);
}
