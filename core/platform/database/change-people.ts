import type { Database, DbTransaction } from './database.ts';
import { takeTopics, tellChange } from './topic-revisions.ts';
import type { Topic } from './topics.ts';

/** One person, under their rights, or several people, as the system. */
export type People = string | readonly string[];

/**
 * `change` for one person or several at once, all or nothing, of one topic. Revisions go up, and the change is announced, for
 * the people in `changed` alone.
 * @param why of the work for several people.
 */
export async function changePeople<T extends { changed: readonly string[] }>(
  database: Pick<Database, 'asSystem' | 'change'>,
  why: string,
  people: People,
  topic: Topic,
  work: (trx: DbTransaction) => Promise<T>,
): Promise<T> {
  if (typeof people === 'string')
    return await database.change(people, [topic], work, ({ changed }) => changed.length > 0);
  return await database.asSystem(why, async (trx) => {
    await takeTopics(trx, people, { writes: [], holds: [topic] });
    const result = await work(trx);
    if (result.changed.length > 0) {
      await takeTopics(trx, result.changed, [topic]);
      await tellChange(trx, result.changed, [topic]);
    }
    return result;
  });
}
