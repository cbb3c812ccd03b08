import type { Defect } from '../publication/index.ts';
import { defect } from './defect.ts';
import { type Draft, passagesOf } from './prose.ts';

/** Ids that lead nowhere. */
export function danglingIds({ claims, facts, sources, conflicts, ...rest }: Draft): Defect[] {
  const known = {
    claim: new Set(claims.map(({ claim_id }) => claim_id)),
    fact: new Set(facts.map(({ fact_id }) => fact_id)),
    source: new Set(sources.map(({ source_id }) => source_id)),
  };
  const missing = (kind: keyof typeof known, path: string, ids: readonly string[]): Defect[] =>
    ids
      .filter((id) => !known[kind].has(id))
      .map((id) =>
        defect(
          `DANGLING_${kind.toUpperCase()}`,
          path,
          `The report names ${kind} ${id}, which it does not have.`,
        ),
      );
  return [
    ...passagesOf(rest).flatMap(({ path, claim_ids }) => missing('claim', path, claim_ids)),
    ...claims.flatMap(({ claim_id, fact_ids, source_ids }) => [
      ...missing('fact', `claims.${claim_id}`, fact_ids),
      ...missing('source', `claims.${claim_id}`, source_ids),
    ]),
    ...facts.flatMap(({ fact_id, source_ids, derivation }) => [
      ...missing('source', `facts.${fact_id}`, source_ids),
      ...missing('fact', `facts.${fact_id}`, derivation?.inputs ?? []),
    ]),
    ...conflicts.flatMap(({ fact_id }) => missing('fact', `conflicts.${fact_id}`, [fact_id])),
  ];
}

/** Ids that nothing leads to: a reader could not tell what they are there for. */
export function unusedIds({ claims, facts, sources, conflicts, ...rest }: Draft): Defect[] {
  const cited = new Set(passagesOf(rest).flatMap(({ claim_ids }) => claim_ids));
  const ofClaims = new Set(claims.flatMap(({ fact_ids }) => fact_ids));
  const inputs = new Set(facts.flatMap(({ derivation }) => derivation?.inputs ?? []));
  const named = new Set(
    [...claims, ...facts]
      .flatMap(({ source_ids }) => source_ids)
      .concat(conflicts.flatMap(({ candidates }) => candidates.map(({ source_id }) => source_id))),
  );
  const orphans = (kind: string, ids: readonly string[]): Defect[] =>
    ids.map((id) =>
      defect(
        `UNUSED_${kind.toUpperCase()}`,
        `${kind}s.${id}`,
        `Nothing in the report rests on ${kind} ${id}.`,
      ),
    );
  return [
    ...orphans(
      'claim',
      claims.map(({ claim_id }) => claim_id).filter((id) => !cited.has(id)),
    ),
    ...orphans(
      'fact',
      facts.map(({ fact_id }) => fact_id).filter((id) => !ofClaims.has(id) && !inputs.has(id)),
    ),
    ...orphans(
      'source',
      sources.map(({ source_id }) => source_id).filter((id) => !named.has(id)),
    ),
  ];
}
