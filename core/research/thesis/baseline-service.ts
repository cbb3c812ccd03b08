import { auditedMutation } from '../../audit/index.ts';
import { type Actor, conflict, type Context, type DbTransaction } from '../../platform/index.ts';
import {
  BaselineModel,
  type BaselineView,
  reportOf,
  requireEnabled,
  type ResearchStatus,
  ResearchRunModel,
  rowIdOf,
  runIdOf,
  toBaselineView,
  type UnpinnedView,
} from '../runs/index.ts';

/**
 * What keeps a run from being pinned: its status, or one of two words for a COMPLETED run whose report is not there or does
 * not keep to its form, since nothing could ever be compared with it.
 */
type Unpinnable = Exclude<ResearchStatus, 'COMPLETED'> | 'UNREPORTED' | 'UNREADABLE';

/** What to do instead, after the sentence that the specification fixes. */
const NEXT: Readonly<Record<Unpinnable, string>> = {
  queued: 'Wait until it has ended.',
  running: 'Wait until it has ended.',
  PARTIAL: 'Its report could not be printed. Ask for the research again.',
  FAILED: 'It has no report. Ask for the research again.',
  REVIEW_REQUIRED: 'Check in the dossier which evidence is missing, then ask for the research again.',
  CANCELLED: 'Ask for the research again.',
  UNREPORTED: 'This one ended without a stored report. Ask for the research again.',
  UNREADABLE: 'The stored report of this one cannot be read. Ask for the research again.',
};

async function unpinnable(trx: DbTransaction, { id, status }: ResearchRunModel): Promise<Unpinnable | null> {
  if (status !== 'COMPLETED') return status;
  const { stored, problem } = await reportOf(trx, id);
  if (problem !== null) return 'UNREADABLE';
  return stored === null ? 'UNREPORTED' : null;
}

/** The active baseline of exactly this share and scope. */
async function activeOf(
  trx: DbTransaction,
  { instrument_id, portfolio_id }: Pick<BaselineModel, 'instrument_id' | 'portfolio_id'>,
): Promise<BaselineModel | undefined> {
  const rows = BaselineModel.query(trx).where({ instrument_id, is_active: true });
  void (portfolio_id === null ? rows.whereNull('portfolio_id') : rows.where({ portfolio_id }));
  return await rows.first().forUpdate();
}

/** Pins a report as what a share is held against, and lets go of it (research/States and transitions rules 6). */
export function createBaselines(
  context: Pick<Context, 'clock' | 'config' | 'database' | 'log' | 'receipts'>,
) {
  const mutation = auditedMutation(context);
  const { config } = context;

  const pin = mutation('research.set_baseline', {
    topics: ['research'],
    async run(change, id: string): Promise<BaselineView> {
      const { trx, userId, now } = change;
      const run = await change.locked('RUN', ResearchRunModel, id);
      const state = await unpinnable(trx, run);
      if (state !== null)
        throw conflict(
          'RUN_NOT_COMPLETED',
          `Run is ${state}; only COMPLETED runs can be pinned as a baseline. ${NEXT[state]}`,
        );
      const { instrument_id, portfolio_id, symbol } = run;
      const active = await activeOf(trx, run);
      if (active?.run_id === id) return toBaselineView(active);
      await active?.$query(trx).patch({ is_active: false, replaced_at: now });
      const pinned = await BaselineModel.query(trx)
        .insert({ run_id: id, owner_user_id: userId, instrument_id, portfolio_id, created_at: now })
        .returning('*');
      const run_id = runIdOf(id);
      await change.record('AI_RESEARCH_BASELINE_SET', run_id, { run_id, symbol, portfolio_id });
      if (active !== undefined)
        await change.record('AI_RESEARCH_BASELINE_REPLACED', run_id, {
          run_id,
          replaced_run_id: runIdOf(active.run_id),
          symbol,
        });
      return toBaselineView(pinned);
    },
  });

  const unpin = mutation('research.clear_baseline', {
    topics: ['research'],
    async run(change, id: string): Promise<UnpinnedView> {
      const { trx, now } = change;
      const { symbol, portfolio_id } = await change.locked('RUN', ResearchRunModel, id);
      const last = await BaselineModel.query(trx)
        .where({ run_id: id })
        .orderBy('id', 'desc')
        .first()
        .forUpdate();
      if (last === undefined)
        throw conflict(
          'NOT_A_BASELINE',
          `This run was never pinned as the baseline of ${symbol}, so there is nothing to unpin.`,
        );
      if (!last.is_active) return { ...toBaselineView(last), was_active: false };
      const cleared = await last.$query(trx).patchAndFetch({ is_active: false, replaced_at: now });
      const run_id = runIdOf(id);
      await change.record('THESIS_BASELINE_CLEARED', run_id, { run_id, symbol, portfolio_id });
      return { ...toBaselineView(cleared), was_active: true };
    },
  });

  return {
    /**
     * Pins a COMPLETED run as the baseline of its share, within its portfolio where it has one. It takes the place of the
     * one before in the same transaction; pinning the same run again changes nothing.
     * @throws 404 RUN_NOT_FOUND, 409 RUN_NOT_COMPLETED, 409 AI_RESEARCH_OFF
     */
    async setBaseline(userId: string, runId: string, actor: Actor): Promise<BaselineView> {
      requireEnabled(config);
      return await pin(userId, rowIdOf(runId), actor);
    },

    /**
     * Unpins a run, so that its share has no baseline in that scope. Comparisons with it stay; unpinning it again changes
     * nothing and says so. The event has a kind of its own: the ten of research are fixed (research/Events).
     * @throws 404 RUN_NOT_FOUND, 409 NOT_A_BASELINE, 409 AI_RESEARCH_OFF
     */
    async clearBaseline(userId: string, runId: string, actor: Actor): Promise<UnpinnedView> {
      requireEnabled(config);
      return await unpin(userId, rowIdOf(runId), actor);
    },
  };
}
