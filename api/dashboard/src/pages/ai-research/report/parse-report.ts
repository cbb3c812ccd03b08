/**
 * What a dossier says of its report, read strictly. A report that does not keep to its form is not shown in part
 * (research/Dossier view rules 9).
 */
import type { Dossier } from '../../../api/types.ts';
import {
  count,
  date,
  filled,
  flag,
  instant,
  listOf,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Reader,
  text,
} from './parse.ts';
import {
  VALUATION_BASES,
  claim,
  confidence,
  peer,
  publication,
  rating,
  segment,
  source,
} from './parse-publication.ts';
import { ACTIONS, CLASSIFICATIONS } from './words.ts';

type LegacyReport = NonNullable<Dossier['legacy_report']>;
export type Removed = NonNullable<Dossier['removed']>;
/** A baseline; the moment it was pinned may be absent. */
export type Baseline = Omit<Dossier['thesis_baselines'][number], 'created_at'> & {
  created_at: string | null;
};

/** Everything of a dossier that comes from its report, or is thought of it since. */
export type ReportPart = Pick<
  Dossier,
  | 'report'
  | 'legacy_report'
  | 'report_problem'
  | 'why_this_rating'
  | 'valuation_basis'
  | 'segment_views'
  | 'peer_set'
  | 'claims'
  | 'figure_words'
  | 'sources'
  | 'removed'
  | 'comparisons'
  | 'outcomes'
> & { thesis_baselines: Baseline[] };

const strings = listOf(text);
const legacy = object<LegacyReport>({
  schema_version: optional(oneOf({ '1.0': true })),
  rating,
  action: oneOf(ACTIONS),
  confidence,
  thesis: text,
  bull: strings,
  bear: strings,
  catalysts: strings,
  risks: strings,
  invalidations: strings,
  why_this_rating: optional(orNull(text)),
  valuation_basis: optional(orNull(oneOf(VALUATION_BASES))),
  segment_views: optional(listOf(segment)),
  peer_set: optional(listOf(peer)),
});

const baseline = object<Baseline>({
  run_id: filled,
  portfolio_id: orNull(text),
  is_active: flag,
  created_at: (value, path) => optional(orNull(instant))(value, path) ?? null,
  replaced_at: orNull(instant),
});

const comparison = object<ReportPart['comparisons'][number]>({
  run_id: filled,
  baseline_run_id: orNull(text),
  classification: oneOf(CLASSIFICATIONS),
  reasons: strings,
  created_at: instant,
});

const outcome = object<ReportPart['outcomes'][number]>({
  horizon_days: count,
  from_day: date,
  to_day: date,
  return_pct: orNull(number()),
  reason: orNull(text),
  benchmark: orNull(text),
  benchmark_return_pct: orNull(number()),
  benchmark_reason: orNull(text),
  evaluated_at: instant,
});

const removed = object<Removed>({
  total: count,
  unsupported: count,
  items: listOf(object<Removed['items'][number]>({ place: filled, reason: filled, code: text })),
});

const FIELDS: { readonly [Key in keyof ReportPart]-?: Reader<ReportPart[Key]> } = {
  report: orNull(publication),
  legacy_report: orNull(legacy),
  report_problem: orNull(text),
  why_this_rating: orNull(text),
  // An empty one hides its chip as null does (research/Dossier view rules 8).
  valuation_basis: orNull((value, path) => (value === '' ? '' : oneOf(VALUATION_BASES)(value, path))),
  segment_views: orNull(listOf(segment)),
  peer_set: orNull(listOf(peer)),
  claims: listOf(claim),
  figure_words: listOf(
    object<ReportPart['figure_words'][number]>({ fact_id: filled, value_text: text, candidates: strings }),
  ),
  sources: listOf(source),
  removed: orNull(removed),
  thesis_baselines: listOf(baseline),
  comparisons: listOf(comparison),
  outcomes: listOf(outcome),
};

/** The report of a dossier and what goes with it. @throws ShapeMismatch, never a report that is read in part */
export function parseReportPart(dossier: object): ReportPart {
  const part = Object.fromEntries(
    Object.keys(FIELDS).map((key) => [key, (dossier as Record<string, unknown>)[key]]),
  );
  return object<ReportPart>(FIELDS)(part, 'dossier');
}
