import {
  dateOrNull,
  flag,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  pageOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
  wholeOrNull,
} from '../../platform/schema/index.ts';
import {
  AUTHORITIES,
  CLAIM_LABELS,
  CONFLICT_RULES,
  COVERAGE_REASONS,
  EVIDENCE_FAMILIES,
  PROVIDERS,
  RUN_MODES,
  SOURCE_CLASSES,
} from '../port/index.ts';
import { ROUTES, RUN_STATUSES, STAGE_STATUSES } from './status.ts';

const nullable = <T extends string>(...words: readonly T[]) =>
  oneOf(...words)
    .nullable()
    .defined();

/** What asking for a run answers. */
export const researchStartedView = view({
  run_id: text,
  status: oneOf(...RUN_STATUSES),
  estimated_cost_usd: number,
});
export type ResearchStartedView = ViewOf<typeof researchStartedView>;

/** A run in the list. */
export const researchRunView = view({
  run_id: text,
  symbol: text,
  company_name: textOrNull,
  instrument_id: text,
  route: oneOf(...ROUTES),
  mode: oneOf(...RUN_MODES),
  cutoff: instantOrNull,
  /** The moment that its evidence is of; null before it began. */
  as_of: instantOrNull,
  status: oneOf(...RUN_STATUSES),
  /** The current or the last stage. */
  stage: textOrNull,
  /** The same for reading. */
  stage_title: textOrNull,
  stages_done: whole,
  stages: whole,
  /** What went wrong or is missing, in words. */
  error: textOrNull,
  /** Whether the evidence is enough; null before that is known. */
  verdict: nullable('SUFFICIENT', 'REVIEW_REQUIRED'),
  /** Percentage points of the required rows that are covered. */
  required_pct: numberOrNull,
  portfolio_id: textOrNull,
  retry_of: textOrNull,
  /** Cancelling was asked for, and the stage under way has yet to end. */
  cancel_requested: flag,
  created_at: instant,
  started_at: instantOrNull,
  updated_at: instant,
  finished_at: instantOrNull,
});
export type ResearchRunView = ViewOf<typeof researchRunView>;
export const researchListView = pageOf(researchRunView);

export const researchStageView = view({
  stage: text,
  /** For reading. */
  title: text,
  nr: whole,
  /** Its name in the lifecycle of thirteen stages. */
  lifecycle: text,
  status: oneOf(...STAGE_STATUSES),
  attempts: whole,
  /** What it brought, or why it did not. */
  detail: textOrNull,
  /** Taken from an earlier run whose inputs were the same. */
  is_cached: flag,
  started_at: instantOrNull,
  finished_at: instantOrNull,
});
export type ResearchStageView = ViewOf<typeof researchStageView>;

export const packetView = view({
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

const period = view({ key: text, start: dateOrNull, end: text });

export const factView = view({
  fact_id: text,
  metric: text,
  title: text,
  scope: text,
  scope_detail: textOrNull,
  period,
  unit: text,
  /** Exact decimal text. */
  value: text,
  value_high: textOrNull,
  authority: oneOf(...AUTHORITIES),
  label: oneOf(...CLAIM_LABELS),
  is_validated: flag,
  source_ids: listOf(text),
  locator: text,
  published_at: instantOrNull,
  derivation: view({ shape: oneOf('single', 'series', 'industry'), formula: text, inputs: listOf(text) })
    .nullable()
    .defined(),
  notes: listOf(text),
});

export const conflictView = view({
  fact_id: text,
  title: text,
  period,
  candidates: listOf(
    view({
      value: text,
      value_high: textOrNull,
      unit: text,
      source_id: text,
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

export const coverageView = view({
  obligation: text,
  title: text,
  section: text,
  family: oneOf(...EVIDENCE_FAMILIES),
  is_required: flag,
  minimum: nullable(...AUTHORITIES),
  achieved: nullable(...AUTHORITIES),
  is_covered: flag,
  reason: nullable(...COVERAGE_REASONS),
  /** In words, with what to do about it. */
  detail: text,
  fact_ids: listOf(text),
  before: view({ is_covered: flag, reason: nullable(...COVERAGE_REASONS) }),
});

/** A run with all that it found. */
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
  cost: view({ estimated_usd: number, estimated_reason: text, spent_usd: number, limit_usd: number }),
  stages: listOf(researchStageView),
  packets: listOf(packetView),
  facts: listOf(factView),
  conflicts: listOf(conflictView),
  coverage: listOf(coverageView),
  /** Figures that a source has without a usable value. */
  unavailable: listOf(view({ title: text, scope: text, period, source_id: text, reason: text })),
  /** What was found and is no evidence. */
  refused: listOf(view({ provider: text, source_id: text, reason: text, detail: text })),
  /** Sources that did not give what they were asked for. */
  failures: listOf(view({ provider: text, kind: text, message: text })),
  /** Packets whose hash did not hold; null before that was looked at. */
  hash_mismatch: wholeOrNull,
});
export type DossierView = ViewOf<typeof dossierView>;

/** Whether research is switched on here, and what is left of today's runs. */
export const researchStateView = view({
  is_enabled: flag,
  is_worker_enabled: flag,
  is_schedule_enabled: flag,
  is_outcome_enabled: flag,
  /** What is switched off that would be needed, with the setting that switches it on; null where nothing is. */
  message: textOrNull,
  daily_run_limit: whole,
  runs_today: whole,
  waiting: whole,
  sources: listOf(text),
});
export type ResearchStateView = ViewOf<typeof researchStateView>;
