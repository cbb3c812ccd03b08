import type { Transaction } from '../platform/index.ts';
import { type Channel, DeliveryModel, type DeliveryState, NotificationModel } from './models.ts';
import type { FailureView } from './view.ts';
import { deliveryView } from './view.ts';
import { KIND_NAMES, kindOf, KINDS } from './kinds.ts';

export interface NewDelivery {
  channel: Channel;
  chat_id: string | null;
  chat_title: string | null;
  state: 'PENDING' | 'DROPPED';
  silent: boolean;
  next_attempt_at: Date;
  expires_at: Date | null;
  reason: string | null;
  finished_at: Date | null;
}

export async function insertDeliveries(
  trx: Transaction,
  userId: string,
  notificationId: string,
  rows: NewDelivery[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx('notifications.deliveries').insert(
    rows.map((row) => ({ ...row, owner_user_id: userId, notification_id: notificationId })),
  );
}

export interface TelegramChat {
  chat_id: string;
  title: string | null;
}

/** Live Telegram chats of a person, each once; private ones linked as owner only, where the kind asks for that. */
export async function telegramChats(
  trx: Transaction,
  userId: string,
  isPrivateOwner: boolean,
): Promise<TelegramChat[]> {
  return await trx('identity.chat_links')
    .distinctOn('chat_id')
    .select<TelegramChat[]>('chat_id', 'title')
    .where({ owner_user_id: userId, transport: 'telegram', ...(isPrivateOwner ? { role: 'owner' } : {}) })
    .whereNull('revoked_at')
    // Telegram numbers groups and channels below zero.
    .whereNot('chat_id', 'like', isPrivateOwner ? '-%' : '')
    .orderBy(['chat_id', 'id']);
}

/** Drops what is unsent of earlier messages of the kind. */
export async function dropSuperseded(
  trx: Transaction,
  userId: string,
  input: { kind: string; notificationId: string; now: Date },
): Promise<void> {
  const earlier = NotificationModel.query(trx)
    .select('id')
    .where({ owner_user_id: userId, kind: input.kind })
    .where('id', '<', input.notificationId);
  await DeliveryModel.query(trx)
    .patch({ state: 'DROPPED', reason: 'A newer message took its place.', finished_at: input.now })
    .where({ owner_user_id: userId, state: 'PENDING' })
    .whereIn('notification_id', earlier);
}

/** A due delivery with what it carries; `is_linked` tells whether its chat is still the owner's. */
export interface DueDelivery {
  id: string;
  owner_user_id: string;
  notification_id: string;
  channel: Channel;
  chat_id: string | null;
  state: 'PENDING' | 'SENDING';
  attempts: number;
  epoch: number;
  expires_at: Date | null;
  reason: string | null;
  kind: string;
  title: string;
  body: string;
  payload: unknown;
  chart: string | null;
  created_at: Date;
  is_linked: boolean;
}

/** Locks due deliveries, oldest first, and those whose sender was lost; rows another process looks at are passed over. */
export async function lockDue(
  trx: Transaction,
  input: { channels: readonly Channel[]; limit: number; now: Date },
): Promise<DueDelivery[]> {
  const { rows } = await trx.raw<{ rows: DueDelivery[] }>(
    `select d.id, d.owner_user_id, d.notification_id, d.channel, d.chat_id, d.state, d.attempts, d.epoch, d.expires_at,
            d.reason, n.kind, n.title, n.body, n.payload, n.chart, n.created_at,
            d.channel <> 'telegram' or exists (
              select from identity.chat_links l
              where l.owner_user_id = d.owner_user_id and l.transport = 'telegram' and l.chat_id = d.chat_id
                and l.revoked_at is null) as is_linked
       from notifications.deliveries d
       join notifications.outbox n on n.id = d.notification_id
      where d.channel = any(:channels)
        and (d.state = 'PENDING' and d.next_attempt_at <= :now or d.state = 'SENDING' and d.lease_until <= :now)
      order by d.next_attempt_at, d.id
      limit :limit
        for update of d skip locked`,
    { channels: [...input.channels], now: input.now, limit: input.limit },
  );
  return rows;
}

/** When the next delivery of these channels is due or its lease ends; null when none is open. */
export async function nextDueAt(trx: Transaction, channels: readonly Channel[]): Promise<Date | null> {
  const { rows } = await trx.raw<{ rows: { at: Date | null }[] }>(
    `select min(case state when 'SENDING' then lease_until else next_attempt_at end) as at
       from notifications.deliveries where channel = any(?) and state in ('PENDING', 'SENDING')`,
    [[...channels]],
  );
  return rows[0]?.at ?? null;
}

export type DeliveryPatch = Partial<
  Pick<
    DeliveryModel,
    'silent' | 'attempts' | 'epoch' | 'next_attempt_at' | 'lease_until' | 'reason' | 'finished_at'
  >
> & { state: DeliveryState };

export async function patchDelivery(trx: Transaction, id: string, patch: DeliveryPatch): Promise<void> {
  await DeliveryModel.query(trx).findById(id).patch(patch);
}

/** Locks one delivery that is not finished. */
export async function lockOpen(trx: Transaction, id: string): Promise<DeliveryModel | undefined> {
  return await DeliveryModel.query(trx).findById(id).whereIn('state', ['PENDING', 'SENDING']).forUpdate();
}

/**
 * Writes the harmless text over a person's notifications of a kind that asks for it, once none of their deliveries is
 * open.
 */
export async function forgetSecrets(trx: Transaction, userId: string, kindName: string): Promise<void> {
  const afterwards = kindOf(kindName)?.afterwards ?? null;
  if (afterwards === null) return;
  const open = DeliveryModel.query(trx)
    .alias('d')
    .whereColumn('d.notification_id', 'outbox.id')
    .whereIn('d.state', ['PENDING', 'SENDING']);
  await NotificationModel.query(trx)
    .where({ owner_user_id: userId, kind: kindName })
    .whereNot({ body: afterwards.body })
    .whereNotExists(open)
    .patch({ ...afterwards, payload: null });
}

/** Drops what went stale while nothing was there to send it. @returns the persons and kinds concerned. */
export async function dropExpired(
  trx: Transaction,
  now: Date,
): Promise<{ owner_user_id: string; kind: string }[]> {
  const { rows } = await trx.raw<{ rows: { owner_user_id: string; kind: string }[] }>(
    `update notifications.deliveries d
        set state = 'DROPPED', finished_at = :now, reason = 'It could not be sent in time and was out of date.'
       from notifications.outbox n
      where n.id = d.notification_id and d.state = 'PENDING' and d.expires_at <= :now
      returning d.owner_user_id, n.kind`,
    { now },
  );
  return rows;
}

/** The owner's given-up deliveries since an instant, newest first. */
export async function failuresSince(trx: Transaction, userId: string, since: Date): Promise<FailureView[]> {
  const rows = (await DeliveryModel.query(trx)
    .alias('d')
    .join('notifications.outbox as n', 'n.id', 'd.notification_id')
    .select('d.*', 'n.kind', 'n.title')
    .where({ 'd.owner_user_id': userId, 'd.state': 'FAILED' })
    .where('d.finished_at', '>=', since)
    .orderBy('d.finished_at', 'desc')) as (DeliveryModel & { kind: string; title: string })[];
  return rows.map((row) => ({
    ...deliveryView(row),
    kind: row.kind,
    title: kindOf(row.kind)?.afterwards?.title ?? row.title,
  }));
}

/** Puts a given-up delivery back in the queue. @returns false where there is none, or its text is gone. */
export async function requeue(trx: Transaction, userId: string, id: string, now: Date): Promise<boolean> {
  const secrets = NotificationModel.query(trx)
    .select('id')
    .whereIn(
      'kind',
      KIND_NAMES.filter((name) => KINDS[name].afterwards !== null),
    );
  const changed = await DeliveryModel.query(trx)
    .where({ owner_user_id: userId, id, state: 'FAILED' })
    .whereNotIn('notification_id', secrets)
    .patch({
      state: 'PENDING',
      attempts: 0,
      next_attempt_at: now,
      expires_at: null,
      reason: null,
      finished_at: null,
    });
  return changed > 0;
}
