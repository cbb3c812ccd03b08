import {
  announce,
  type Context,
  DAY_MS,
  type Decision,
  type Outbox,
  type OutboxClaim,
  type SendFailure,
  type DbTransaction,
} from '../platform/index.ts';
import type { Deliveries } from './deliveries.ts';
import { planDelivery } from './delivery-plan.ts';
import { deleteExpiredBrowsers, type DueDelivery, noteMessages, withNotification } from './delivery-store.ts';
import type { Kind } from './kind.ts';
import { kindOf, KINDS } from './kinds.ts';
import { type Channel, DeliveryModel, type DeliveryRow } from './models.ts';
import { deleteBefore } from './outbox-store.ts';
import { type Chosen, modeOf, readChoices } from './settings-store.ts';

/** A delivery that this process is to send now. It is lost to another one when the lease ends before it is settled. */
export interface Claim extends OutboxClaim {
  notification_id: string;
  user_id: string;
  channel: Channel;
  /** Telegram chat, or id of a browser's subscription; null for the owner's local chat. */
  chat_id: string | null;
  silent: boolean;
  kind: string;
  title: string;
  body: string;
  payload: unknown;
  chart: string | null;
  /** When it was written: what it says was true then. */
  created_at: string;
  /** Time from which it is stale; null: never. */
  expires_at: Date | null;
  /** A newer one of its kind replaces it. */
  is_superseded: boolean;
  /** True for a notice that is updated: a chat shows it in one message. */
  is_updated: boolean;
  /** Its messages in the chat; empty before it is sent. */
  message_ids: number[];
}

/** The sender's side of the outbox: claim, send, settle. Used by whoever owns the chat transports. */
export interface DeliveryService {
  /**
   * Claims up to `limit` due deliveries of the channels, oldest first. Those that are out of date, switched off, or whose
   * chat was unlinked are dropped here, those in quiet hours put back; what comes out is to be sent.
   */
  claimDeliveries(channels: readonly Channel[], limit: number): Promise<Claim[]>;
  /** When the next one is due; null when nothing waits. The `deliveries_due` channel tells of new ones. */
  nextDueAt(channels: readonly Channel[]): Promise<Date | null>;
  /** Does the sending while the claim is kept up. @throws LeaseLost once another sender has it, instead of what `work` throws */
  withLease: Outbox<DeliveryRow>['withLease'];
  /**
   * Records that an updated notice is about to be sent as a new message: the process may end before it knows the outcome.
   * @returns false if too many such messages were left without an answer: they may be in the chat, so it is not sent again
   */
  beginMessage(claim: Claim): Promise<boolean>;
  /** Records that the message did not reach the chat. */
  messageRefused(claim: Claim): Promise<void>;
  /** Records that the message was sent, even after the lease ended. @param messageIds its messages in the chat */
  delivered(claim: Claim, messageIds?: readonly number[]): Promise<void>;
  /** Sending failed: tried again later, or given up with the reason on view. Does nothing after the lease went on. */
  failed(claim: Claim, failure: SendFailure): Promise<void>;
  /** Gives a claim back unsent (the sender is stopping). */
  release(claim: Claim): Promise<void>;
  /**
   * Delivers into a table of this database: `write` runs in the transaction that marks the delivery as sent, so that it
   * happens exactly once. @param write resolves to the messages that show it. @returns false when the claim is no longer this
   * sender's; `write` did not run then.
   */
  deliverWithin(claim: Claim, write: (trx: DbTransaction) => Promise<readonly number[]>): Promise<boolean>;
  /**
   * Drops stale deliveries and browsers whose session expired, and deletes notifications older than `days`; hourly updates and others that the next one replaces
   * after 30 days. @returns notifications deleted.
   */
  prune(days: number): Promise<number>;
}

const SUPERSEDED_DAYS = 30;
/** Messages without an answer, of one notice in one chat. A duplicate is better than no message; a third is not. */
const MOST_UNANSWERED = 2;
const BROWSER_GONE = 'The browser no longer gets notices: it was removed or signed out.';

export function createDeliveryService(context: Context, deliveries: Deliveries): DeliveryService {
  const { database, clock } = context;

  /** By the person's settings of this moment. */
  const decide = (row: DueDelivery, chosen: Chosen): Decision => {
    if (row.is_paused) return { action: 'drop', reason: 'The person is paused.' };
    if (!row.is_linked)
      return {
        action: 'drop',
        reason: row.channel === 'browser' ? BROWSER_GONE : 'The chat is no longer linked.',
      };
    // A kind of another release keeps its message, without rules of its own.
    const kind: Kind = kindOf(row.kind) ?? KINDS.system_notice;
    const mode = modeOf(row.kind, chosen);
    const plan = planDelivery({
      kind,
      mode,
      quiet: chosen.quiet,
      expiresAt: row.expires_at,
      now: clock.now(),
    });
    return plan.action === 'send' ? { action: 'send', set: { silent: plan.silent } } : plan;
  };

  return {
    async claimDeliveries(channels, limit) {
      const claimed = await deliveries.claim<DueDelivery>(
        limit,
        (rows, trx) => withNotification(rows, trx, clock.now()).whereIn('leased.channel', channels),
        async (trx, rows) => {
          const choices = await readChoices(trx, [...new Set(rows.map((row) => row.owner_user_id))]);
          return (row) => decide(row, choices.get(row.owner_user_id) ?? { quiet: null, modes: new Map() });
        },
      );
      return claimed.map(({ claim, ...row }) => ({
        ...claim,
        notification_id: row.notification_id,
        user_id: row.owner_user_id,
        channel: row.channel,
        chat_id: row.chat_id,
        silent: row.silent,
        kind: row.kind,
        title: row.title,
        body: row.body,
        payload: row.payload,
        chart: row.chart,
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at,
        is_superseded: kindOf(row.kind)?.isSuperseded ?? false,
        is_updated: row.as_of !== null,
        message_ids: row.message_ids.map(Number),
      }));
    },
    nextDueAt: (channels) => deliveries.nextDueAt((rows) => rows.whereIn('leased.channel', channels)),
    withLease: deliveries.withLease,
    beginMessage: (claim) =>
      database.asSystem('a message is about to be sent', async (trx) => {
        const counted = DeliveryModel.query(trx)
          .where({ id: claim.id })
          .where('unanswered', '<', MOST_UNANSWERED)
          .patch({ unanswered: trx.raw('unanswered + 1') });
        return (await counted) > 0;
      }),
    messageRefused: (claim) =>
      database.asSystem('a message was refused', async (trx) => {
        await DeliveryModel.query(trx)
          .where({ id: claim.id })
          .patch({ unanswered: trx.raw('unanswered - 1') });
      }),
    delivered: (claim, messageIds = []) =>
      database.asSystem('a delivery was sent', async (trx) => {
        if (claim.is_updated) await noteMessages(trx, claim, messageIds);
        await deliveries.sent(trx, claim);
      }),
    failed: (claim, failure) =>
      database.asSystem('a delivery failed', async (trx) => {
        if ((await deliveries.failed(trx, claim, failure)) !== 'FAILED') return;
        await announce(trx, {
          channel: 'notification',
          payload: { user_id: claim.user_id, event: 'failed', id: claim.notification_id, kind: claim.kind },
        });
      }),
    release: (claim) =>
      database.asSystem('a delivery is given back', (trx) => deliveries.release(trx, claim)),
    deliverWithin: (claim, write) =>
      database.asUser(claim.user_id, (trx) =>
        deliveries.sendWithin(trx, claim, async () => {
          const messageIds = await write(trx);
          if (claim.is_updated) await noteMessages(trx, claim, messageIds);
        }),
      ),
    prune: (days) =>
      database.asSystem('old notifications go', async (trx) => {
        await deleteExpiredBrowsers(trx, clock.now());
        await deliveries.dropExpired(trx);
        const before = (age: number): Date => new Date(clock.now().getTime() - age * DAY_MS);
        return await deleteBefore(trx, {
          any: before(days),
          superseded: before(Math.min(days, SUPERSEDED_DAYS)),
        });
      }),
  };
}
