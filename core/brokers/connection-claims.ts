import { admittedUsers } from '../identity/index.ts';
import { type Context, createLeases, type Leased, type DbTransaction } from '../platform/index.ts';
import { ConnectionModel } from './models.ts';
import { transition } from './sync-state.ts';
import type { SyncState } from './view.ts';

/** A connection that this process works on: it alone may write to it, as long as the epoch is the newest. */
export interface Claim extends Leased<'id'> {
  readonly id: string;
  owner_user_id: string;
  claimed_at: Date;
  /** What it was before, for a process that has to give it back. */
  state_before: SyncState;
}

const LEASE_MS = 60_000;

export type ConnectionClaims = ReturnType<typeof createConnectionClaims>;

/** Claims of connections. @param worker names this process in the row. */
export function createConnectionClaims(context: Context, worker: string) {
  const { clock, database } = context;
  const leases = createLeases<'id'>({ table: 'broker.connections', key: ['id'], leaseMs: LEASE_MS }, context);
  type Choose = Parameters<typeof leases.lockFree>[1];

  async function take(trx: DbTransaction, choose: Choose, forSync: boolean): Promise<Claim | null> {
    const [row] = await leases.lockFree<ConnectionModel>(trx, choose);
    if (row === undefined) return null;
    const now = clock.now();
    const { epoch, claimed_at } = await leases.claim(trx, row, {
      worker,
      // And due: should the process die, it is taken up again once the lease is over.
      ...(forSync
        ? { state: transition('CLAIMED', row.state).to, last_attempt_at: now, next_due_at: now }
        : {}),
    });
    const { id, owner_user_id, state } = row;
    return { id, owner_user_id, epoch, claimed_at, state_before: state };
  }

  return {
    withLease: leases.withLease,

    /** The row, locked. @throws LeaseLost when the claim went to another, or the connection was edited or deleted. */
    async assertLease(trx: DbTransaction, claim: Claim): Promise<ConnectionModel> {
      return ConnectionModel.fromDatabaseJson(await leases.assertLease<object>(trx, claim));
    },

    /** Takes the sync that has been due longest; null when none is, or others are at it. Nothing is done for who is paused. */
    dueSync: () =>
      database.asSystem('broker syncs that are due', (trx) =>
        take(
          trx,
          (rows) =>
            rows
              .where('next_due_at', '<=', clock.now())
              .whereNot('role', 'TRADING')
              .whereIn('owner_user_id', admittedUsers(trx).select('id').toKnexQuery())
              .orderBy(['next_due_at', 'id'])
              .limit(1),
          true,
        ),
      ),

    /** Takes the token that has been due longest; null when none is, or others are at it. */
    dueToken: () =>
      database.asSystem('broker tokens that are due', (trx) =>
        take(
          trx,
          (rows) =>
            rows
              .where('token_due_at', '<=', clock.now())
              .whereIn('owner_user_id', admittedUsers(trx).select('id').toKnexQuery())
              .orderBy(['token_due_at', 'id'])
              .limit(1),
          false,
        ),
      ),

    /** Takes one connection of a person; null when somebody else is at it. @param forSync false for a login, which leaves the state alone. */
    one: (userId: string, id: string, forSync: boolean) =>
      database.asUser(userId, (trx) => take(trx, (rows) => rows.where({ id }), forSync)),

    /** The row, locked, where it is as it was read and nobody works on it. */
    async lockUnchanged(
      trx: DbTransaction,
      { id, epoch, state }: ConnectionModel,
    ): Promise<ConnectionModel | undefined> {
      const [row] = await leases.lockFree<ConnectionModel>(trx, (rows) => rows.where({ id, epoch, state }));
      return row === undefined ? undefined : ConnectionModel.fromDatabaseJson(row);
    },
  };
}
