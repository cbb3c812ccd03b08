import type { DbTransaction, OutboxClaim } from '../platform/index.ts';
import { DeliveryModel, type DeliveryRow, NotificationModel, PushSubscriptionModel } from './models.ts';
import { type FailureView, toDeliveryView } from './view.ts';
import { KIND_NAMES, kindOf, KINDS } from './kinds.ts';

interface TelegramChat {
  chat_id: string;
  title: string | null;
}

/**
 * SQL of sessions whose browser gets notices, by the moment. One that another sign-in replaced keeps them; a browser that was
 * added while its session was signed out gets none.
 */
const SIGNED_IN = `s.expires_at > ? and coalesce(s.ended_reason, '') <> 'signed_out'`;

/** Live Telegram chats of a person, each once; private ones linked as owner only, where the kind asks for that. */
export async function telegramChats(
  trx: DbTransaction,
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

/** The earlier messages of a kind. */
export function earlierOf(
  trx: DbTransaction,
  userId: string,
  { kind, id, asOf }: { kind: string; id: string; asOf: Date | null },
) {
  return trx('notifications.outbox')
    .select('id')
    .where({ owner_user_id: userId, kind })
    .whereRaw('(case when as_of is null or ?::timestamptz is null then id < ? else as_of < ? end)', [
      asOf,
      id,
      asOf,
    ]);
}

/** A due delivery with its notification; `is_linked` is true while its chat or browser is still the owner's. */
export interface DueDelivery extends DeliveryRow {
  kind: string;
  title: string;
  body: string;
  payload: unknown;
  chart: string | null;
  created_at: Date;
  as_of: Date | null;
  is_linked: boolean;
  /** Nothing reaches a person who was shut out. */
  is_paused: boolean;
}

/** Joins what a delivery carries. */
export function withNotification(
  rows: ReturnType<DbTransaction>,
  trx: DbTransaction,
  now: Date,
): ReturnType<DbTransaction> {
  return rows.join('notifications.outbox as n', 'n.id', 'leased.notification_id').select(
    'leased.*',
    'n.kind',
    'n.title',
    'n.body',
    'n.payload',
    'n.chart',
    'n.created_at',
    'n.as_of',
    trx.raw(
      `case leased.channel
         when 'telegram' then exists (
           select from identity.chat_links l
           where l.owner_user_id = leased.owner_user_id and l.transport = 'telegram' and l.chat_id = leased.chat_id
             and l.revoked_at is null)
         when 'browser' then exists (
           select from notifications.push_subscriptions p join identity.sessions s on s.id = p.session_id
           where p.owner_user_id = leased.owner_user_id and p.id::text = leased.chat_id and ${SIGNED_IN})
         else true end as is_linked`,
      [now],
    ),
    trx.raw(
      `exists (select from identity.users u where u.id = leased.owner_user_id and u.paused_at is not null) as is_paused`,
    ),
  );
}

/**
 * Records the messages of a delivery. A message that was sent while the notice changed is kept beside the newer one, and the
 * next update deletes both. An answer to a new message ends the wait for it.
 */
export async function noteMessages(
  trx: DbTransaction,
  { id, revision, message_ids: before }: OutboxClaim & { message_ids: readonly number[] },
  messageIds: readonly number[],
): Promise<void> {
  await trx.raw(
    `update notifications.deliveries set
       unanswered = unanswered - (case when unanswered > 0 and ? then 1 else 0 end),
       message_ids = case when revision = ? then ?::bigint[]
         else array(select distinct unnest(message_ids || ?::bigint[]) order by 1) end
     where id = ?`,
    [messageIds.some((one) => !before.includes(one)), revision, [...messageIds], [...messageIds], id],
  );
}

/** Deletes the browsers whose session has expired, was signed out, or is gone. @returns how many. */
export async function deleteExpiredBrowsers(trx: DbTransaction, now: Date): Promise<number> {
  const live = trx('identity.sessions as s')
    .whereRaw('s.id = push_subscriptions.session_id')
    .whereRaw(SIGNED_IN, [now]);
  return await PushSubscriptionModel.query(trx).whereNotExists(live).delete();
}

const SECRET_KINDS = KIND_NAMES.filter((name) => KINDS[name].afterwards !== null);

/** The same as `forgetSecrets`, for the kind of a delivery that has come to its end. */
export async function forgetSecretsOf(trx: DbTransaction, { notification_id }: DeliveryRow): Promise<void> {
  const secret = await NotificationModel.query(trx).findById(notification_id).whereIn('kind', SECRET_KINDS);
  if (secret !== undefined) await forgetSecrets(trx, secret.owner_user_id, secret.kind);
}

/**
 * Writes the harmless text over a person's notifications of a kind that asks for it, once none of their deliveries is
 * open.
 */
export async function forgetSecrets(trx: DbTransaction, userId: string, kindName: string): Promise<void> {
  const afterwards = kindOf(kindName)?.afterwards ?? null;
  if (afterwards === null) return;
  const open = DeliveryModel.query(trx)
    .alias('d')
    .whereColumn('d.notification_id', 'outbox.id')
    .whereColumn('d.owner_user_id', 'outbox.owner_user_id')
    .whereIn('d.state', ['PENDING', 'SENDING']);
  await NotificationModel.query(trx)
    .where({ owner_user_id: userId, kind: kindName })
    .whereNot({ body: afterwards.body })
    .whereNotExists(open)
    .patch({ ...afterwards, payload: null });
}

/** The owner's given-up deliveries since an instant, newest first. */
export async function failuresSince(trx: DbTransaction, userId: string, since: Date): Promise<FailureView[]> {
  const rows = (await DeliveryModel.query(trx)
    .alias('d')
    .join('notifications.outbox as n', 'n.id', 'd.notification_id')
    .select('d.*', 'n.kind', 'n.title')
    .where({ 'd.owner_user_id': userId, 'd.state': 'FAILED' })
    .where('d.finished_at', '>=', since)
    .orderBy('d.finished_at', 'desc')) as (DeliveryModel & { kind: string; title: string })[];
  return rows.map((row) => ({
    ...toDeliveryView(row),
    kind: row.kind,
    title: kindOf(row.kind)?.afterwards?.title ?? row.title,
  }));
}

/** Notifications whose text is gone once they came to their end. */
export function secretOnes(trx: DbTransaction) {
  return trx('notifications.outbox').select('id').whereIn('kind', SECRET_KINDS);
}
