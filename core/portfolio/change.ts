import type { Context } from '../context.ts';
import { withReceipt } from '../identity/index.ts';
import { type ChangeTopics, type Transaction, withTimeOf } from '../platform/index.ts';

/** Who asked for a change, and the key that makes a repeat of the same request harmless. */
export interface By {
  /** Door and person, for the record: `api:owner`, `chat:42`, `job:daily_cleanup`. */
  actor: string;
  /** Natural key of the request, for example `chat:<chat>:<update>`; the same key again answers the first result. */
  receipt?: string;
}

/** Runs a change that somebody asked for. */
export type Change = <T>(
  context: Context,
  userId: string,
  by: By,
  work: (trx: Transaction) => PromiseLike<T>,
) => Promise<T>;

/**
 * Runs a change of one owner's data: one transaction, behind the other writers of its topics, announced on commit. With a
 * receipt, a repeated request changes nothing and gets the first answer.
 */
export function changeBy<T>(
  context: Context,
  userId: string,
  by: By,
  work: (trx: Transaction) => PromiseLike<T>,
  topics: ChangeTopics = ['ledger'],
): Promise<T> {
  return context.database.change(userId, topics, async (trx) =>
    by.receipt === undefined
      ? await work(trx)
      : await withReceipt(trx, userId, by.receipt, async () => await work(trx)),
  );
}

/** `changeBy` for what may touch a whole ledger: its statements have the time of `long` work. */
export function longChangeBy<T>(
  context: Context,
  userId: string,
  by: By,
  work: (trx: Transaction) => PromiseLike<T>,
  topics?: ChangeTopics,
): Promise<T> {
  return withTimeOf('long', () => changeBy(context, userId, by, work, topics));
}

/** `changeBy` of some topics. */
export function changeOf(topics: ChangeTopics): Change {
  return (context, userId, by, work) => changeBy(context, userId, by, work, topics);
}
