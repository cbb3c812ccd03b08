import type { Publication } from '../publication/index.ts';

/** Short numbers in place of long ids: F1 for the first fact, S1 for the first source. */
export interface References {
  facts(ids: readonly string[]): string;
  sources(ids: readonly string[]): string;
}

/** Ids that the payload does not hold stand as they are. */
export function referencesOf({ facts, sources }: Pick<Publication, 'facts' | 'sources'>): References {
  const numbered = (ids: readonly string[], letter: string): ReadonlyMap<string, string> =>
    new Map(ids.map((id, at) => [id, `${letter}${at + 1}`]));
  const ofFacts = numbered(
    facts.map(({ fact_id }) => fact_id),
    'F',
  );
  const ofSources = numbered(
    sources.map(({ source_id }) => source_id),
    'S',
  );
  const joined = (ids: readonly string[], known: ReadonlyMap<string, string>): string =>
    ids.map((id) => known.get(id) ?? id).join(', ');
  return {
    facts: (ids) => joined(ids, ofFacts),
    sources: (ids) => joined(ids, ofSources),
  };
}

/** Text with the claims that it rests on behind it. */
export const withClaims = (text: string, claimIds: readonly string[]): string =>
  claimIds.length === 0 ? text : `${text} [${claimIds.join(', ')}]`;
