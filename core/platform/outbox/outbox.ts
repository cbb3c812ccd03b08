import { type Backoff, backoffMs } from '../backoff.ts';
import { announce, type Database, type DbTransaction } from '../database/index.ts';
import { createLeases, type LeaseOptions, LeaseLost } from '../locks/index.ts';
import { redactText } from '../log.ts';
import type { Decision, OutboxClaim, OutboxRow, OutboxState, SendFailure } from './outbox-row.ts';

interface OutboxOptions<Row extends OutboxRow> {
  /** With its schema. A unique index of its own keeps a message from being written twice. */
  table: string;
  /** Of one sending: long enough for a slow receiver, short enough that a killed sender is not missed. */
  leaseMs: number;
  /** Failed sends of one message before it is given up. */
  mostAttempts: number;
  pauses: Backoff;
  /** The channel on which processes hear that something is due. */
  dueChannel: string;
  /** Done in the transaction in which messages come to their end. */
  settled?: (trx: DbTransaction, row: Row) => Promise<void>;
}

/** The reason of a message that went stale. */
export const OUT_OF_DATE = 'Not sent in time; it was out of date.';
const NEVER_ENDED = 'The sending process stopped each time before it was sent.';
const OPEN: readonly OutboxState[] = ['PENDING', 'SENDING'];
const LONGEST_REASON = 300;

export type Outbox<Row extends OutboxRow> = ReturnType<typeof createOutbox<Row>>;

/**
 * Messages that are written in the transaction of what they speak of and sent afterwards, at least once: a row waits, is
 * claimed under a lease, and comes to an end as SENT, FAILED or DROPPED.
 */
export function createOutbox<Row extends OutboxRow>(
  options: OutboxOptions<Row>,
  parts: LeaseOptions & { database: Pick<Database, 'readAsSystem'> },
  random: () => number = Math.random,
) {
  const { table, leaseMs, mostAttempts, pauses, dueChannel, settled } = options;
  const { database, clock } = parts;
  const leases = createLeases<'id'>({ table, key: ['id'], leaseMs }, parts);
  type Choose = Parameters<typeof leases.lockFree>[1];

  async function settle(
    trx: DbTransaction,
    row: Row,
    end: { state: 'SENT' | 'FAILED' | 'DROPPED'; reason: string | null },
  ): Promise<void> {
    const patch = { ...end, lease_until: null, finished_at: clock.now() };
    await trx(table).where({ id: row.id }).update(patch);
    await settled?.(trx, { ...row, ...patch });
  }

  async function putBack(trx: DbTransaction, id: string, patch: Partial<OutboxRow>): Promise<void> {
    await trx(table)
      .where({ id })
      .update({ state: 'PENDING', lease_until: null, ...patch });
  }

  /** The row, locked; undefined when the claim was lost. */
  async function lockClaimed(trx: DbTransaction, claim: OutboxClaim): Promise<Row | undefined> {
    try {
      return await leases.assertLease<Row>(trx, claim);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      return undefined;
    }
  }

  async function claimRow(
    trx: DbTransaction,
    row: Row,
    decide: () => Decision,
  ): Promise<{ claim: OutboxClaim; set: Record<string, unknown> } | null> {
    if (row.attempts >= mostAttempts) {
      await settle(trx, row, { state: 'FAILED', reason: row.reason ?? NEVER_ENDED });
      return null;
    }
    const isStale = row.expires_at !== null && row.expires_at <= clock.now();
    const decision: Decision = isStale ? { action: 'drop', reason: OUT_OF_DATE } : decide();
    if (decision.action === 'drop') {
      await settle(trx, row, { state: 'DROPPED', reason: decision.reason });
      return null;
    }
    if (decision.action === 'hold') {
      await putBack(trx, row.id, { next_attempt_at: decision.until });
      return null;
    }
    const { set = {} } = decision;
    const attempt = row.attempts + 1;
    const { epoch } = await leases.claim(trx, row, { ...set, state: 'SENDING', attempts: attempt });
    return { claim: { id: row.id, epoch, attempt, revision: row.revision }, set };
  }

  return {
    /** Does the sending while its claim is kept up: `withLease` of its lease. */
    withLease: leases.withLease,

    /**
     * Writes messages; one whose unique columns are there already changes nothing. Senders hear of what is due of them.
     * @param rows at least `next_attempt_at` and `expires_at`, and what is to be sent; a `reason` drops it at once.
     * @param payload told to the senders.
     * @param again unique columns: a message that is there already is sent again, since what it carries was replaced. A
     *   sender that is at it keeps its lease, so that the older content is not sent beside the newer.
     */
    async enqueue(
      trx: DbTransaction,
      rows: readonly (Pick<Row, 'next_attempt_at' | 'expires_at' | 'reason'> & object)[],
      payload: Record<string, unknown> = {},
      again: readonly (keyof Row & string)[] = [],
    ): Promise<void> {
      const [first] = rows;
      if (first === undefined) return;
      const now = clock.now();
      const written = trx(table).insert(
        rows.map((row) =>
          row.reason === null
            ? { ...row, state: 'PENDING', finished_at: null }
            : { ...row, state: 'DROPPED', finished_at: now },
        ),
      );
      if (again.length === 0) await written.onConflict().ignore();
      else {
        const name = table.slice(table.indexOf('.') + 1);
        const given = [...Object.keys(first), 'state', 'finished_at'].filter(
          (one) => !again.some((key) => key === one),
        );
        await written.onConflict([...again]).merge({
          ...Object.fromEntries(given.map((one) => [one, trx.raw('excluded.??', [one])])),
          attempts: 0,
          epoch: trx.raw('??.epoch + 1', [name]),
          revision: trx.raw('??.revision + 1', [name]),
        });
      }
      if (rows.some(({ reason }) => reason === null)) await announce(trx, { channel: dueChannel, payload });
    },

    /**
     * Claims due messages, oldest first, and those whose sender was lost. Each is decided about first: what is stale, or
     * was tried often enough, comes to its end here.
     * @param choose narrows the rows down, and may join what is needed to decide and to send: `leased` is the table.
     * @param decider is told all rows that were found, and answers about each.
     */
    async claim<Found extends Row>(
      limit: number,
      choose: Choose,
      decider: (trx: DbTransaction, rows: Found[]) => Promise<(row: Found) => Decision>,
    ): Promise<(Found & { claim: OutboxClaim })[]> {
      for (;;) {
        const { seen, claimed } = await database.asSystem('claim messages to send', async (trx) => {
          const rows = await leases.lockFree<Found>(trx, (all) =>
            choose(all, trx)
              .whereIn('leased.state', OPEN)
              .where('leased.next_attempt_at', '<=', clock.now())
              .orderBy(['leased.next_attempt_at', 'leased.id'])
              .limit(limit),
          );
          const decide = await decider(trx, rows);
          const claimed: (Found & { claim: OutboxClaim })[] = [];
          for (const row of rows) {
            const taken = await claimRow(trx, row, () => decide(row));
            if (taken !== null) claimed.push({ ...row, ...taken.set, claim: taken.claim });
          }
          return { seen: rows.length, claimed };
        });
        // A full page of which nothing is to be sent may hide some that are.
        if (claimed.length > 0 || seen < limit) return claimed;
      }
    },

    /** When the next of the chosen messages is due or its lease ends; null when none is open. */
    async nextDueAt(choose: Choose): Promise<Date | null> {
      const [row] = (await database.readAsSystem('when messages are due', (trx) =>
        choose(trx(`${table} as leased`), trx)
          .whereIn('leased.state', OPEN)
          .select(trx.raw('min(coalesce(leased.lease_until, leased.next_attempt_at)) as at')),
      )) as { at: Date | null }[];
      return row?.at ?? null;
    },

    /**
     * It was sent. Counts even after the lease ended, since it is a fact. Where its content was replaced meanwhile, the newer
     * is sent again, because the older may have come after it.
     */
    async sent(trx: DbTransaction, claim: OutboxClaim): Promise<void> {
      const row = (await trx(table).where({ id: claim.id }).first().forUpdate()) as Row | undefined;
      if (row === undefined) return;
      if (row.revision === claim.revision) {
        if (OPEN.includes(row.state)) await settle(trx, row, { state: 'SENT', reason: null });
        return;
      }
      // Whoever sends the newer one at this moment finds that out likewise.
      const lease = row.state === 'SENDING' ? { state: row.state, lease_until: row.lease_until } : {};
      const next_attempt_at = row.state === 'PENDING' ? row.next_attempt_at : clock.now();
      const anew = { revision: row.revision + 1, attempts: 0, next_attempt_at, finished_at: null };
      await putBack(trx, row.id, { ...anew, ...lease });
      await announce(trx, { channel: dueChannel, payload: {} });
    },

    /**
     * Sends into a table of this database: `write` and the end of the message are one transaction, so that it is done
     * exactly once. @returns false when the claim was lost; `write` did not run then.
     */
    async sendWithin(
      trx: DbTransaction,
      claim: OutboxClaim,
      write: (trx: DbTransaction) => Promise<void>,
    ): Promise<boolean> {
      const row = await lockClaimed(trx, claim);
      if (row === undefined) return false;
      await write(trx);
      await settle(trx, row, { state: 'SENT', reason: null });
      return true;
    },

    /** Sending failed: tried again later, or given up with the reason on view. Does nothing once the claim was lost. */
    async failed(
      trx: DbTransaction,
      claim: OutboxClaim,
      { error, retryable, retryAfter = 0 }: SendFailure,
    ): Promise<'PENDING' | 'FAILED' | 'LOST'> {
      const row = await lockClaimed(trx, claim);
      if (row === undefined) return 'LOST';
      const reason = redactText(error).slice(0, LONGEST_REASON);
      if (!retryable || row.attempts >= mostAttempts) {
        await settle(trx, row, { state: 'FAILED', reason });
        return 'FAILED';
      }
      const pause = Math.max(backoffMs(pauses, row.attempts, random()), retryAfter * 1000);
      await putBack(trx, row.id, { reason, next_attempt_at: new Date(clock.now().getTime() + pause) });
      return 'PENDING';
    },

    /** Gives a claim back unsent, as if it had not been tried: the sender stops. */
    async release(trx: DbTransaction, claim: OutboxClaim): Promise<void> {
      const row = await lockClaimed(trx, claim);
      if (row === undefined) return;
      await putBack(trx, row.id, { attempts: Math.max(0, row.attempts - 1), next_attempt_at: clock.now() });
    },

    /** Puts given-up messages back in the queue, due at once, and tells the senders. @returns how many. */
    async requeue(
      trx: DbTransaction,
      choose: Choose,
      payload: Record<string, unknown> = {},
    ): Promise<number> {
      const count: number = await choose(trx(`${table} as leased`), trx)
        .where('leased.state', 'FAILED')
        .update({
          state: 'PENDING',
          attempts: 0,
          next_attempt_at: clock.now(),
          expires_at: null,
          reason: null,
          finished_at: null,
        });
      if (count > 0) await announce(trx, { channel: dueChannel, payload });
      return count;
    },

    /** Drops waiting messages, for a reason that a person reads. */
    async drop(trx: DbTransaction, choose: Choose, reason: string): Promise<void> {
      const rows = (await choose(trx(`${table} as leased`), trx)
        .where('leased.state', 'PENDING')
        .forUpdate('leased')) as Row[];
      for (const row of rows) await settle(trx, row, { state: 'DROPPED', reason });
    },

    /** Has messages decided about anew that wait for their first attempt: what they wait for may have changed. */
    async reconsider(
      trx: DbTransaction,
      choose: Choose,
      payload: Record<string, unknown> = {},
    ): Promise<void> {
      const now = clock.now();
      await choose(trx(`${table} as leased`), trx)
        .where({ 'leased.state': 'PENDING', 'leased.attempts': 0 })
        .where('leased.next_attempt_at', '>', now)
        .update({ next_attempt_at: now });
      await announce(trx, { channel: dueChannel, payload });
    },

    /** Drops what went stale while nothing was there to send it. @returns how many. */
    async dropExpired(trx: DbTransaction): Promise<number> {
      const rows = await leases.lockFree<Row>(trx, (all) =>
        all.whereIn('leased.state', OPEN).where('leased.expires_at', '<=', clock.now()),
      );
      for (const row of rows) await settle(trx, row, { state: 'DROPPED', reason: OUT_OF_DATE });
      return rows.length;
    },
  };
}
