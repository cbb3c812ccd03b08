import { recordEvent } from '../../audit/index.ts';
import { PAUSED_PEOPLE } from '../../identity/index.ts';
import { type DbTransaction, type Leases, type Log } from '../../platform/index.ts';
import type { EvidenceProvider } from '../port/index.ts';
import {
  endNotice,
  eventOf,
  ResearchRunModel,
  type ResearchStatus,
  runIdOf,
  skipStages,
  stagesOf,
  type TellEnd,
  UNFINISHED,
} from '../runs/index.ts';
import type { ResearchClaim } from './checkpoint.ts';

/** So often a run is taken up again after its process went silent; then it is given up. */
const MOST_RECLAIMS = 3;
const GIVEN_UP =
  'The process stopped four times during this run. Ask for the research again; if it happens again, check the log.';

export interface ClaimedResearch {
  claim: ResearchClaim;
  run: ResearchRunModel;
}
export interface RunEnd {
  status: Exclude<ResearchStatus, 'queued' | 'running'>;
  error: string | null;
}

/**
 * There is no kind of its own for a run whose evidence is not enough. It is complete but never COMPLETED (research/States and
 * transitions rules 1), so it is on record as PARTIAL, and the status in its data tells the two apart.
 */
const KIND_OF_END = {
  COMPLETED: 'AI_RESEARCH_COMPLETED',
  PARTIAL: 'AI_RESEARCH_PARTIAL',
  REVIEW_REQUIRED: 'AI_RESEARCH_PARTIAL',
  FAILED: 'AI_RESEARCH_FAILED',
  CANCELLED: 'AI_RESEARCH_CANCELLED',
} as const;

/** Claims of runs, and how they end. */
export function createResearchClaims(
  leases: Leases<'id'>,
  {
    log,
    providers,
    tellEnd,
  }: { log: Log; providers: readonly Pick<EvidenceProvider, 'name'>[]; tellEnd: TellEnd | null },
) {
  async function recordEnd(trx: DbTransaction, run: ResearchRunModel, end: RunEnd, at: Date): Promise<void> {
    const state = { ...eventOf(run), status: end.status, error: end.error };
    const event = { userId: run.owner_user_id, actor: 'system', at, subject: runIdOf(run.id) };
    await recordEvent(trx, { ...event, kind: KIND_OF_END[end.status], data: state });
    const notice = tellEnd === null ? null : await endNotice(trx, run.id, end);
    if (notice !== null) await tellEnd?.(trx, run.owner_user_id, notice);
  }

  /** What was not begun any more, or not ended. */
  async function closeStages(trx: DbTransaction, run: ResearchRunModel, { status }: RunEnd): Promise<void> {
    await skipStages(
      trx,
      run.id,
      status === 'CANCELLED' ? 'The run was cancelled.' : 'The run ended before this stage finished.',
    );
  }

  /** Stages that this version has and the run does not know yet, such as one that was asked for before an upgrade. */
  async function addStages(trx: DbTransaction, run: ResearchRunModel): Promise<void> {
    const known = (await trx('research.ai_research_stages')
      .where({ run_id: run.id })
      .select('stage', 'nr')) as {
      stage: string;
      nr: number;
    }[];
    const now = stagesOf(providers);
    const missing = now.filter(({ stage }) => !known.some((one) => one.stage === stage));
    if (missing.length === 0) return;
    // What this version no longer has comes first; the rest is in its order of now.
    const gone = known.filter(({ stage }) => !now.some((one) => one.stage === stage));
    const order = [...gone, ...now].map(({ stage }, at) => [stage, at + 1] as const);
    const rows = () => trx('research.ai_research_stages').where({ run_id: run.id });
    await rows().update({ nr: trx.raw('nr + ?', [order.length + known.length]) });
    for (const [stage, nr] of order) await rows().where({ stage }).update({ nr });
    await trx('research.ai_research_stages').insert(
      missing.map(({ stage, lifecycle }) => ({
        run_id: run.id,
        owner_user_id: run.owner_user_id,
        stage,
        lifecycle,
        nr: order.find(([name]) => name === stage)?.[1],
      })),
    );
  }

  return {
    /**
     * Claims the run that waits longest, and only then one whose process has gone silent (research/States and transitions).
     * @returns null where there is none; ENDED with what was brought to an end without work.
     */
    async next(
      trx: DbTransaction,
      now: Date,
    ): Promise<ClaimedResearch | { ended: ResearchRunModel; end: RunEnd } | null> {
      const [row] = await leases.lockFree<ResearchRunModel>(trx, (rows) =>
        rows
          .whereIn('leased.status', [...UNFINISHED])
          .whereRaw(`leased.owner_user_id not in (${PAUSED_PEOPLE})`)
          .orderByRaw(`leased.status = 'running', leased.id`)
          .limit(1)
          .select('leased.*'),
      );
      if (row === undefined) return null;
      const run = ResearchRunModel.fromDatabaseJson(row);
      const isStale = run.status === 'running';
      const end: RunEnd | null = run.cancel_requested
        ? { status: 'CANCELLED', error: null }
        : isStale && run.reclaims >= MOST_RECLAIMS
          ? { status: 'FAILED', error: GIVEN_UP }
          : null;
      if (end !== null) {
        await trx('research.ai_research_runs')
          .where({ id: run.id })
          .update({ ...end, epoch: run.epoch + 1, lease_until: null, updated_at: now, finished_at: now });
        await closeStages(trx, run, end);
        await recordEnd(trx, run, end, now);
        return { ended: run, end };
      }
      const reclaims = run.reclaims + (isStale ? 1 : 0);
      const begun = {
        status: 'running' as const,
        reclaims,
        started_at: run.started_at ?? now,
        as_of: run.as_of ?? run.cutoff ?? now,
        updated_at: now,
      };
      const claim = await leases.claim(trx, row, begun);
      await addStages(trx, run);
      if (isStale)
        log.error(
          {
            run: runIdOf(run.id),
            user: run.owner_user_id,
            stage: run.stage,
            since: run.updated_at,
            reclaims,
          },
          'RECLAIMED: a research run made no progress for too long, so it is resumed',
        );
      run.$set(begun);
      return { claim, run };
    },

    /** Ends it. @returns false, and nothing is written, where the claim is lost. */
    async end(trx: DbTransaction, { claim, run }: ClaimedResearch, end: RunEnd, now: Date): Promise<boolean> {
      const isDone = await leases.release(trx, claim, { ...end, updated_at: now, finished_at: now });
      if (!isDone) return false;
      await closeStages(trx, run, end);
      await recordEnd(trx, run, end, now);
      return true;
    },

    /** Puts it back for another process; the stage under way begins anew, those before it stand. */
    async giveBack(trx: DbTransaction, { claim }: ClaimedResearch, now: Date): Promise<void> {
      if (!(await leases.release(trx, claim, { status: 'queued', updated_at: now }))) return;
      await trx('research.ai_research_stages')
        .where({ run_id: claim.id, status: 'RUNNING' })
        .update({ status: 'PENDING' });
    },
  };
}
