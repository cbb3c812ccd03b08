import type { DbTransaction } from '../platform/index.ts';
import { KIND_NAMES, KINDS } from './kinds.ts';
import { DeliveryModel, NotificationModel } from './models.ts';

interface NewNotification {
  kind: string;
  dedup_key: string;
  title: string;
  body: string;
  payload: unknown;
  chart: string | null;
  silent: boolean;
  created_at: Date;
  as_of: Date | null;
}

const UPDATED = ['title', 'body', 'payload', 'chart', 'silent', 'created_at', 'as_of'] as const;

/**
 * Writes the row, or replaces the owner's row with this key if that is as of an earlier instant. A read notice stays read unless
 * it makes a sound again. @returns null if the row stays as it is.
 */
export async function writeNotification(
  trx: DbTransaction,
  userId: string,
  row: NewNotification,
): Promise<{ id: string; is_new: boolean } | null> {
  const replaced = Object.fromEntries(UPDATED.map((column) => [column, trx.raw('excluded.??', [column])]));
  const written = (await trx('notifications.outbox')
    .insert({
      ...row,
      owner_user_id: userId,
      payload: row.payload === null ? null : JSON.stringify(row.payload),
    })
    .onConflict(['owner_user_id', 'dedup_key'])
    .merge({ ...replaced, read_at: trx.raw('case when excluded.silent then outbox.read_at end') })
    .whereRaw('outbox.as_of < excluded.as_of')
    // Postgres stamps the version that an update replaces; an inserted row replaces none.
    .returning(['id', trx.raw('xmax = 0 as is_new')])) as { id: string; is_new: boolean }[];
  return written[0] ?? null;
}

export async function findByKey(
  trx: DbTransaction,
  userId: string,
  dedupKey: string,
): Promise<{ id: string } | undefined> {
  return await NotificationModel.query(trx)
    .select('id')
    .findOne({ owner_user_id: userId, dedup_key: dedupKey });
}

/** The people who have a notification with the key; with an instant, one as of then or later. */
export async function ownersOfKey(
  db: DbTransaction,
  userIds: readonly string[],
  dedupKey: string,
  asOf: Date | null,
): Promise<Set<string>> {
  const rows = await NotificationModel.query(db)
    .select('owner_user_id')
    .whereRaw('owner_user_id = any(?::bigint[])', [[...userIds]])
    .where({ dedup_key: dedupKey })
    .whereRaw('(?::timestamptz is null or as_of >= ?)', [asOf, asOf]);
  return new Set(rows.map(({ owner_user_id }) => owner_user_id));
}

export async function findNotification(
  trx: DbTransaction,
  userId: string,
  id: string,
): Promise<NotificationModel | undefined> {
  return await NotificationModel.query(trx).findOne({ owner_user_id: userId, id });
}

/** Deletes a person's notices of a kind by fields of their payload, with their deliveries. @returns how many. */
export async function deleteNotifications(
  trx: DbTransaction,
  userId: string,
  kind: string,
  payload: Readonly<Record<string, string>>,
): Promise<number> {
  return await NotificationModel.query(trx)
    .where({ owner_user_id: userId, kind })
    .whereRaw('payload @> ?::jsonb', [JSON.stringify(payload)])
    .delete();
}

interface ListFilter {
  isUnreadOnly: boolean;
  kind: string | null;
}

/** Newest first. */
export async function listNotifications(
  trx: DbTransaction,
  userId: string,
  filter: ListFilter,
  window: { offset: number; limit: number },
): Promise<{ rows: NotificationModel[]; total: number }> {
  const matching = () =>
    NotificationModel.query(trx)
      .where({ owner_user_id: userId, ...(filter.kind === null ? {} : { kind: filter.kind }) })
      .whereRaw('(read_at is null or not ?)', [filter.isUnreadOnly]);
  return {
    rows: await matching()
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .offset(window.offset)
      .limit(window.limit),
    total: await matching().resultSize(),
  };
}

export async function countUnread(trx: DbTransaction, userId: string): Promise<number> {
  return await NotificationModel.query(trx)
    .where({ owner_user_id: userId })
    .whereNull('read_at')
    .resultSize();
}

/** Marks the given rows, or all of them, as read. @returns how many were unread. */
export async function markRead(
  trx: DbTransaction,
  userId: string,
  ids: string[] | 'all',
  now: Date,
): Promise<number> {
  const unread = NotificationModel.query(trx)
    .patch({ read_at: now })
    .where({ owner_user_id: userId })
    .whereNull('read_at');
  return await (ids === 'all' ? unread : unread.whereIn('id', ids));
}

export async function deliveriesOf(
  trx: DbTransaction,
  userId: string,
  notificationIds: string[],
): Promise<DeliveryModel[]> {
  return await DeliveryModel.query(trx)
    .where({ owner_user_id: userId })
    .whereIn('notification_id', notificationIds)
    .orderBy('id');
}

const SUPERSEDED_KINDS = KIND_NAMES.filter((name) => KINDS[name].isSuperseded);

/**
 * Removes notices written before an instant, with their deliveries. Kinds that the next notice replaces have a later instant.
 * Messages already sent stay in the chats. @returns rows removed.
 */
export async function deleteBefore(
  trx: DbTransaction,
  { any, superseded }: { any: Date; superseded: Date },
): Promise<number> {
  return await NotificationModel.query(trx)
    .delete()
    .where('created_at', '<', superseded)
    .where((where) => void where.where('created_at', '<', any).orWhereIn('kind', SUPERSEDED_KINDS));
}
