import type { Authority, ClaimLabel, EvidenceFamily } from './authority.ts';
import type { MetricId } from './metrics.ts';
import type { Scope } from './packet.ts';

/**
 * A period by its canonical key: `FY2026`, `FY2026Q1`, `FY2026H1`, `FY2026M9` (nine months), `FY2022-FY2026`, `TTM`,
 * `LATEST`, a day, or `2025-04-02/2025-09-30` for a span that fits none of them. A stock at the end of a year or a quarter has
 * the key of that year or quarter.
 */
export interface Period {
  key: string;
  start: string | null;
  end: string;
}

/** A figure that stands for one metric, scope and period. */
export interface Fact {
  /** `{metric}.{scope}.{period}` in lower case: `revenue.consolidated.fy2026`. */
  fact_id: string;
  metric: MetricId;
  scope: Scope;
  scope_detail: string | null;
  period: Period;
  unit: string;
  /** Exact decimal text for what a source states; 15 significant digits for what is calculated. Never empty. */
  value: string;
  value_high: string | null;
  authority: Authority;
  label: ClaimLabel;
  /** False where its authority is below its family's minimum: it is shown, and covers nothing. */
  is_validated: boolean;
  source_ids: readonly string[];
  /** Where in the first source. */
  locator: string;
  published_at: string | null;
  /** How it was derived; null for what a source states. */
  derivation: { shape: 'single' | 'series' | 'industry'; formula: string; inputs: readonly string[] } | null;
  notes: readonly string[];
}

/** By which rule one of several candidates was chosen. */
export const CONFLICT_RULES = [
  'HIGHER_AUTHORITY',
  'LATEST_REVISION',
  'REPORTED_OVER_DERIVED',
  'FIRST_SEEN',
] as const;
export type ConflictRule = (typeof CONFLICT_RULES)[number];

interface ConflictCandidate {
  value: string;
  value_high: string | null;
  unit: string;
  source_id: string;
  authority: Authority;
  published_at: string | null;
  filing: string | null;
  locator: string;
}

/** Figures for one thing that truly differ: every one is kept. */
export interface FactConflict {
  fact_id: string;
  metric: MetricId;
  scope: Scope;
  scope_detail: string | null;
  period: Period;
  candidates: readonly ConflictCandidate[];
  /** Index in `candidates`. */
  chosen: number;
  rule: ConflictRule;
  /** What a reader should know: restated, on other shares, another definition. */
  note: string;
}

export const COVERAGE_REASONS = [
  'no_source_family',
  'no_peer_data',
  'no_segment_document',
  'segment_attestation_failed',
  'INSUFFICIENT_AUTHORITY_FOR_COVERAGE',
] as const;
export type CoverageReason = (typeof COVERAGE_REASONS)[number];

/** Whether one thing that a dossier must answer has the evidence for it. */
export interface CoverageRow {
  obligation: string;
  title: string;
  /** Section of the dossier. */
  section: string;
  family: EvidenceFamily;
  is_required: boolean;
  minimum: Authority | null;
  /** The best authority found; null for none. */
  achieved: Authority | null;
  is_covered: boolean;
  /** Why it is not; null where it is. */
  reason: CoverageReason | null;
  /** In words, with what to do about it. */
  detail: string;
  fact_ids: readonly string[];
  /** The same before derivation. */
  before: { is_covered: boolean; reason: CoverageReason | null };
}

export interface Coverage {
  rows: readonly CoverageRow[];
  /** Required rows that are covered, of all required ones, in percent points. */
  required_pct: number;
  /** REVIEW_REQUIRED while a required section is below its minimum; SUFFICIENT otherwise. */
  verdict: 'SUFFICIENT' | 'REVIEW_REQUIRED';
}

/** Everything that is known, before any model is asked. */
export interface FactLedger {
  facts: readonly Fact[];
  conflicts: readonly FactConflict[];
  /** Figures that a source has without a usable value, with the reason. */
  unavailable: readonly {
    metric: MetricId;
    scope: Scope;
    period: Period;
    source_id: string;
    reason: string;
  }[];
  coverage: Coverage;
  /** Packets whose hash did not hold. */
  hash_mismatch: number;
}
