/** A report as the page shows it, of either version: an older one has fewer parts (research/Versioning 1). */
import type { Publication } from './parse-publication.ts';
import type { Baseline, ReportPart } from './parse-report.ts';
import { firstSentence } from './words.ts';

export interface ShownReport {
  rating: Publication['decision']['rating'];
  action: Publication['decision']['action'];
  /** 0 to 1; null where nobody said. */
  confidence: number | null;
  /** Why the rating is what it is; the first sentence of the thesis where nothing was written for it. */
  why: string;
  thesis: string;
  bull: readonly Statement[];
  bear: readonly Statement[];
  catalysts: readonly string[];
  risks: readonly string[];
  invalidations: readonly string[];
  /** The payload; null for a report of the first version, which has no claims, sections or checks. */
  publication: Publication | null;
}

export interface Statement {
  statement: string;
  claim_ids: readonly string[];
}

const stated = (statement: string): Statement => ({ statement, claim_ids: [] });

/** What there is to show; null before a report is written, or where it cannot be read. */
export function shownReport(part: ReportPart): ShownReport | null {
  const { report, legacy_report: legacy, why_this_rating } = part;
  if (report !== null) {
    const { decision, thesis, bull, bear, catalysts, risks, invalidations } = report;
    const { rating, action, confidence } = decision;
    const why = why_this_rating ?? firstSentence(thesis);
    const cases = { bull, bear, catalysts, risks, invalidations };
    return { rating, action, confidence, why, thesis, ...cases, publication: report };
  }
  if (legacy === null) return null;
  const { rating, action, confidence, thesis, catalysts, risks, invalidations } = legacy;
  return {
    rating,
    action,
    confidence,
    why: why_this_rating ?? firstSentence(thesis),
    thesis,
    bull: legacy.bull.map(stated),
    bear: legacy.bear.map(stated),
    catalysts,
    risks,
    invalidations,
    publication: null,
  };
}

/** The active baseline that a run is held against: that of its portfolio, else the one for every portfolio. */
export function activeBaseline(
  baselines: readonly Baseline[],
  run: { portfolio_id: string | null },
): Baseline | null {
  const active = baselines.filter(({ is_active }) => is_active);
  const own = active.find(({ portfolio_id }) => portfolio_id === run.portfolio_id);
  return own ?? active.find(({ portfolio_id }) => portfolio_id === null) ?? null;
}
