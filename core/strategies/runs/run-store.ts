import { announce, type DbTransaction, notFound } from '../../platform/index.ts';
import { NO_SCHEDULE } from './metrics.ts';
import { RunModel } from './models.ts';
import type { RunProgressFrame } from './result-views.ts';
import { COVERED } from './validation.ts';
import type { MetricsView, RunStatus, RunView, ValidationView } from './view.ts';

export const UNFINISHED: readonly RunStatus[] = ['QUEUED', 'RUNNING'];
const ROW_ID = /^\d{1,18}$/;

/** Before there is a result nothing is said of it. */
const NOT_VALIDATED_YET: ValidationView = {
  status: 'UNKNOWN',
  promotion_allowed: false,
  reasons: [{ code: 'NOT_COMPLETED', message: 'Only a completed backtest is validated.' }],
};

/** @throws 404 RUN_NOT_FOUND */
export async function findRun(trx: DbTransaction, id: string): Promise<RunModel> {
  const row = ROW_ID.test(id) ? await RunModel.query(trx).findById(id) : undefined;
  if (row === undefined) throw notFound('RUN');
  return row;
}

/** True if a person has a backtest. */
export async function hasRuns(trx: DbTransaction, userId: string): Promise<boolean> {
  return (await RunModel.query(trx).where({ owner_user_id: userId }).limit(1).select('id')).length > 0;
}

/** Tells live sockets how a backtest stands, when the transaction commits. */
export async function announceProgress(
  trx: DbTransaction,
  userId: string,
  frame: RunProgressFrame,
): Promise<void> {
  await announce(trx, { channel: 'research_progress', payload: { user_id: userId, ...frame } });
}

/** Wakes whoever does backtests, in whatever process, when the transaction commits. */
export async function announceDue(trx: DbTransaction): Promise<void> {
  await announce(trx, { channel: 'research_due', payload: {} });
}

/** A run that an earlier version validated, without looking at what its prices cover. */
const NOT_COVERED_YET: ValidationView = {
  status: 'UNKNOWN',
  promotion_allowed: false,
  reasons: [
    {
      code: 'COVERAGE_UNKNOWN',
      message: 'It was validated before Munim checked how many members have prices. Run it again.',
    },
  ],
};

/** What is said of a run; one that was validated without its coverage is not. */
export function validationOf({ validation }: Pick<RunModel, 'validation'>): ValidationView {
  if (validation === null) return NOT_VALIDATED_YET;
  const isCovered = validation.reasons.some(({ code }) => code === COVERED);
  return validation.status === 'VALIDATED' && !isCovered ? NOT_COVERED_YET : validation;
}

/** Figures of a run; those of an earlier version have no sum of contributions, as there were none. */
export function metricsOfRun({ metrics }: Pick<RunModel, 'metrics'>): MetricsView | null {
  if (metrics === null || 'contributed' in metrics) return metrics;
  const older: Omit<MetricsView, 'contributed'> = metrics;
  return { ...older, contributed: null, reasons: { ...older.reasons, contributed: NO_SCHEDULE } };
}

export function toRunView(row: RunModel): RunView {
  return {
    run_id: row.id,
    name: row.name,
    status: row.status,
    progress: row.progress,
    failure: row.failure,
    config: row.config,
    from: row.from_day,
    to: row.to_day,
    initial_capital: row.initial_capital.toNumber(),
    data_revision: row.data_revision,
    survivorship: row.survivorship,
    metrics: metricsOfRun(row),
    validation: validationOf(row),
    findings: row.findings ?? [],
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
