import { Model } from 'objection';
import type { Decimal } from '../../platform/index.ts';
import type { JudgedReport } from './given-reports/index.ts';
import type { Ordering, Scorecard, Tier, Verdict } from './verdict/index.ts';
import type { Outcome } from './outcome.ts';

/** What is judged and by whom: all that a verdict follows from, beside the answers. */
export interface CaseInputs {
  /** As judges see them. Null for a report with numbers that are not finite, which is never shown. */
  left: JudgedReport | null;
  right: JudgedReport | null;
  /** What the gate found. */
  gate: Outcome['gate'];
  rubric_version: string;
  prompt_version: string;
  limits: Outcome['limits'];
  /** The judges with what they are asked as, or with the SHA-256 of what was recorded of them. */
  judges: readonly { judge: string; recorded: string | null }[];
}

/** Two reports that are compared (research/Evaluation records). A verdict stands once it is given. */
export class EvaluationCaseModel extends Model {
  static override tableName = 'research.ai_research_evaluation_cases';
  static override jsonAttributes = ['inputs', 'outcome'];
  declare id: string;
  declare owner_user_id: string;
  declare tier: Tier;
  declare seed: string;
  declare inputs: CaseInputs;
  declare inputs_hash: string;
  declare verdict: Verdict | null;
  declare outcome: Outcome | null;
  declare created_at: Date;
  declare decided_at: Date | null;
}

/** What a judge said in one order, and what it took. Rows are only added. */
export class EvaluationJudgementModel extends Model {
  static override tableName = 'research.ai_research_evaluation_judgements';
  static override jsonAttributes = ['scorecard'];
  declare id: string;
  declare case_id: string;
  declare owner_user_id: string;
  declare judge: string;
  declare ordering: Ordering;
  declare input_tokens: string | null;
  declare output_tokens: string | null;
  declare cost_usd: Decimal | null;
  declare latency_ms: number;
  declare prompt_hash: string;
  declare scorecard: Scorecard | null;
  declare invalid_reason: string | null;
  declare created_at: Date;
}
