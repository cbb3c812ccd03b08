import {
  dateOrNull,
  flag,
  instant,
  instantOrNull,
  listOf,
  oneOf,
  oneOfOrNull,
  pageOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
  wholeOrNull,
} from '../../../platform/schema/index.ts';
import {
  AUTHORITIES,
  CLAIM_LABELS,
  CONFLICT_RULES,
  COVERAGE_REASONS,
  EVIDENCE_FAMILIES,
  PROVIDERS,
  SOURCE_CLASSES,
} from '../../port/index.ts';
import { researchRunView, researchStageView } from '../view.ts';
import { REPORT_FIELDS } from './report-view.ts';
import { runCostView } from './run-cost.ts';

const packetView = view({
  source_id: text,
  provider: oneOf(...PROVIDERS),
  publisher: text,
  authority: oneOf(...AUTHORITIES),
  source_class: oneOf(...SOURCE_CLASSES),
  title: text,
  url: textOrNull,
  published_at: instantOrNull,
  published_precision: oneOf('INSTANT', 'DAY', 'UNKNOWN'),
  fetched_at: instant,
  origin: oneOf('NETWORK', 'FILE', 'KEPT'),
  evidence_hash: text,
  /** How many figures and passages it holds. */
  observations: whole,
  passages: whole,
  notes: listOf(text),
});
export type PacketView = ViewOf<typeof packetView>;

const period = view({ key: text, start: dateOrNull, end: text });

/** A packet as a fact or a conflict names it. */
const namedSource = view({
  source_id: text,
  publisher: text,
  title: text,
  url: textOrNull,
  published_at: instantOrNull,
});
export type NamedSource = ViewOf<typeof namedSource>;

const factView = view({
  fact_id: text,
  metric: text,
  title: text,
  family: oneOf(...EVIDENCE_FAMILIES),
  scope: text,
  scope_detail: textOrNull,
  period,
  unit: text,
  /** Exact decimal text. */
  value: text,
  value_high: textOrNull,
  /** For reading: `₹1,169 crore`, `18.25`. */
  value_text: text,
  authority: oneOf(...AUTHORITIES),
  label: oneOf(...CLAIM_LABELS),
  is_validated: flag,
  source_ids: listOf(text),
  /** Those of its sources that are packets of the run. */
  sources: listOf(namedSource),
  locator: text,
  published_at: instantOrNull,
  derivation: view({ shape: oneOf('single', 'series', 'industry'), formula: text, inputs: listOf(text) })
    .nullable()
    .defined(),
  notes: listOf(text),
});

export type FactView = ViewOf<typeof factView>;

const conflictView = view({
  fact_id: text,
  metric: text,
  title: text,
  scope: text,
  scope_detail: textOrNull,
  period,
  candidates: listOf(
    view({
      value: text,
      value_high: textOrNull,
      /** For reading. Where two of them would read the same, the exact figures. */
      value_text: text,
      unit: text,
      source_id: text,
      /** Null for what is derived. */
      source: namedSource.nullable().defined(),
      authority: oneOf(...AUTHORITIES),
      published_at: textOrNull,
      filing: textOrNull,
      locator: text,
    }),
  ),
  /** Which candidate stands, counted from 0. */
  chosen: whole,
  rule: oneOf(...CONFLICT_RULES),
  note: text,
});

export type ConflictView = ViewOf<typeof conflictView>;

const coverageView = view({
  obligation: text,
  title: text,
  section: text,
  family: oneOf(...EVIDENCE_FAMILIES),
  is_required: flag,
  minimum: oneOfOrNull(...AUTHORITIES),
  achieved: oneOfOrNull(...AUTHORITIES),
  is_covered: flag,
  reason: oneOfOrNull(...COVERAGE_REASONS),
  /** In words, with what to do about it. */
  detail: text,
  fact_ids: listOf(text),
  before: view({ is_covered: flag, reason: oneOfOrNull(...COVERAGE_REASONS) }),
});

/** A figure that a source has without a usable value. */
const unavailableView = view({ title: text, scope: text, period, source_id: text, reason: text });
export type UnavailableView = ViewOf<typeof unavailableView>;

/** A source as it is on record: used, refused as no evidence, or one that did not give what it was asked for. */
const sourceView = view({
  provider: oneOf(...PROVIDERS),
  source_id: text,
  outcome: oneOf('USED', 'REFUSED', 'FAILED'),
  reason: textOrNull,
  detail: text,
});
export type SourceView = ViewOf<typeof sourceView>;

export const factsPage = pageOf(factView);
export const packetsPage = pageOf(packetView);
export const conflictsPage = pageOf(conflictView);
export const unavailablePage = pageOf(unavailableView);
export const sourcesPage = pageOf(sourceView);

/** A run with what it found: the first of each list, and how many there are. The lists have routes of their own. */
export const dossierView = view({
  run: researchRunView,
  subject: view({
    instrument_id: text,
    symbol: text,
    exchange: textOrNull,
    isin: textOrNull,
    name: textOrNull,
    sector: textOrNull,
    industry: textOrNull,
    currency: textOrNull,
  }),
  cost: runCostView,
  stages: listOf(researchStageView),
  ...REPORT_FIELDS,
  /** How many there are of each; the lists below are their beginnings. */
  totals: view({
    packets: whole,
    facts: whole,
    conflicts: whole,
    unavailable: whole,
    refused: whole,
    failures: whole,
  }),
  packets: listOf(packetView),
  facts: listOf(factView),
  conflicts: listOf(conflictView),
  coverage: listOf(coverageView),
  /** Figures that a source has without a usable value. */
  unavailable: listOf(unavailableView),
  /** What was found and is no evidence. */
  refused: listOf(view({ provider: text, source_id: text, reason: text, detail: text })),
  /** Sources that did not give what they were asked for. */
  failures: listOf(view({ provider: text, kind: text, message: text })),
  /** Packets whose hash did not hold; null before that was looked at. */
  hash_mismatch: wholeOrNull,
});
export type DossierView = ViewOf<typeof dossierView>;
