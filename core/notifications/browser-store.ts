import type { DbTransaction } from '../platform/index.ts';
import { PushSubscriptionModel, SettingsModel } from './models.ts';

/** The person's browsers, oldest first. */
export async function listBrowsers(trx: DbTransaction, userId: string): Promise<PushSubscriptionModel[]> {
  return await PushSubscriptionModel.query(trx).where({ owner_user_id: userId }).orderBy('id');
}

export async function findBrowser(
  trx: DbTransaction,
  userId: string,
  id: string,
): Promise<PushSubscriptionModel | undefined> {
  return await PushSubscriptionModel.query(trx).findOne({ owner_user_id: userId, id });
}

type NewBrowser = Pick<
  PushSubscriptionModel,
  'owner_user_id' | 'session_id' | 'endpoint' | 'p256dh' | 'auth' | 'label' | 'created_at'
>;

/** Stores a subscription; a repeat updates keys, session and label. */
export async function putBrowser(trx: DbTransaction, row: NewBrowser): Promise<PushSubscriptionModel> {
  const { session_id, p256dh, auth, label } = row;
  return (await PushSubscriptionModel.query(trx)
    .insert(row)
    .onConflict(['owner_user_id', 'endpoint'])
    .merge({ session_id, p256dh, auth, label })
    .returning('*')) as unknown as PushSubscriptionModel;
}

/** @returns how many were deleted: 0 or 1. */
export async function deleteBrowser(trx: DbTransaction, userId: string, id: string): Promise<number> {
  return await PushSubscriptionModel.query(trx).where({ owner_user_id: userId, id }).delete();
}

/** Ends the notices of the browser of a session; without one, of all browsers but that of the session that stays. */
export async function endNotices(
  trx: DbTransaction,
  userId: string,
  { of, except }: { of?: string; except?: string | null },
): Promise<void> {
  const browsers = PushSubscriptionModel.query(trx).where({ owner_user_id: userId }).delete();
  if (of !== undefined) void browsers.where({ session_id: of });
  if (except !== undefined && except !== null) void browsers.whereNot({ session_id: except });
  await browsers;
}

/** Removes a browser from people who used it before. Only that browser can know its address and secret. */
export async function removeFromOtherPeople(
  trx: DbTransaction,
  { owner_user_id, endpoint, auth }: Pick<NewBrowser, 'owner_user_id' | 'endpoint' | 'auth'>,
): Promise<void> {
  await PushSubscriptionModel.query(trx).where({ endpoint, auth }).whereNot({ owner_user_id }).delete();
}

/** Records the result of a message to a browser. @param error reason of the failure; null if it was sent. */
export async function noteResult(
  trx: DbTransaction,
  browser: Pick<PushSubscriptionModel, 'id' | 'owner_user_id'>,
  error: string | null,
  now: Date,
): Promise<void> {
  const { id, owner_user_id } = browser;
  await trx('notifications.push_subscriptions')
    .where({ id, owner_user_id })
    .update(
      error === null
        ? { last_success_at: now, failures: 0, last_error: null }
        : { failures: trx.raw('failures + 1'), last_error: error },
    );
}

/** True if the person wants amounts in notices of browsers, which show on locked screens. */
export async function wantsAmounts(trx: DbTransaction, userId: string): Promise<boolean> {
  return (await SettingsModel.query(trx).findById(userId))?.amounts_in_browsers ?? false;
}
