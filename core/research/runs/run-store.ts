import { announce, type DbTransaction, notFound } from '../../platform/index.ts';
import { type QaStatus, RATINGS } from '../publication/index.ts';
import { ReportModel, ResearchRunModel, type ResearchStageModel } from './models.ts';
import { rowIdOf, runIdOf } from './run-id.ts';
import type { ResearchRunView } from './view.ts';
import { stageTitle } from './stages.ts';

export const RUN_TABLE = { table: 'research.ai_research_runs', key: ['id'] } as const;

/** All of a run but figures without a value, which may be thousands and are read in parts. */
export const RUN_COLUMNS = [
  'id',
  'owner_user_id',
  'route',
  'mode',
  'cutoff',
  'as_of',
  'status',
  'stage',
  'error',
  'symbol',
  'instrument_id',
  'subject',
  'portfolio_id',
  'retry_of',
  'estimated_cost_usd',
  'cost_usd',
  'limits',
  'verdict',
  'required_pct',
  'hash_mismatch',
  'cancel_requested',
  'created_at',
  'started_at',
  'updated_at',
  'finished_at',
] as const satisfies readonly (keyof ResearchRunModel)[];

/** True if a person has a run of research. */
export async function hasResearch(trx: DbTransaction, userId: string): Promise<boolean> {
  return (
    (await ResearchRunModel.query(trx).where({ owner_user_id: userId }).limit(1).select('id')).length > 0
  );
}

/** @throws 404 RUN_NOT_FOUND */
export async function findRun(trx: DbTransaction, runId: string): Promise<ResearchRunModel> {
  const row = await ResearchRunModel.query(trx)
    .select(...RUN_COLUMNS)
    .findById(rowIdOf(runId));
  if (row === undefined) throw notFound('RUN');
  return row;
}

/** Wakes whoever does research, in whatever process, when the transaction commits. */
export async function announceDue(trx: DbTransaction): Promise<void> {
  await announce(trx, { channel: 'ai_research_due', payload: {} });
}

/** Has whoever does a run look whether it is cancelled, when the transaction commits. */
export async function announceCancelled(trx: DbTransaction, runId: string): Promise<void> {
  await announce(trx, { channel: 'ai_research_cancelled', payload: { run_id: runId } });
}

/** Ends the stages of a run that will not come to an end by themselves. */
export async function skipStages(trx: DbTransaction, id: string, why: string): Promise<void> {
  await trx('research.ai_research_stages')
    .where({ run_id: id })
    .whereIn('status', ['PENDING', 'RUNNING'])
    .update({ status: 'SKIPPED', detail: why });
}

/** Stages in which nothing is left to do. */
const ENDED: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'BLOCKED', 'SKIPPED']);

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What a list of runs shows of a report. */
interface Judged {
  rating: string | null;
  qa_status: QaStatus;
}

/** Ratings and checks of reports by the ids of their runs, without their payloads. */
export async function judgedOf(
  trx: DbTransaction,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, Judged>> {
  const rows = await ReportModel.query(trx)
    .whereIn('run_id', [...runIds])
    .select('run_id', 'rating', 'qa_status');
  return new Map(rows.map((row) => [row.run_id, row]));
}

export function toResearchRunView(
  row: ResearchRunModel,
  stages: readonly Pick<ResearchStageModel, 'status'>[],
  judged: Judged | undefined,
): ResearchRunView {
  return {
    run_id: runIdOf(row.id),
    symbol: row.symbol,
    company_name: row.subject.name,
    instrument_id: row.instrument_id,
    route: row.route,
    mode: row.mode,
    cutoff: iso(row.cutoff),
    as_of: iso(row.as_of),
    status: row.status,
    stage: row.stage,
    stage_title: row.stage === null ? null : stageTitle(row.stage),
    stages_done: stages.filter(({ status }) => ENDED.has(status)).length,
    stages: stages.length,
    error: row.error,
    verdict: row.verdict,
    required_pct: row.required_pct,
    // A stored report that does not keep to its form may have any text there.
    rating: RATINGS.find((rating) => rating === judged?.rating) ?? null,
    qa_status: judged?.qa_status ?? null,
    portfolio_id: row.portfolio_id,
    retry_of: row.retry_of === null ? null : runIdOf(row.retry_of),
    cancel_requested: row.cancel_requested,
    created_at: row.created_at.toISOString(),
    started_at: iso(row.started_at),
    updated_at: row.updated_at.toISOString(),
    finished_at: iso(row.finished_at),
  };
}
