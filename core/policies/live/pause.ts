import { auditedMutation } from '../../audit/index.ts';
import { readGeneration } from '../../platform/backup/index.ts';
import {
  type Actor,
  type Context,
  type DbTransaction,
  invalid,
  parseInput,
  tellChange,
} from '../../platform/index.ts';
import { RESUME_WORDS, resumeInput } from '../inputs.ts';
import type { TradingState } from '../trading-view.ts';
import { heldAccount, readUncompared } from './restored-books.ts';

/**
 * Stops all placement of a person at once, and lets it go on. What is at the broker already is followed all the same; each
 * order looks at the pause in the transaction that claims it, so nothing is sent after it is written.
 */
export function createPause(context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>) {
  const { database, log } = context;
  const mutation = auditedMutation(context);

  const pause = mutation('policy.pause_all', {
    // It waits for none of the person's other writers: one that hangs must not keep trading going.
    topics: [],
    isSeen: ({ isChanged }) => isChanged,
    async run(change) {
      const { trx, userId, now, actor } = change;
      if ((await readTrading(trx)).paused_at !== null) return { isChanged: false };
      await trx('policy.trading_pauses')
        .insert({ owner_user_id: userId, paused_at: now, paused_by: actor })
        .onConflict('owner_user_id')
        .merge({ paused_at: now, paused_by: actor });
      await change.record('TRADING_PAUSED', 'trading', {});
      return { isChanged: true };
    },
  });

  const resume = mutation('policy.resume_all', {
    topics: ['policies'],
    isSeen: ({ isChanged }) => isChanged,
    async run(change) {
      const { trx, userId, now, actor } = change;
      if ((await readTrading(trx)).paused_at === null) return { isChanged: false };
      await trx('policy.trading_pauses')
        .where({ owner_user_id: userId })
        .update({ paused_at: null, resumed_at: now, resumed_by: actor });
      await change.record('TRADING_RESUMED', 'trading', {});
      return { isChanged: true };
    },
  });

  const state = async (userId: string): Promise<TradingState> =>
    await database.readAsUser(userId, readTrading);

  return {
    state,
    /** What is typed before orders are sent again. */
    resumeWords: RESUME_WORDS,

    /** A repeat changes nothing. */
    async pauseAll(userId: string, actor: Actor): Promise<TradingState> {
      await pause(userId, actor);
      // Screens hear of it as soon as those writers let them.
      void database
        .asUser(userId, (trx) => tellChange(trx, [userId], ['policies']))
        .catch((error: unknown) => log.debug({ err: error }, 'a pause could not be announced'));
      return await state(userId);
    },

    /** @throws 422 VALIDATION_ERROR unless the words are typed. */
    async resumeAll(userId: string, body: unknown, actor: Actor): Promise<TradingState> {
      const { confirmation } = parseInput(resumeInput, body ?? {});
      if (confirmation.trim().toLowerCase() !== RESUME_WORDS)
        throw invalid([{ field: 'confirmation', message: `confirmation must be "${RESUME_WORDS}".` }]);
      await resume(userId, actor);
      return await state(userId);
    },
  };
}

async function readTrading(trx: DbTransaction): Promise<TradingState> {
  const row = (await trx('policy.trading_pauses').first('paused_at', 'paused_by')) as
    | { paused_at: Date | null; paused_by: string | null }
    | undefined;
  const paused_at = row?.paused_at ?? null;
  const held = await readUncompared(trx);
  const generation = held.length === 0 ? null : await readGeneration(trx);
  return {
    is_paused: paused_at !== null,
    paused_at: paused_at?.toISOString() ?? null,
    paused_by: paused_at === null ? null : (row?.paused_by ?? null),
    held: generation === null ? [] : held.map((account) => heldAccount(account, generation)),
  };
}

/** SQL: whether a person has paused all trading. @param owner an expression for the person's id. */
export const paused = (owner: string): string =>
  `exists (select 1 from policy.trading_pauses t where t.owner_user_id = ${owner} and t.paused_at is not null)`;

/** Returns true if the person has paused all trading. */
export async function isPaused(trx: DbTransaction, ownerUserId: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { is_paused: boolean }[] }>(`select ${paused('?')} as is_paused`, [
    ownerUserId,
  ]);
  return rows[0]?.is_paused === true;
}
