/**
 * What a dossier says of its report, read strictly: the same shapes and bounds as the server has, of which TypeScript
 * checks the names and types. A report that does not keep to them is not shown in part (research/Dossier view rules 9).
 */
import type { Dossier } from '../../../api/types.ts';
import { AUTHORITIES, FAMILIES, MODES, PROVIDERS, RULES } from '../words.ts';
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
  textOf,
} from './parse.ts';
import { ACTIONS, CLASSIFICATIONS, LABELS, QA, RATINGS } from './words.ts';

export type Publication = NonNullable<Dossier['report']>;
export type LegacyReport = NonNullable<Dossier['legacy_report']>;
export type PublishedFact = Publication['facts'][number];
export type PublishedConflict = Publication['conflicts'][number];
export type PublishedSource = Publication['sources'][number];
export type Section = Publication['sections'][number];
export type Claim = Publication['claims'][number];
export type Segment = NonNullable<Dossier['segment_views']>[number];
export type Peer = NonNullable<Dossier['peer_set']>[number];
export type Basis = NonNullable<Dossier['valuation_basis']>;
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
  | 'comparisons'
  | 'outcomes'
> & { thesis_baselines: Baseline[] };

const MOST_WHY_WORDS = 60;
const SHAPES = { single: true, series: true, industry: true } as const;
const SCOPES: Readonly<Record<PublishedFact['scope'], true>> = {
  consolidated: true,
  standalone: true,
  company: true,
  market: true,
  segment: true,
  peer: true,
};
const REASONS: Readonly<Record<NonNullable<Section['coverage']['reason']>, true>> = {
  no_source_family: true,
  no_peer_data: true,
  no_segment_document: true,
  segment_attestation_failed: true,
  INSUFFICIENT_AUTHORITY_FOR_COVERAGE: true,
};
const SOURCE_CLASSES: Readonly<Record<PublishedSource['source_class'], true>> = {
  VERIFIED_INTERNAL: true,
  VERIFIED_FETCHED: true,
  DISCOVERED: true,
  UNAVAILABLE: true,
};
const SECTIONS: Readonly<Record<Section['id'], true>> = {
  business_profile: true,
  financial_performance: true,
  earnings_quality: true,
  balance_sheet: true,
  market_and_valuation: true,
  peers_and_sector: true,
  catalysts: true,
  guidance_and_outlook: true,
  news: true,
};
const BASES = {
  'PEG vs sector': true,
  'DCF stub': true,
  'SOTP via segment EBITDA': true,
  'Cyclical P/E band': true,
  'Structural re-rating thesis': true,
} as const satisfies Record<NonNullable<Publication['valuation_basis']>, true>;

const ids = listOf(filled);
const authority = oneOf(AUTHORITIES);
const rating = oneOf(RATINGS);
const confidence = orNull(number(0, 1));

const segment = object<Segment>({
  name: filled,
  revenue_share_pct: optional(number(0, 100)),
  thesis: filled,
  // One that is there and malformed is refused; it never becomes an empty list.
  catalysts: optional(listOf(filled)),
  risks: optional(listOf(filled)),
});

const peer = object<Peer>({
  symbol: filled,
  name: filled,
  rating,
  return_1y_pct: orNull(number()),
  rationale: filled,
});

const period = object<PublishedFact['period']>({ key: filled, start: orNull(text), end: filled });
const statement = object<Publication['bull'][number]>({ statement: filled, claim_ids: ids });

const section = object<Section>({
  id: oneOf(SECTIONS),
  title: filled,
  required: flag,
  paragraphs: listOf(object<Section['paragraphs'][number]>({ text: filled, claim_ids: ids })),
  coverage: object<Section['coverage']>({
    family: oneOf(FAMILIES),
    minimum: orNull(authority),
    achieved: orNull(authority),
    covered: flag,
    reason: orNull(oneOf(REASONS)),
  }),
  gaps: listOf(filled),
});

const fact = object<PublishedFact>({
  fact_id: filled,
  metric: filled,
  title: filled,
  scope: oneOf(SCOPES),
  scope_detail: orNull(text),
  period,
  unit: filled,
  value: filled,
  value_high: orNull(text),
  authority,
  label: oneOf(LABELS),
  is_validated: flag,
  source_ids: ids,
  derivation: orNull(
    object<NonNullable<PublishedFact['derivation']>>({ shape: oneOf(SHAPES), formula: filled, inputs: ids }),
  ),
});

const conflict = object<PublishedConflict>({
  fact_id: filled,
  title: filled,
  period,
  candidates: listOf(
    object<PublishedConflict['candidates'][number]>({
      value: filled,
      value_high: orNull(text),
      unit: filled,
      source_id: filled,
      authority,
      published_at: orNull(text),
    }),
  ),
  chosen: count,
  rule: oneOf(RULES),
  note: text,
});

const source = object<PublishedSource>({
  source_id: filled,
  provider: oneOf(PROVIDERS),
  publisher: filled,
  authority,
  source_class: oneOf(SOURCE_CLASSES),
  title: text,
  url: orNull(text),
  published_at: orNull(instant),
  fetched_at: instant,
  evidence_hash: filled,
});

const claim = object<Claim>({
  claim_id: filled,
  text: filled,
  label: oneOf(LABELS),
  fact_ids: ids,
  source_ids: ids,
});

const stage = object<Publication['stages'][number]>({
  stage: filled,
  lifecycle: filled,
  status: filled,
  detail: orNull(text),
  provider: orNull(text),
  model: orNull(text),
  input_tokens: orNull(count),
  output_tokens: orNull(count),
  cost_usd: orNull(number()),
  latency_ms: orNull(number()),
});

const publication = object<Publication>({
  schema_version: oneOf({ '2.0': true }),
  run_id: filled,
  mode: oneOf(MODES),
  as_of: instant,
  generated_at: instant,
  identity: object<Publication['identity']>({
    instrument_id: filled,
    symbol: filled,
    exchange: orNull(text),
    isin: orNull(text),
    company_name: filled,
    name_source: oneOf({ REGISTRY: true, PROFILE: true, TICKER: true }),
    sector: orNull(text),
    industry: orNull(text),
    currency: orNull(text),
  }),
  decision: object<Publication['decision']>({
    rating,
    action: oneOf(ACTIONS),
    confidence,
    horizon: orNull(text),
    overridden: flag,
    override_reason: orNull(text),
  }),
  thesis: filled,
  why_this_rating: orNull(textOf(MOST_WHY_WORDS)),
  valuation_basis: orNull(oneOf(BASES)),
  sections: listOf(section),
  bull: listOf(statement),
  bear: listOf(statement),
  catalysts: ids,
  risks: ids,
  invalidations: ids,
  segment_views: optional(listOf(segment)),
  peer_set: optional(listOf(peer)),
  committee: object<Publication['committee']>({
    disagreement: orNull(text),
    coverage_note: orNull(text),
    why_not: orNull(text),
    thesis_requirements: ids,
  }),
  facts: listOf(fact),
  conflicts: listOf(conflict),
  claims: listOf(claim),
  sources: listOf(source),
  coverage: object<Publication['coverage']>({
    required_pct: number(0, 100),
    verdict: oneOf({ SUFFICIENT: true, REVIEW_REQUIRED: true }),
  }),
  qa: object<Publication['qa']>({
    status: oneOf(QA),
    blocking_defects: listOf(
      object<Publication['qa']['blocking_defects'][number]>({ code: filled, path: text, message: filled }),
    ),
  }),
  stages: listOf(stage),
  cost_usd_total: orNull(number()),
  payload_hash: filled,
});

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
  valuation_basis: optional(orNull(oneOf(BASES))),
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

const FIELDS: { readonly [Key in keyof ReportPart]-?: Reader<ReportPart[Key]> } = {
  report: orNull(publication),
  legacy_report: orNull(legacy),
  report_problem: orNull(text),
  why_this_rating: orNull(text),
  // An empty one hides its chip as null does (research/Dossier view rules 8).
  valuation_basis: orNull((value, path) => (value === '' ? '' : oneOf(BASES)(value, path))),
  segment_views: orNull(listOf(segment)),
  peer_set: orNull(listOf(peer)),
  claims: listOf(claim),
  figure_words: listOf(
    object<ReportPart['figure_words'][number]>({ fact_id: filled, value_text: text, candidates: strings }),
  ),
  sources: listOf(source),
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
