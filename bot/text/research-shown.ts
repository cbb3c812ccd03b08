import { type DossierView, type ResearchRunView, summaryOf } from '../../core/research/index.ts';

export type Publication = NonNullable<DossierView['report']>;
type Rating = Publication['decision']['rating'];

export interface Statement {
  statement: string;
  claim_ids: readonly string[];
}

/** A report as a chat shows it, of either version: an older one has fewer parts (research/Versioning 1). */
export interface ShownReport {
  rating: Rating;
  action: Publication['decision']['action'];
  /** 0 to 1; null where nobody said. */
  confidence: number | null;
  why: string;
  thesis: string;
  bull: readonly Statement[];
  bear: readonly Statement[];
  catalysts: readonly string[];
  risks: readonly string[];
  invalidations: readonly string[];
  /** Null for a report of the first version, which has no claims, sections, sources or checks. */
  publication: Publication | null;
}

const stated = (statement: string): Statement => ({ statement, claim_ids: [] });

/** What there is to show; null before a report is written, or where it cannot be read. */
export function shownReport({
  report,
  legacy_report: legacy,
}: Pick<DossierView, 'report' | 'legacy_report'>): ShownReport | null {
  if (report !== null) {
    const { decision, thesis, bull, bear, catalysts, risks, invalidations } = report;
    const { rating, action, confidence } = decision;
    const cases = { bull, bear, catalysts, risks, invalidations };
    return { rating, action, confidence, why: summaryOf(report), thesis, ...cases, publication: report };
  }
  if (legacy === null) return null;
  const { rating, action, confidence, thesis, catalysts, risks, invalidations } = legacy;
  return {
    rating,
    action,
    confidence,
    why: summaryOf(legacy),
    thesis,
    bull: legacy.bull.map(stated),
    bear: legacy.bear.map(stated),
    catalysts,
    risks,
    invalidations,
    publication: null,
  };
}

/** Percentage points of what is required that are covered; null where nobody knows. */
export const coverageOf = ({ report, run }: Pick<DossierView, 'report' | 'run'>): number | null =>
  report?.coverage.required_pct ?? run.required_pct;

type Baseline = DossierView['thesis_baselines'][number];

/** The active baseline that a run is held against: that of its portfolio, else the one for every portfolio. */
export function activeBaseline(
  baselines: readonly Baseline[],
  run: Pick<ResearchRunView, 'portfolio_id'>,
): Baseline | null {
  const active = baselines.filter(({ is_active }) => is_active);
  const own = active.find(({ portfolio_id }) => portfolio_id === run.portfolio_id);
  return own ?? active.find(({ portfolio_id }) => portfolio_id === null) ?? null;
}

/** The baseline that pinning a run would replace: the active one of the very same scope. */
export const replacedBaseline = (
  baselines: readonly Baseline[],
  { portfolio_id }: Pick<ResearchRunView, 'portfolio_id'>,
): Baseline | null => baselines.find((one) => one.is_active && one.portfolio_id === portfolio_id) ?? null;

/** The latest time that a run was pinned, whether it still stands or not; null where it never was. They come newest first. */
export const pinOf = (baselines: readonly Baseline[], runId: string): Baseline | null =>
  baselines.find(({ run_id }) => run_id === runId) ?? null;

export const isUnderWay = ({ status }: Pick<ResearchRunView, 'status'>): boolean =>
  status === 'queued' || status === 'running';
