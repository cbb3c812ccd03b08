import type { Database, DbTransaction } from './database.ts';
import { createSharedRead } from './shared-read.ts';

/** People of one query: the work on their rows follows in one go, and must not hold up the event loop. */
const MOST_PEOPLE = 16;

/**
 * Reads rows of a person. Reads that are made together share a query, which is why it runs as the system; each
 * is handed their own rows alone.
 * @param read returns all rows of these people and no others, each with its owner.
 */
export function createReadOfPeople<R extends { owner_user_id: string }>(
  { readAsSystem }: Pick<Database, 'readAsSystem'>,
  why: string,
  read: (trx: DbTransaction, userIds: readonly string[]) => PromiseLike<R[]>,
): (userId: string) => Promise<R[]> {
  const shared = createSharedRead<R[]>(
    (userIds) =>
      readAsSystem(why, async (trx) => {
        const byOwner = new Map<string, R[]>(userIds.map((id) => [id, []]));
        for (const row of await read(trx, userIds)) byOwner.get(row.owner_user_id)?.push(row);
        return byOwner;
      }),
    MOST_PEOPLE,
  );
  return async (userId) => (await shared(userId)) ?? [];
}
