import {
  date,
  flag,
  instant,
  instantOrNull,
  listOf,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../../platform/schema/index.ts';
import {
  claimView,
  legacyReportView,
  peerRef,
  publicationView,
  publishedSource,
  segmentView,
} from '../../publication/index.ts';
import { CLASSIFICATIONS } from '../status.ts';
import { removedView } from './removed-words.ts';

/** A run that stands, or stood, as the baseline of its share. */
const BASELINE_FIELDS = {
  run_id: text,
  /** Null: it holds for every portfolio without a baseline of its own. */
  portfolio_id: textOrNull,
  is_active: flag,
  created_at: instant,
  /** When it was replaced or unpinned. */
  replaced_at: instantOrNull,
};
export const baselineView = view(BASELINE_FIELDS);
export type BaselineView = ViewOf<typeof baselineView>;

/** A run that was asked to be unpinned. */
export const unpinnedView = view({
  ...BASELINE_FIELDS,
  /** False where it had been replaced or unpinned before, so that nothing was changed. */
  was_active: flag,
});
export type UnpinnedView = ViewOf<typeof unpinnedView>;

/** How a run stands against the baseline of its share. */
const comparisonView = view({
  run_id: text,
  /** Null where there was none. */
  baseline_run_id: textOrNull,
  classification: oneOf(...CLASSIFICATIONS),
  /** For people. */
  reasons: listOf(text),
  created_at: instant,
});
/** How a share did after its dossier. */
const outcomeView = view({
  /** Sessions: 5, 20 or 60. */
  horizon_days: whole,
  from_day: date,
  to_day: date,
  /** Percentage points, by adjusted closes. */
  return_pct: numberOrNull,
  /** Why it is unknown. */
  reason: textOrNull,
  /** The index beside it; null where none belongs to the share. */
  benchmark: textOrNull,
  benchmark_return_pct: numberOrNull,
  benchmark_reason: textOrNull,
  evaluated_at: instant,
});
/** A figure of the report for reading: `₹1,169 crore`, `18.25`. Its exact text is in the report. */
const figureWordsView = view({
  fact_id: text,
  value_text: text,
  /** Where sources differ on it: the figure of each, in the order of the report. */
  candidates: listOf(text),
});
export type FigureWordsView = ViewOf<typeof figureWordsView>;

/** What a run published, what is thought of it since, and how it turned out: a part of its dossier. */
export const REPORT_FIELDS = {
  /** The whole payload; null before it is written, and for reports of the first version. */
  report: publicationView.nullable().defined(),
  /** A report of the first version. */
  legacy_report: legacyReportView.nullable().defined(),
  /** Why what is stored cannot be read as either; null where it can. */
  report_problem: textOrNull,
  why_this_rating: textOrNull,
  valuation_basis: textOrNull,
  /** Null where the report has none. */
  segment_views: listOf(segmentView).nullable().defined(),
  peer_set: listOf(peerRef).nullable().defined(),
  claims: listOf(claimView),
  /** Of each fact of the report. */
  figure_words: listOf(figureWordsView),
  /** The sources of the report; those of the run are among its packets. */
  sources: listOf(publishedSource),
  /** What checks took out of the words of models; null where there is no report of this version. */
  removed: removedView.nullable().defined(),
  /** Of the share, the newest first. */
  thesis_baselines: listOf(baselineView),
  /** Of the share, the newest first: that of this run among them. */
  comparisons: listOf(comparisonView),
  /** Of this run. */
  outcomes: listOf(outcomeView),
};
const reportPart = view(REPORT_FIELDS);
export type ReportPart = ViewOf<typeof reportPart>;
