import type { Context } from '../context.ts';
import { announce, redactText, type Transaction, DAY_MS } from '../platform/index.ts';
import { MOST_ATTEMPTS, planDelivery, retryPauseMs } from './delivery-plan.ts';
import {
  dropExpired,
  type DueDelivery,
  forgetSecrets,
  lockDue,
  lockOpen,
  nextDueAt,
  patchDelivery,
} from './delivery-store.ts';
import { type Kind, kindOf, KINDS } from './kinds.ts';
import type { Channel } from './models.ts';
import { deleteBefore } from './outbox-store.ts';
import { type Chosen, modeOf, readChoices } from './settings-store.ts';

/** A delivery that this process is to send now. It is lost to another one when the lease ends before it is settled. */
export interface Claim {
  id: string;
  notification_id: string;
  user_id: string;
  channel: Channel;
  /** Telegram chat; null for the owner's local chat. */
  chat_id: string | null;
  silent: boolean;
  kind: string;
  title: string;
  body: string;
  payload: unknown;
  chart: string | null;
  /** When it was written: what it says was true then. */
  created_at: string;
  attempt: number;
  /** Number of the claim; pass the claim back as it is. */
  epoch: number;
  lease_until: string;
}

export interface SendFailure {
  /** What went wrong, for the person to read; tokens in it are blanked. */
  error: string;
  /** False for what will never work: the bot was blocked, the chat is gone. */
  retryable: boolean;
  /** What the other side asked to wait, in seconds. */
  retryAfter?: number;
}

/** Long enough for a chart and a slow Telegram, short enough that a killed sender is not missed. */
const LEASE_MS = 30_000;

/** The sender's side of the outbox: claim, send, settle. Used by whoever owns the chat transports. */
export interface DeliveryService {
  /**
   * Claims up to `limit` due deliveries of the channels, oldest first. Those that are out of date, switched off, or whose
   * chat was unlinked are dropped here, those in quiet hours put back; what comes out is to be sent.
   */
  claimDeliveries(channels: readonly Channel[], limit: number): Promise<Claim[]>;
  /** When the next one is due; null when nothing waits. The `deliveries_due` channel tells of new ones. */
  nextDueAt(channels: readonly Channel[]): Promise<Date | null>;
  /** The message was sent. Counts even after the lease ended, since it is a fact. */
  delivered(claim: Claim): Promise<void>;
  /** Sending failed: tried again later, or given up with the reason on view. Does nothing after the lease went on. */
  failed(claim: Claim, failure: SendFailure): Promise<void>;
  /** Gives a claim back unsent (the sender is stopping). */
  release(claim: Claim): Promise<void>;
  /**
   * Delivers into a table of this database: `write` runs in the transaction that marks the delivery as sent, so that it
   * happens exactly once. @returns false when the claim is no longer this sender's; `write` did not run then.
   */
  deliverWithin(claim: Claim, write: (trx: Transaction) => Promise<void>): Promise<boolean>;
  /** Drops stale deliveries and deletes notifications older than `days`. @returns how many notifications went. */
  prune(days: number): Promise<number>;
}

export function createDeliveryService(context: Context, random: () => number = Math.random): DeliveryService {
  const { database, clock } = context;

  const settle = async (
    trx: Transaction,
    row: { id: string; owner_user_id: string },
    kind: string,
    patch: { state: 'SENT' | 'FAILED' | 'DROPPED'; reason: string | null },
  ): Promise<void> => {
    await patchDelivery(trx, row.id, { ...patch, lease_until: null, finished_at: clock.now() });
    await forgetSecrets(trx, row.owner_user_id, kind);
  };

  const decide = async (trx: Transaction, row: DueDelivery, chosen: Chosen): Promise<Claim | null> => {
    const now = clock.now();
    const drop = async (reason: string) => {
      await settle(trx, row, row.kind, { state: 'DROPPED', reason });
      return null;
    };
    if (!row.is_linked) return await drop('The chat is no longer linked.');
    if (row.attempts >= MOST_ATTEMPTS) {
      await settle(trx, row, row.kind, {
        state: 'FAILED',
        reason: row.reason ?? 'Whoever was sending it ended each time before it was sent.',
      });
      return null;
    }
    // A kind of another release keeps its message, without rules of its own.
    const kind: Kind = kindOf(row.kind) ?? KINDS.system_notice;
    const plan = planDelivery({
      kind,
      mode: modeOf(row.kind, chosen),
      quiet: chosen.quiet,
      expiresAt: row.expires_at,
      now,
    });
    if (plan.action === 'drop') return await drop(plan.reason);
    if (plan.action === 'hold') {
      await patchDelivery(trx, row.id, { state: 'PENDING', next_attempt_at: plan.until, lease_until: null });
      return null;
    }
    const lease = new Date(now.getTime() + LEASE_MS);
    const epoch = row.epoch + 1;
    const attempt = row.attempts + 1;
    await patchDelivery(trx, row.id, {
      state: 'SENDING',
      silent: plan.silent,
      attempts: attempt,
      epoch,
      lease_until: lease,
    });
    return {
      id: row.id,
      notification_id: row.notification_id,
      user_id: row.owner_user_id,
      channel: row.channel,
      chat_id: row.chat_id,
      silent: plan.silent,
      kind: row.kind,
      title: row.title,
      body: row.body,
      payload: row.payload,
      chart: row.chart,
      created_at: row.created_at.toISOString(),
      attempt,
      epoch,
      lease_until: lease.toISOString(),
    };
  };

  return {
    async claimDeliveries(channels, limit) {
      for (;;) {
        const { seen, claims } = await database.asSystem('claim deliveries', async (trx) => {
          const rows = await lockDue(trx, { channels, limit, now: clock.now() });
          const choices = await readChoices(trx, [...new Set(rows.map((row) => row.owner_user_id))]);
          const claimed: Claim[] = [];
          for (const row of rows) {
            const claim = await decide(
              trx,
              row,
              choices.get(row.owner_user_id) ?? { quiet: null, modes: new Map() },
            );
            if (claim !== null) claimed.push(claim);
          }
          return { seen: rows.length, claims: claimed };
        });
        // A full page of which nothing is to be sent may hide some that are.
        if (claims.length > 0 || seen < limit) return claims;
      }
    },
    nextDueAt: (channels) => database.asSystem('when deliveries are due', (trx) => nextDueAt(trx, channels)),
    delivered: (claim) =>
      database.asSystem('a delivery was sent', async (trx) => {
        const row = await lockOpen(trx, claim.id);
        if (row !== undefined) await settle(trx, row, claim.kind, { state: 'SENT', reason: null });
      }),
    failed: (claim, failure) =>
      database.asSystem('a delivery failed', async (trx) => {
        const row = await lockOpen(trx, claim.id);
        if (row?.state !== 'SENDING' || row.epoch !== claim.epoch) return;
        const reason = redactText(failure.error).slice(0, 300);
        if (!failure.retryable || row.attempts >= MOST_ATTEMPTS) {
          await settle(trx, row, claim.kind, { state: 'FAILED', reason });
          await announce(trx, {
            channel: 'notification',
            payload: { user_id: claim.user_id, event: 'failed', id: claim.notification_id, kind: claim.kind },
          });
          return;
        }
        const pause = Math.max(retryPauseMs(row.attempts, random()), (failure.retryAfter ?? 0) * 1000);
        await patchDelivery(trx, row.id, {
          state: 'PENDING',
          reason,
          lease_until: null,
          next_attempt_at: new Date(clock.now().getTime() + pause),
        });
      }),
    release: (claim) =>
      database.asSystem('a delivery is given back', async (trx) => {
        const row = await lockOpen(trx, claim.id);
        if (row?.state !== 'SENDING' || row.epoch !== claim.epoch) return;
        const attempts = Math.max(0, row.attempts - 1);
        await patchDelivery(trx, row.id, {
          state: 'PENDING',
          attempts,
          lease_until: null,
          next_attempt_at: clock.now(),
        });
      }),
    deliverWithin: (claim, write) =>
      database.asUser(claim.user_id, async (trx) => {
        const row = await lockOpen(trx, claim.id);
        if (row?.state !== 'SENDING' || row.epoch !== claim.epoch) return false;
        await write(trx);
        await settle(trx, row, claim.kind, { state: 'SENT', reason: null });
        return true;
      }),
    prune: (days) =>
      database.asSystem('old notifications go', async (trx) => {
        const now = clock.now();
        for (const dropped of await dropExpired(trx, now))
          await forgetSecrets(trx, dropped.owner_user_id, dropped.kind);
        return await deleteBefore(trx, new Date(now.getTime() - days * DAY_MS));
      }),
  };
}
