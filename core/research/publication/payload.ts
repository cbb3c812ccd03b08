import * as yup from 'yup';
import {
  flag,
  instant,
  instantOrNull,
  listOf,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import {
  AUTHORITIES,
  CLAIM_LABELS,
  CONFLICT_RULES,
  COVERAGE_REASONS,
  EVIDENCE_FAMILIES,
  PROVIDERS,
  RUN_MODES,
  SCOPES,
  SOURCE_CLASSES,
} from '../port/index.ts';
import { ACTIONS, MOST_WHY_WORDS, RATINGS, VALUATION_BASES } from './ratings.ts';
import { SECTION_IDS } from './sections.ts';

/** The version of the form; a payload of another is read as an older report. */
export const SCHEMA_VERSION = '2.0';

const isFinite = (value: number | null | undefined): boolean =>
  value === null || value === undefined || Number.isFinite(value);
/** Numbers of a report are finite or null. */
const finite = yup.number().test('finite', '${path} must be a finite number', isFinite).required();
const finiteOrNull = yup
  .number()
  .test('finite', '${path} must be a finite number', isFinite)
  .nullable()
  .defined();
const count = whole.min(0);
const filled = text.test('filled', '${path} must not be empty', (value) => value.trim() !== '');
const ids = listOf(filled);

export const QA_STATUSES = ['PASS', 'FAIL', 'UNAVAILABLE'] as const;
export type QaStatus = (typeof QA_STATUSES)[number];

const defectView = view({
  /** In capitals, such as UNSUPPORTED_NUMBER. */
  code: filled,
  /** Where in the payload, such as sections.catalysts.paragraphs.0; empty for the whole. */
  path: text,
  /** For people. */
  message: filled,
});
export type Defect = ViewOf<typeof defectView>;

/** A paragraph, with the claims that it rests on. */
const paragraph = view({ text: filled, claim_ids: ids });
const statement = view({ statement: filled, claim_ids: ids });

const sectionCoverage = view({
  family: oneOf(...EVIDENCE_FAMILIES),
  minimum: oneOfOrNull(...AUTHORITIES),
  achieved: oneOfOrNull(...AUTHORITIES),
  covered: flag,
  reason: oneOfOrNull(...COVERAGE_REASONS),
});

const section = view({
  id: oneOf(...SECTION_IDS),
  title: filled,
  required: flag,
  paragraphs: listOf(paragraph),
  coverage: sectionCoverage,
  /** What is missing, in words. */
  gaps: listOf(filled),
});

/** Strings of a list that may be left out; a list that is there and malformed is refused (research/Report). */
const optionalStrings = yup.array<yup.AnyObject, string>(filled).optional();

export const segmentView = yup
  .object({
    name: filled,
    revenue_share_pct: yup
      .number()
      .min(0)
      .max(100)
      .test('finite', '${path} must be a finite number', isFinite)
      .optional(),
    thesis: filled,
    catalysts: optionalStrings,
    risks: optionalStrings,
  })
  .noUnknown()
  .required();
export type SegmentView = ViewOf<typeof segmentView>;

export const peerRef = view({
  symbol: filled,
  name: filled,
  rating: oneOf(...RATINGS),
  /** Percent points. */
  return_1y_pct: finiteOrNull,
  rationale: filled,
});
export type PeerRef = ViewOf<typeof peerRef>;

const period = view({ key: filled, start: textOrNull, end: filled });

export const publishedFact = view({
  fact_id: filled,
  metric: filled,
  title: filled,
  scope: oneOf(...SCOPES),
  scope_detail: textOrNull,
  period,
  unit: filled,
  /** Exact decimal text. */
  value: filled,
  value_high: textOrNull,
  authority: oneOf(...AUTHORITIES),
  label: oneOf(...CLAIM_LABELS),
  is_validated: flag,
  source_ids: ids,
  derivation: view({ shape: oneOf('single', 'series', 'industry'), formula: filled, inputs: ids })
    .nullable()
    .defined(),
});

export const publishedConflict = view({
  fact_id: filled,
  title: filled,
  period,
  candidates: listOf(
    view({
      value: filled,
      value_high: textOrNull,
      unit: filled,
      source_id: filled,
      authority: oneOf(...AUTHORITIES),
      published_at: textOrNull,
    }),
  ),
  /** Which candidate stands, counted from 0. */
  chosen: count,
  rule: oneOf(...CONFLICT_RULES),
  note: text,
});

export const publishedSource = view({
  source_id: filled,
  provider: oneOf(...PROVIDERS),
  publisher: filled,
  authority: oneOf(...AUTHORITIES),
  source_class: oneOf(...SOURCE_CLASSES),
  title: text,
  url: textOrNull,
  published_at: instantOrNull,
  fetched_at: instant,
  evidence_hash: filled,
});

export const claimView = view({
  claim_id: filled,
  text: filled,
  label: oneOf(...CLAIM_LABELS),
  fact_ids: ids,
  source_ids: ids,
});
export type Claim = ViewOf<typeof claimView>;

const stage = view({
  stage: filled,
  /** Its name in the lifecycle of thirteen stages. */
  lifecycle: filled,
  status: filled,
  detail: textOrNull,
  provider: textOrNull,
  model: textOrNull,
  /** Null where no model was asked, or nobody said. */
  input_tokens: count.nullable().defined(),
  output_tokens: count.nullable().defined(),
  cost_usd: finiteOrNull,
  latency_ms: finiteOrNull,
});

/** What a run publishes: strict, so an unknown key is an error (research/Publication payloads, decisions/Publication V2). */
export const publicationView = yup
  .object({
    schema_version: oneOf(SCHEMA_VERSION),
    run_id: filled,
    mode: oneOf(...RUN_MODES),
    /** The moment that its evidence is of. */
    as_of: instant,
    generated_at: instant,
    identity: view({
      instrument_id: filled,
      symbol: filled,
      exchange: textOrNull,
      isin: textOrNull,
      company_name: filled,
      name_source: oneOf('REGISTRY', 'PROFILE', 'TICKER'),
      sector: textOrNull,
      industry: textOrNull,
      currency: textOrNull,
    }),
    decision: view({
      rating: oneOf(...RATINGS),
      action: oneOf(...ACTIONS),
      /** 0 to 1; null where nobody said. */
      confidence: yup
        .number()
        .min(0)
        .max(1)
        .test('finite', '${path} must be a finite number', isFinite)
        .nullable()
        .defined(),
      horizon: textOrNull,
      /** The rating is not the committee’s. */
      overridden: flag,
      override_reason: textOrNull,
    }),
    thesis: filled,
    why_this_rating: textOrNull.test(
      'words',
      `\${path} may have at most ${MOST_WHY_WORDS} words`,
      (value) => value === null || value === undefined || value.trim().split(/\s+/).length <= MOST_WHY_WORDS,
    ),
    valuation_basis: oneOfOrNull(...VALUATION_BASES),
    sections: listOf(section),
    bull: listOf(statement),
    bear: listOf(statement),
    catalysts: listOf(filled),
    risks: listOf(filled),
    invalidations: listOf(filled),
    segment_views: yup.array<yup.AnyObject, SegmentView>(segmentView).optional(),
    peer_set: yup.array<yup.AnyObject, PeerRef>(peerRef).optional(),
    committee: view({
      disagreement: textOrNull,
      coverage_note: textOrNull,
      why_not: textOrNull,
      thesis_requirements: listOf(filled),
    }),
    /** Those that claims cite, with what they were worked out from. */
    facts: listOf(publishedFact),
    /** Of these facts, with every candidate and the rule that chose. */
    conflicts: listOf(publishedConflict),
    claims: listOf(claimView),
    /** Those that facts and claims rest on. */
    sources: listOf(publishedSource),
    coverage: view({
      /** Percent points of the required rows that are covered. */
      required_pct: finite.min(0).max(100),
      verdict: oneOf('SUFFICIENT', 'REVIEW_REQUIRED'),
    }),
    qa: view({ status: oneOf(...QA_STATUSES), blocking_defects: listOf(defectView) }),
    stages: listOf(stage),
    /** Notional, by list price; null where a call was not priced. */
    cost_usd_total: finiteOrNull,
    payload_hash: filled,
  })
  .noUnknown()
  .required();
export type Publication = ViewOf<typeof publicationView>;

/**
 * A payload as it is stored or given.
 * @throws yup.ValidationError for whatever does not keep to the form, an unknown key among it
 */
export function parsePublication(value: unknown): Publication {
  return publicationView.validateSync(value, { strict: true });
}
