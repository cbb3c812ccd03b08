import { type Context, createLeases } from '../../platform/index.ts';
import type { AccountLeases, TradedAccount } from './reconciler.ts';

/** Accounts as rows that one process trades at a time. */
const ACCOUNT_TABLE = { table: 'policy.trading_accounts', key: ['connection_id', 'owner_user_id'] } as const;
/** A killed process's account is taken over after so long. */
const LEASE_MS = 15_000;

/** An account with the moments at which its book was read, and orders of earlier days were looked for. */
export type ClaimedAccount = TradedAccount & { read_at: Date | null; looked_back_at: Date | null };

/** Claims accounts: one process at a time has one, by a lease whose epoch its writes check. */
export function createAccountClaims(context: Pick<Context, 'clock' | 'database' | 'log'>) {
  const { database, log } = context;
  const leases: AccountLeases = createLeases({ ...ACCOUNT_TABLE, leaseMs: LEASE_MS }, context);

  async function claim(connectionId: string): Promise<ClaimedAccount | null> {
    return await database.asSystem('claim an account', async (trx) => {
      await trx.raw(
        `insert into policy.trading_accounts (connection_id, owner_user_id)
         select broker_connection_id, owner_user_id from policy.policies
         where broker_connection_id = ? limit 1 on conflict do nothing`,
        [connectionId],
      );
      const [row] = await leases.lockFree<ClaimedAccount>(trx, (rows) =>
        rows.where('leased.connection_id', connectionId),
      );
      if (row === undefined) return null;
      const { owner_user_id, read_at, looked_back_at } = row;
      const claimed = await leases.claim(trx, row);
      return { ...claimed, connection_id: connectionId, owner_user_id, read_at, looked_back_at };
    });
  }

  return {
    leases,

    /** Works at an account while this process has it. @returns null while another process has it */
    async hold<T>(
      this: void,
      connectionId: string,
      run: (account: ClaimedAccount, signal: AbortSignal) => Promise<T>,
      stopping?: AbortSignal,
    ): Promise<T | null> {
      const account = await claim(connectionId);
      if (account === null) return null;
      try {
        return await leases.withLease(account, async (signal) => await run(account, signal), stopping);
      } finally {
        await database
          .asSystem({ why: 'give an account back', owner: account.owner_user_id }, (trx) =>
            leases.release(trx, account),
          )
          .catch((error: unknown) => log.warn({ err: error }, 'an account could not be given back'));
      }
    },
  };
}
