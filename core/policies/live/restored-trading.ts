import type { Notice, Notifications } from '../../notifications/index.ts';
import type { BooksGeneration } from '../../platform/backup/index.ts';
import {
  type Context,
  type DbTransaction,
  istDate,
  momentInWords,
  tellChange,
} from '../../platform/index.ts';
import type { createAccountComparison } from './account-comparison.ts';
import { failureSentence } from './failure-sentence.ts';
import type { LivePlan } from './live-orders.ts';
import type { createPutBackWatch } from './put-back.ts';
import {
  expireRestoredPlans,
  readUncompared,
  restoredWords,
  type UncomparedAccount,
} from './restored-books.ts';

interface RestoredParts {
  watch: ReturnType<typeof createPutBackWatch>;
  comparison: ReturnType<typeof createAccountComparison>;
  notifications: Pick<Notifications, 'notifyWithin'>;
  ended: (trx: DbTransaction, plan: LivePlan) => Promise<void>;
}

/**
 * Work after a restore, in every round: expires the plans of before, notifies the owners of live policies once, and compares each
 * account with its broker until it may trade again. An unreachable account delays no other account.
 */
export function createRestoredTrading(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  { watch, comparison, notifications, ended }: RestoredParts,
) {
  async function writeFailure({ connection_id, owner_user_id, failure }: UncomparedAccount, now: string) {
    if (failure === now) return;
    await database.asSystem(
      { why: 'say why an account is not compared', owner: owner_user_id },
      async (trx) => {
        await trx('policy.trading_accounts')
          .insert({ connection_id, owner_user_id, compare_failure: now })
          .onConflict(['connection_id', 'owner_user_id'])
          .merge({ compare_failure: now });
        await tellChange(trx, [owner_user_id], ['policies']);
      },
    );
  }

  async function writeCompared(account: UncomparedAccount, generation: BooksGeneration): Promise<void> {
    const { connection_id, owner_user_id } = account;
    const why = 'let an account trade after a restore';
    await database.asSystem({ why, owner: owner_user_id }, async (trx) => {
      const compared = {
        compared_generation: generation.id,
        compared_at: clock.now(),
        compare_failure: null,
      };
      await trx('policy.trading_accounts')
        .insert({ connection_id, owner_user_id, ...compared })
        .onConflict(['connection_id', 'owner_user_id'])
        .merge(compared);
      const { rows } = await trx.raw<{ rows: { open: number }[] }>(
        `select count(*)::int as open from policy.account_differences
         where connection_id = ? and owner_user_id = ? and settled_at is null`,
        [connection_id, owner_user_id],
      );
      const notice = comparedNotice(account, generation, rows[0]?.open ?? 0, clock.now());
      await notifications.notifyWithin(trx, owner_user_id, notice);
      await tellChange(trx, [owner_user_id], ['policies']);
    });
  }

  async function compare(
    account: UncomparedAccount,
    generation: BooksGeneration,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const obstacle = await comparison.compare(account, generation.backup_made_at, signal);
      if (obstacle !== null) await writeFailure(account, obstacle);
      else await writeCompared(account, generation);
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error, connection_id: account.connection_id }, 'an account could not be compared');
      await writeFailure(account, failureSentence(error, FAILED));
    }
  }

  /** Expires plans of before and tells their owners. @returns accounts that are to be compared */
  async function expire(generation: BooksGeneration): Promise<UncomparedAccount[]> {
    return await database.asSystem('end what was planned before a restore', async (trx) => {
      for (const plan of await expireRestoredPlans(trx, generation, clock.now())) await ended(trx, plan);
      const accounts = await readUncompared(trx);
      for (const owner of new Set(accounts.map(({ owner_user_id }) => owner_user_id))) {
        const own = accounts.filter(({ owner_user_id }) => owner_user_id === owner);
        await notifications.notifyWithin(trx, owner, restoredNotice(own, generation));
      }
      return accounts;
    });
  }

  return {
    /** @returns what compares the accounts that are held; one that does not answer keeps nothing else waiting. */
    async begin(): Promise<(signal: AbortSignal) => Promise<void>> {
      const generation = await watch.look();
      if (generation === null) return () => Promise.resolve();
      const accounts = await expire(generation);
      return async (signal) => {
        await Promise.all(accounts.map(async (account) => await compare(account, generation, signal)));
      };
    },
  };
}

const FAILED = 'The last comparison failed. Munim tries again every minute; the log says why.';

/** Once after each restore. */
function restoredNotice(accounts: readonly UncomparedAccount[], generation: BooksGeneration): Notice {
  const names = accounts.flatMap(({ policies }) => policies).join(', ');
  const how =
    generation.origin === 'FOUND'
      ? ' Munim noticed that the database is older than it was, as after a copied data folder or pg_restore.'
      : '';
  return {
    kind: 'policy_plan',
    dedupKey: `books:${generation.mark}:restored`,
    title: 'LIVE · The books were restored',
    body: [
      `${restoredWords(generation)}${how}`,
      'Plans made before were not sent and have expired.',
      `Live policies: ${names}. They plan and send nothing until Munim has compared each account with its broker. If an account needs a login, log in to it.`,
    ].join('\n'),
    payload: { restored_at: generation.began_at.toISOString() },
  };
}

/** Once for each account after each restore. */
function comparedNotice(
  { connection_id, policies }: UncomparedAccount,
  generation: BooksGeneration,
  open: number,
  now: Date,
): Notice {
  const names = policies.join(' and ');
  return {
    kind: 'policy_plan',
    dedupKey: `books:${generation.mark}:compared:${connection_id}`,
    title:
      open === 0
        ? `LIVE · ${names}: books and broker agree after the restore`
        : `LIVE · ${names}: ${open} ${open === 1 ? 'difference' : 'differences'} with the broker after the restore`,
    body: [
      open === 0
        ? 'The account was compared with the broker. Planning and trading go on.'
        : 'The account was compared with the broker. Settle each difference with /settle in the chat, or on the Policies page in the dashboard; then planning goes on.',
      limitsOf(generation.backup_made_at, now),
    ].join('\n'),
    payload: { connection_id, compared_at: now.toISOString() },
  };
}

/** What could not be compared. Zerodha and Dhan show the orders of one day. */
function limitsOf(madeAt: Date | null, now: Date): string {
  if (madeAt !== null && istDate(madeAt) === istDate(now))
    return 'Compared: every order of today, shares, and cash.';
  const from =
    madeAt === null
      ? 'Orders of days before today'
      : `Orders sent after ${momentInWords(madeAt)} and before today`;
  return `Compared: orders of today, shares, and cash. ${from} cannot be looked up, because the broker shows its orders for one day; they show in shares and cash alone.`;
}
