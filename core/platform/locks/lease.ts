import { backgroundTimers, type Clock, type Timers } from '../clock.ts';
import type { Database, DbTransaction } from '../database/index.ts';
import type { Log } from '../log.ts';
import { withWaitBudget } from '../time-limits.ts';

type Value = string | number | Date;
type QueryBuilder = ReturnType<DbTransaction>;

/** A table whose rows are worked on by one process at a time. It has the columns `epoch` and `lease_until`. */
interface LeasedTable<K extends string> {
  /** With its schema. */
  table: string;
  /** The columns of its primary key, which a claim carries by the same names. */
  key: readonly K[];
  /** Long enough to outlive a missed renewal or two, short enough that a killed process's work is soon taken up. */
  leaseMs: number;
}

/** A row that a process works on: it alone may write to it, as long as no higher epoch was given out. */
export type Leased<K extends string> = Readonly<Record<K, Value>> & {
  /** Counts the claims of the row: the fencing number. */
  readonly epoch: number;
};

/** A row as it was when it was locked to be claimed. */
type ClaimableRow<K extends string> = Leased<K> & { readonly lease_until: Date | null };

/** The claim went to another process, was given back, or could not be kept up: whatever was worked out is dropped. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** A lease that reaches this much further than a new one would was written by a wrong clock: it binds nobody. */
const CLOCK_ERROR_MS = 5 * 60_000;
const RENEWALS_PER_LEASE = 4;

/** What a lease that was given back leaves in its row. The epoch stays: it never goes down. */
export const FREE = { lease_until: null } as const;

/** What takes a row away from whoever works on it: what they still write is void. */
export const fencedOff = ({ epoch }: { epoch: number }) => ({ ...FREE, epoch: epoch + 1 });

export interface LeaseOptions {
  database: Pick<Database, 'asSystem'>;
  clock: Clock;
  log: Log;
  /** What renewals are waited for with; they keep no process alive. */
  timers?: Timers;
}

export type Leases<K extends string> = ReturnType<typeof createLeases<K>>;

/**
 * Claims of the rows of one table. Who claims gets an epoch, and every later write is conditional on it: a process that
 * slept, hung or was cut off while another took over cannot write any more, however late it wakes.
 *
 * Leases are compared by the clocks of the processes, which may differ or jump: a jump makes a row be taken up early or a
 * few minutes late, never twice at the same epoch.
 */
export function createLeases<K extends string>(
  { table, key, leaseMs }: LeasedTable<K>,
  { database, clock, log, timers = backgroundTimers }: LeaseOptions,
) {
  const keyOf = (claim: Leased<K>): Record<string, Value> =>
    Object.fromEntries(key.map((column) => [column, claim[column]]));
  const until = (now: Date): Date => new Date(now.getTime() + leaseMs);
  const believedUntil = (now: Date): Date => new Date(now.getTime() + leaseMs + CLOCK_ERROR_MS);
  /** The row, if the claim still holds it. A lease that ran out holds until somebody takes the row. */
  const held = (trx: DbTransaction, claim: Leased<K>) =>
    trx(table)
      .where({ ...keyOf(claim), epoch: claim.epoch })
      .whereNotNull('lease_until');

  /** Keeps the row locked until the transaction ends. @throws LeaseLost */
  async function assertLease<Row = unknown>(trx: DbTransaction, claim: Leased<K>): Promise<Row> {
    const row: unknown = await held(trx, claim).first().forUpdate();
    if (row === undefined) throw new LeaseLost('the claim is no longer valid');
    return row as Row;
  }

  /** Renews a lease and writes columns of its row. @returns false, without a write, if the claim was lost. */
  async function renew(claim: Leased<K>, set: Record<string, unknown> = {}): Promise<boolean> {
    const lease_until = until(clock.now());
    // Not as long as the work itself may wait: a renewal that comes late is none.
    const count = await withWaitBudget(() =>
      database.asSystem('renew a lease', (trx) => held(trx, claim).update({ ...set, lease_until })),
    );
    return count > 0;
  }

  /** Renews until it is told to stop; aborts `lost` once the lease is not held any more. */
  async function keepUp(claim: Leased<K>, lost: AbortController, done: AbortSignal): Promise<void> {
    let renewedAt = timers.now();
    for (;;) {
      try {
        await timers.sleep(leaseMs / RENEWALS_PER_LEASE, done);
      } catch {
        return;
      }
      const begun = timers.now();
      try {
        const isHeld = await renew(claim);
        if (done.aborted) return;
        if (!isHeld) return lost.abort(new LeaseLost('another process took over the claim'));
        renewedAt = begun;
      } catch (error) {
        if (done.aborted) return;
        log.warn({ err: error, table, ...keyOf(claim) }, 'a lease could not be renewed');
        // Asked first: a process that slept and finds the row untouched goes on.
        if (timers.now() - renewedAt < leaseMs) continue;
        return lost.abort(new LeaseLost('the lease ended before it could be renewed', { cause: error }));
      }
    }
  }

  /**
   * Does work while the lease is kept up. Its signal is aborted when the lease is lost, or with `stopping`. Work that
   * ended before it noticed is not undone: what it writes at its end goes through `assertLease` or `release`.
   * @throws LeaseLost instead of what the work throws once the lease is lost; else whatever the work throws.
   */
  async function withLease<T>(
    claim: Leased<K>,
    work: (signal: AbortSignal) => Promise<T>,
    stopping?: AbortSignal,
  ): Promise<T> {
    const lost = new AbortController();
    const done = new AbortController();
    const signal = stopping === undefined ? lost.signal : AbortSignal.any([stopping, lost.signal]);
    void keepUp(claim, lost, done.signal);
    try {
      return await work(signal);
    } catch (error) {
      if (!lost.signal.aborted || error instanceof LeaseLost) throw error;
      throw new LeaseLost((lost.signal.reason as LeaseLost).message, { cause: error });
    } finally {
      done.abort();
    }
  }

  return {
    assertLease,
    renew,
    withLease,

    /** Whether somebody holds the row at this moment. */
    isHeld({ lease_until }: Pick<ClaimableRow<K>, 'lease_until'>, now: Date): boolean {
      return lease_until !== null && lease_until > now && lease_until <= believedUntil(now);
    },

    /**
     * Locks rows that nobody holds, to be claimed by `claim` in the same transaction. Rows that another process looks at
     * in this moment are passed over.
     * @param choose which rows, in what order and how many; a column of a joined table goes by its alias, this table by
     *   `leased`.
     */
    async lockFree<Row = unknown>(
      trx: DbTransaction,
      choose: (rows: QueryBuilder, trx: DbTransaction) => QueryBuilder,
    ): Promise<(Row & ClaimableRow<K>)[]> {
      const now = clock.now();
      return (await choose(trx(`${table} as leased`), trx)
        .where((row) => {
          void row
            .whereNull('leased.lease_until')
            .orWhere('leased.lease_until', '<=', now)
            .orWhere('leased.lease_until', '>', believedUntil(now));
        })
        .forUpdate('leased')
        .skipLocked()) as (Row & ClaimableRow<K>)[];
    },

    /**
     * Claims a row that was locked before, under the next epoch.
     * @param set what else is written with it. @throws LeaseLost where somebody else claimed it since it was read.
     */
    async claim<Row extends ClaimableRow<K>>(
      trx: DbTransaction,
      row: Row,
      set: Record<string, unknown> = {},
    ): Promise<Leased<K> & { claimed_at: Date }> {
      const now = clock.now();
      const epoch = row.epoch + 1;
      const count = await trx(table)
        .where({ ...keyOf(row), epoch: row.epoch })
        .update({ ...set, epoch, lease_until: until(now) });
      if (count === 0) throw new LeaseLost('another process claimed it first');
      return { ...keyOf(row), epoch, claimed_at: now } as Leased<K> & { claimed_at: Date };
    },

    /** Gives the row back with what came of the work. @returns false, and nothing is written, when the claim was lost. */
    async release(trx: DbTransaction, claim: Leased<K>, set: Record<string, unknown> = {}): Promise<boolean> {
      return (await held(trx, claim).update({ ...set, ...FREE })) > 0;
    },
  };
}
