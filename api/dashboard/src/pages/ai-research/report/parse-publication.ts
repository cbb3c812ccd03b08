/**
 * The payload of a report, read strictly: the same shapes and bounds as the server has, of which TypeScript checks the names
 * and types (research/Dossier view rules 9).
 */
import type { Dossier } from '../../../api/types.ts';
import { AUTHORITIES, FAMILIES, MODES, PROVIDERS, RULES } from '../words.ts';
import {
  count,
  filled,
  flag,
  instant,
  listOf,
  number,
  object,
  oneOf,
  optional,
  orNull,
  text,
  textOf,
} from './parse.ts';
import { ACTIONS, LABELS, QA, RATINGS } from './words.ts';

export type Publication = NonNullable<Dossier['report']>;
export type PublishedFact = Publication['facts'][number];
export type PublishedConflict = Publication['conflicts'][number];
export type PublishedSource = Publication['sources'][number];
export type Section = Publication['sections'][number];
export type Claim = Publication['claims'][number];
export type Segment = NonNullable<Dossier['segment_views']>[number];
export type Peer = NonNullable<Dossier['peer_set']>[number];

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
export const VALUATION_BASES = {
  'PEG vs sector': true,
  'DCF stub': true,
  'SOTP via segment EBITDA': true,
  'Cyclical P/E band': true,
  'Structural re-rating thesis': true,
} as const satisfies Record<NonNullable<Publication['valuation_basis']>, true>;

const ids = listOf(filled);
const authority = oneOf(AUTHORITIES);
export const rating = oneOf(RATINGS);
export const confidence = orNull(number(0, 1));

export const segment = object<Segment>({
  name: filled,
  revenue_share_pct: optional(number(0, 100)),
  thesis: filled,
  // One that is there and malformed is refused; it never becomes an empty list.
  catalysts: optional(listOf(filled)),
  risks: optional(listOf(filled)),
});

export const peer = object<Peer>({
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

export const source = object<PublishedSource>({
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

export const claim = object<Claim>({
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

export const publication = object<Publication>({
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
  valuation_basis: orNull(oneOf(VALUATION_BASES)),
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
