import { Model } from 'objection';
import type { Decimal } from '../../platform/index.ts';
import type {
  Authority,
  ConflictRule,
  CoverageRow,
  EvidencePacket,
  EvidenceProviderName,
  Fact,
  FactConflict,
  FactLedger,
  ResearchSubject,
  RunMode,
} from '../port/index.ts';
import type { QaStatus } from '../publication/index.ts';
import type { Classification, ResearchRoute, ResearchStatus, StageStatus } from './status.ts';
import type { StageName } from './stages.ts';

/** Caps of cost and tokens, as they were when a run was accepted. */
export interface RunLimits {
  max_cost_usd: number;
  max_input_tokens: number;
  max_output_tokens: number;
  timeout_sec: number;
  max_retries: number;
  peer_count: number;
}

export class ResearchRunModel extends Model {
  static override tableName = 'research.ai_research_runs';
  static override jsonAttributes = ['subject', 'limits', 'unavailable'];
  declare id: string;
  declare owner_user_id: string;
  declare route: ResearchRoute;
  declare mode: RunMode;
  declare cutoff: Date | null;
  declare as_of: Date | null;
  declare status: ResearchStatus;
  declare stage: StageName | null;
  declare error: string | null;
  declare symbol: string;
  declare instrument_id: string;
  declare subject: ResearchSubject;
  declare portfolio_id: string | null;
  declare retry_of: string | null;
  declare accepted_on: string;
  declare estimated_cost_usd: Decimal;
  declare cost_usd: Decimal;
  declare limits: RunLimits;
  declare verdict: 'SUFFICIENT' | 'REVIEW_REQUIRED' | null;
  declare required_pct: number | null;
  declare hash_mismatch: number | null;
  declare unavailable: FactLedger['unavailable'] | null;
  declare cancel_requested: boolean;
  declare reclaims: number;
  declare epoch: number;
  declare lease_until: Date | null;
  declare created_at: Date;
  declare started_at: Date | null;
  declare updated_at: Date;
  declare finished_at: Date | null;
}

class OfRunModel extends Model {
  declare run_id: string;
  declare owner_user_id: string;
}

export class ResearchStageModel extends OfRunModel {
  static override tableName = 'research.ai_research_stages';
  static override idColumn = ['run_id', 'stage'];
  declare stage: StageName;
  declare nr: number;
  declare lifecycle: string;
  declare status: StageStatus;
  declare attempts: number;
  declare detail: string | null;
  declare code: string | null;
  declare input_hash: string | null;
  declare is_cached: boolean;
  declare provider: string | null;
  declare model: string | null;
  declare input_tokens: string | null;
  declare output_tokens: string | null;
  declare cost_usd: Decimal | null;
  declare latency_ms: number | null;
  declare started_at: Date | null;
  declare finished_at: Date | null;
}

export class EvidenceSourceModel extends OfRunModel {
  static override tableName = 'research.ai_research_evidence_sources';
  declare id: string;
  declare source_key: string;
  declare provider: EvidenceProviderName;
  declare outcome: 'USED' | 'REFUSED' | 'FAILED';
  declare reason: string | null;
  declare detail: string;
  declare recorded_at: Date;
}

export class PacketModel extends OfRunModel {
  static override tableName = 'research.ai_research_packets';
  static override jsonAttributes = ['content'];
  declare id: string;
  declare source_id: string;
  declare authority: Authority;
  declare evidence_hash: string;
  declare fetched_at: Date;
  declare content: EvidencePacket;
}

export class FactModel extends OfRunModel {
  static override tableName = 'research.ai_research_facts';
  static override jsonAttributes = ['period', 'source_ids', 'derivation', 'notes'];
  declare id: string;
  declare nr: number;
  declare fact_id: Fact['fact_id'];
  declare metric: Fact['metric'];
  declare scope: Fact['scope'];
  declare scope_detail: string | null;
  declare period: Fact['period'];
  declare unit: string;
  declare value: string;
  declare value_high: string | null;
  declare authority: Authority;
  declare label: Fact['label'];
  declare is_validated: boolean;
  declare source_ids: string[];
  declare locator: string;
  declare published_at: Date | null;
  declare derivation: Fact['derivation'];
  declare notes: string[];
}

export class ConflictModel extends OfRunModel {
  static override tableName = 'research.ai_research_conflicts';
  static override idColumn = ['run_id', 'fact_id'];
  static override jsonAttributes = ['content'];
  declare fact_id: string;
  declare nr: number;
  declare rule: ConflictRule;
  declare content: FactConflict;
}

export class CoverageModel extends OfRunModel {
  static override tableName = 'research.ai_research_coverage';
  static override idColumn = ['run_id', 'obligation'];
  static override jsonAttributes = ['content'];
  declare obligation: string;
  declare nr: number;
  declare content: CoverageRow;
}

export class StageOutputModel extends OfRunModel {
  static override tableName = 'research.ai_research_stage_outputs';
  static override idColumn = ['run_id', 'stage'];
  static override jsonAttributes = ['prompt', 'output'];
  declare stage: StageName;
  declare prompt_version: string;
  declare prompt: unknown;
  declare output: unknown;
  declare created_at: Date;
}

export class StageCallModel extends OfRunModel {
  static override tableName = 'research.ai_research_stage_calls';
  declare id: string;
  declare stage: StageName;
  declare provider: string;
  declare model: string;
  declare counted_usd: Decimal;
  declare counted_tokens: string;
  declare input_tokens: string | null;
  declare output_tokens: string | null;
  declare cost_usd: Decimal | null;
  declare begun_at: Date;
  declare settled_at: Date | null;
}

export class ReportModel extends OfRunModel {
  static override tableName = 'research.ai_research_reports';
  static override idColumn = 'run_id';
  static override jsonAttributes = ['payload_json', 'struck'];
  declare schema_version: string;
  declare payload_json: unknown;
  declare payload_hash: string;
  /** What was taken out of the words of models. */
  declare struck: unknown;
  declare qa_status: QaStatus;
  /** Worked out by the database from the payload. */
  declare readonly rating: string | null;
  declare created_at: Date;
}

export class BaselineModel extends OfRunModel {
  static override tableName = 'research.ai_thesis_baselines';
  declare id: string;
  declare instrument_id: string;
  declare portfolio_id: string | null;
  declare is_active: boolean;
  declare created_at: Date;
  declare replaced_at: Date | null;
}

export class ComparisonModel extends OfRunModel {
  static override tableName = 'research.ai_thesis_comparisons';
  static override jsonAttributes = ['reasons'];
  declare id: string;
  declare baseline_id: string | null;
  declare classification: Classification;
  declare reasons: string[];
  declare created_at: Date;
}

export class OutcomeModel extends OfRunModel {
  static override tableName = 'research.ai_thesis_outcomes';
  static override idColumn = ['run_id', 'horizon_days'];
  declare horizon_days: number;
  declare from_day: string;
  declare to_day: string;
  declare return_pct: number | null;
  declare reason: string | null;
  declare benchmark: string | null;
  declare benchmark_return_pct: number | null;
  declare benchmark_reason: string | null;
  /** False while a close is missing that may still come. */
  declare is_final: boolean;
  declare evaluated_at: Date;
}

/** A turn of a pinned thesis in the daily rotation. */
export class RotationModel extends Model {
  static override tableName = 'research.ai_thesis_rotation';
  declare id: string;
  declare owner_user_id: string;
  declare cycle: number;
  declare instrument_id: string;
  declare portfolio_id: string | null;
  declare outcome: 'PICKED' | 'SKIPPED';
  declare reason: string | null;
  declare run_id: string | null;
  declare day: string;
  declare created_at: Date;
}
