import { istDate } from '../../platform/index.ts';
import type { Action, Publication, QaStatus, Rating, StoredReport } from '../publication/index.ts';

/** A figure of a report, with when the last of its sources came out; null where one of them does not say. */
export type ThesisFact = Publication['facts'][number] & { published_at: string | null };

/** What a comparison needs of a report, of either version. */
export interface Thesis {
  rating: Rating;
  action: Action;
  /** 0 to 1; null where nobody said. */
  confidence: number | null;
  /** The moment that its evidence is of, ISO-8601. */
  as_of: string;
  /** What would prove it wrong, in the words of the report. */
  invalidations: readonly string[];
  /** None in a report of the first version. */
  facts: readonly ThesisFact[];
  /** Whether its evidence was enough; null in a report of the first version, which does not say. */
  verdict: 'SUFFICIENT' | 'REVIEW_REQUIRED' | null;
  /** What checks came to; null in a report of the first version, which had none. */
  qa: QaStatus | null;
}

/** @param as_of of its run, for a report of the first version, which does not say. */
export function thesisOf(stored: StoredReport, as_of: string): Thesis {
  if (stored.version === '1.0') {
    const { rating, action, confidence, invalidations } = stored.report;
    return { rating, action, confidence, as_of, invalidations, facts: [], verdict: null, qa: null };
  }
  const { decision, facts, sources, invalidations, coverage, qa, ...publication } = stored.publication;
  const published = new Map(sources.map(({ source_id, published_at }) => [source_id, published_at]));
  return {
    rating: decision.rating,
    action: decision.action,
    confidence: decision.confidence,
    as_of: publication.as_of,
    invalidations,
    facts: facts.map((fact) => ({ ...fact, published_at: lastOf(fact.source_ids, published) })),
    verdict: coverage.verdict,
    qa: qa.status,
  };
}

function lastOf(ids: readonly string[], published: ReadonlyMap<string, string | null>): string | null {
  const moments = ids.map((id) => published.get(id) ?? null);
  return moments.reduce<string | null>(
    (last, one) => (last === null || one === null ? null : one > last ? one : last),
    moments[0] ?? null,
  );
}

/** The Indian day that a report is of, YYYY-MM-DD. */
export const dayOf = ({ as_of }: Pick<Thesis, 'as_of'>): string => istDate(new Date(as_of));
