import { Model } from 'objection';
import type { Decimal } from '../../platform/index.ts';
import type { Survivorship } from '../panel/index.ts';
import type { FindingView, MetricsView, RunStatus, ValidationView } from './view.ts';

export class RunModel extends Model {
  static override tableName = 'strategy.research_runs';
  static override jsonAttributes = ['config', 'benchmark', 'metrics', 'validation', 'findings'];
  declare id: string;
  declare owner_user_id: string;
  declare name: string;
  declare status: RunStatus;
  /** As it was given, with what this version does not know. */
  declare config: Record<string, unknown>;
  declare from_day: string;
  declare to_day: string;
  declare initial_capital: Decimal;
  declare progress: number;
  declare failure: string | null;
  declare data_revision: string | null;
  declare survivorship: Survivorship | null;
  declare benchmark: { code: string; name: string } | null;
  declare metrics: MetricsView | null;
  declare validation: ValidationView | null;
  declare findings: FindingView[] | null;
  declare cancel_requested: boolean;
  declare attempts: number;
  declare epoch: number;
  declare lease_until: Date | null;
  declare created_at: Date;
  declare started_at: Date | null;
  declare finished_at: Date | null;
}

/** Rows of a result, in blocks. */
export class RunResultModel extends Model {
  static override tableName = 'strategy.run_results';
  static override idColumn = ['run_id', 'section', 'nr'];
  declare nr: number;
  declare body: Buffer;
}
