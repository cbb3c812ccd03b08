import { type AuditedChange, auditedMutation } from '../../audit/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import { type Actor, type Context, digestOf, istDate, Problem } from '../../platform/index.ts';
import {
  BaselineModel,
  type Candidate,
  nextInRotation,
  type ResearchStartedView,
  ResearchRunModel,
  RotationModel,
  rowIdOf,
  UNFINISHED,
  whyIneligible,
} from '../runs/index.ts';

interface RecheckParts {
  instruments: Pick<Instruments, 'byIds'>;
  runs: {
    /** Puts research of a share, by its id, into the queue as it is known now. */
    recheck: (
      userId: string,
      asked: { instrument_id: string; portfolio_id: string | null },
      actor: Actor,
    ) => Promise<ResearchStartedView>;
  };
}

type Scope = Pick<BaselineModel, 'instrument_id' | 'portfolio_id'>;
type PinnedThesis = Candidate & Scope;
interface PinnedTheses {
  pinned: Scope[];
  candidates: PinnedThesis[];
  /** No longer in the registry. */
  gone: Scope[];
}
/** A turn whose run is to be asked for. */
type OpenTurn = Pick<RotationModel, 'id' | 'instrument_id' | 'portfolio_id'>;

const isOf =
  ({ instrument_id, portfolio_id }: Scope) =>
  (other: Scope): boolean =>
    other.instrument_id === instrument_id && other.portfolio_id === portfolio_id;
const GONE = 'It is no longer in the registry of instruments.';
const UNPINNED = 'Its baseline was unpinned before its turn.';

/** Asks anew for research of what is pinned, one thesis a day (research/Run creation rules 3). */
export function createRechecks(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  { instruments, runs }: RecheckParts,
) {
  const { database } = context;
  const mutation = auditedMutation(context);

  /** What is pinned, the oldest baseline first. */
  async function pinnedTheses(userId: string): Promise<PinnedTheses> {
    const pinned = await database.readAsUser(userId, (trx) =>
      BaselineModel.query(trx)
        .where({ is_active: true })
        .orderBy('id')
        .select('instrument_id', 'portfolio_id'),
    );
    const known = await instruments.byIds(pinned.map(({ instrument_id }) => instrument_id));
    const theses: PinnedTheses = { pinned, candidates: [], gone: [] };
    for (const { instrument_id, portfolio_id } of pinned) {
      const found = known.get(instrument_id);
      if (found === undefined) {
        theses.gone.push({ instrument_id, portfolio_id });
        continue;
      }
      const { id, symbol, asset_class, delisted_on } = found;
      theses.candidates.push({ id, symbol, asset_class, delisted_on, instrument_id, portfolio_id });
    }
    return theses;
  }

  /** The next turn, written down before anything is asked, so that a process that dies leaves it to be taken up. */
  const takeTurn = mutation('research.rotation', {
    topics: ['research'],
    async run(change, theses: PinnedTheses): Promise<OpenTurn | null> {
      const { trx, now } = change;
      const day = istDate(now);
      const rows = () => RotationModel.query(trx);
      const last = await rows().where({ outcome: 'PICKED' }).orderBy('id', 'desc').limit(1).first();
      if (last !== undefined && last.run_id === null) {
        if (theses.pinned.some(isOf(last))) return open(last);
        await last.$query(trx).patch({ outcome: 'SKIPPED', reason: UNPINNED });
      } else if (last !== undefined) {
        if (last.day >= day) return null;
        // While the one before waits or is under way, another would only wait behind it.
        const run = await ResearchRunModel.query(trx)
          .findById(last.run_id as string)
          .select('status');
        if (run !== undefined && UNFINISHED.includes(run.status)) return null;
      }
      return await nextTurn(change, theses, day);
    },
  });

  async function nextTurn(
    { trx, userId, now }: AuditedChange,
    { candidates, gone }: PinnedTheses,
    day: string,
  ): Promise<OpenTurn | null> {
    const newest = await RotationModel.query(trx).orderBy('cycle', 'desc').limit(1).first().select('cycle');
    const isAnyEligible = candidates.some((one) => whyIneligible(one, { mode: 'CURRENT', day }) === null);
    const first = newest?.cycle ?? 1;
    // A new cycle begins where all have had their turn; one in which nothing could be picked would come to nothing.
    for (const cycle of isAnyEligible ? [first, first + 1] : [first]) {
      const recorded = await RotationModel.query(trx)
        .where({ cycle })
        .select('instrument_id', 'portfolio_id');
      const isRecorded = (one: Scope): boolean => recorded.some(isOf(one));
      const { picked, skipped } = nextInRotation(candidates, isRecorded, day);
      const turn = { owner_user_id: userId, cycle, day, created_at: now };
      const passed = [
        ...gone.filter((one) => !isRecorded(one)).map((scope) => ({ scope, reason: GONE })),
        ...skipped.map(({ candidate, reason }) => ({ scope: candidate, reason })),
      ];
      for (const { scope, reason } of passed) {
        const { instrument_id, portfolio_id } = scope;
        await RotationModel.query(trx).insert({
          ...turn,
          instrument_id,
          portfolio_id,
          outcome: 'SKIPPED',
          reason,
        });
      }
      if (picked === null) continue;
      const { instrument_id, portfolio_id } = picked;
      const row = await RotationModel.query(trx)
        .insert({ ...turn, instrument_id, portfolio_id, outcome: 'PICKED' })
        .returning('*');
      return open(row);
    }
    return null;
  }

  const open = ({ id, instrument_id, portfolio_id }: RotationModel): OpenTurn => ({
    id,
    instrument_id,
    portfolio_id,
  });

  /** What a turn came to. One that is settled already stays as it is. */
  const settleTurn = mutation('research.rotation_turn', {
    topics: ['research'],
    async run(
      { trx },
      id: string,
      settled: Pick<RotationModel, 'outcome' | 'reason' | 'run_id'>,
    ): Promise<null> {
      await RotationModel.query(trx).findById(id).whereNull('run_id').patch(settled);
      return null;
    },
  });

  /** @returns the id of the run, or why none is asked for now. */
  async function ask(userId: string, turn: OpenTurn, actor: Actor): Promise<string | Problem> {
    const { id, ...asked } = turn;
    const name = 'research.recheck';
    // Under a key of the turn: whoever dies before the run is written down with it finds that run again.
    const request = { idempotencyKey: `job:thesis_recheck:${id}`, name, digest: digestOf(asked) };
    try {
      return (await runs.recheck(userId, asked, { ...actor, request })).run_id;
    } catch (error) {
      if (error instanceof Problem && (error.status === 422 || error.status === 429)) return error;
      throw error;
    }
  }

  return {
    /**
     * Asks for research of the next pinned thesis of a person: one a day, in a rotation in which each has its turn before
     * one has a second. What the eligibility gate refuses is passed over, recorded with its reason, and has had its turn in
     * this cycle. Nothing is asked for while the research of the turn before is not over, and nothing beyond the daily limit
     * of runs: that turn waits for the next day. Doubled and repeated calls ask for nothing twice.
     * @returns the id of the run that it asked for; null for none.
     */
    async recheckNext(userId: string, actor: Actor, signal?: AbortSignal): Promise<string | null> {
      const theses = await pinnedTheses(userId);
      // Each may be refused once; what nothing becomes of today is tried again tomorrow.
      for (let tries = theses.pinned.length; tries > 0; tries -= 1) {
        signal?.throwIfAborted();
        const turn = await takeTurn(userId, theses, { actor: actor.actor });
        if (turn === null) return null;
        const run = await ask(userId, turn, actor);
        if (typeof run === 'string') {
          await settleTurn(userId, turn.id, { outcome: 'PICKED', reason: null, run_id: rowIdOf(run) }, actor);
          return run;
        }
        if (run.status === 429) return null;
        // Refused after it was picked, such as a share that was delisted meanwhile: the next one has its turn today.
        await settleTurn(userId, turn.id, { outcome: 'SKIPPED', reason: run.detail, run_id: null }, actor);
      }
      return null;
    },
  };
}
