import { lockWithin, type Transaction } from '../platform/index.ts';
import { CommandReceiptModel } from './models.ts';

/**
 * Carries a command out once per user and key, in the caller's transaction: a repeat, also one that runs at the same
 * moment in another process, gets the first result and changes nothing. `work` that throws leaves no receipt.
 * @param key names the request for ever, such as `telegram:42:update:1001`.
 * @param work must answer plain JSON, since a repeat reads it back from the database.
 */
export async function withReceipt<T>(
  trx: Transaction,
  userId: string,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  await lockWithin(trx, { kind: 'receipt', name: `${userId}:${key}` });
  const earlier = await CommandReceiptModel.query(trx).findById([userId, key]);
  if (earlier !== undefined) return earlier.result as T;
  const result = await work();
  await trx('identity.command_receipts').insert({
    owner_user_id: userId,
    key,
    result: JSON.stringify(result ?? null),
  });
  return result;
}

/** The first result of a request that was carried out already; undefined for one that was not. */
export async function earlierResult<T>(
  trx: Transaction,
  userId: string,
  key: string,
): Promise<T | undefined> {
  const earlier = await CommandReceiptModel.query(trx).findById([userId, key]);
  return earlier === undefined ? undefined : (earlier.result as T);
}
