import type { Knex } from 'knex';
import type pg from 'pg';
import { createSharedRead } from './shared-read.ts';
import { type ChangeTopics, heldTopics, type Topic, TOPICS, writtenTopics } from './topics.ts';

type DbTransaction = Knex.Transaction;

/**
 * Takes the topics of a change, person by person in the order of the list: whoever writes or holds one of them waits until
 * the end of the transaction, and no two changes can wait for each other. The revision of those that are written goes up.
 */
export async function takeTopics(
  trx: DbTransaction,
  userIds: readonly string[],
  topics: ChangeTopics,
): Promise<void> {
  const [written, held] = [writtenTopics(topics), heldTopics(topics)];
  const taken = TOPICS.filter((topic) => written.includes(topic) || held.includes(topic));
  await trx.raw(
    `insert into portfolio.topic_revisions as kept (owner_user_id, topic, revision)
     select u.id, t.topic, t.step
     from unnest(?::bigint[]) as u (id), unnest(?::text[], ?::int[]) with ordinality as t (topic, step, place)
     order by u.id, t.place
     on conflict (owner_user_id, topic) do update set revision = kept.revision + excluded.revision`,
    [[...userIds], taken, taken.map((topic) => (written.includes(topic) ? 1 : 0))],
  );
}

/** Takes back the new revisions of a change that nobody needs to hear of. The topics stay locked to the end. */
export async function untouchTopics(
  trx: DbTransaction,
  userId: string,
  topics: readonly Topic[],
): Promise<void> {
  await trx.raw(
    'update portfolio.topic_revisions set revision = revision - 1 where owner_user_id = ? and topic = any(?)',
    [userId, [...topics]],
  );
}

/**
 * Counts one more change of a person's data, and announces it on commit. The last statement of a transaction: what is
 * counted here is counted for all topics together, and whoever is at it holds up everybody else's last statement. So the
 * count that is announced goes up from one announcement to the next, whatever the changes were about.
 */
export async function tellChange(
  trx: DbTransaction,
  userIds: readonly string[],
  topics: readonly Topic[],
): Promise<void> {
  await trx.raw(
    `with counted as (
       insert into portfolio.revisions as kept (owner_user_id, revision)
       select u.id, 1 from unnest(?::bigint[]) as u (id) order by u.id
       on conflict (owner_user_id) do update set revision = kept.revision + 1
       returning owner_user_id, revision)
     select pg_notify('portfolio_changed',
       json_build_object('user_id', owner_user_id::text, 'revision', revision::text, 'topics', ?::json)::text)
     from counted`,
    [[...userIds], JSON.stringify(topics)],
  );
}

/** How often each topic of a person was changed, as the transaction sees it; a topic that never was is not there. */
export async function countTopicChanges(
  trx: DbTransaction,
  userId: string,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await trx.raw<{ rows: { topic: Topic; revision: string }[] }>(
    'select topic, revision::text from portfolio.topic_revisions where owner_user_id = ?',
    [userId],
  );
  return new Map(rows.map(({ topic, revision }) => [topic, BigInt(revision)]));
}

/**
 * Reads revisions of persons. Reads that are made together share one query.
 * @param pool of a role that sees all owners.
 * @returns a word that is another one as soon as one of the topics has changed, and only then.
 */
export function createReadRevision(
  pool: Pick<pg.Pool, 'query'>,
): (userId: string, topics: readonly Topic[]) => Promise<string> {
  const revisionsOf = createSharedRead<Map<string, string>>(async (userIds) => {
    const { rows } = await pool.query<{ owner: string; topic: string; revision: string }>({
      name: 'topic_revisions',
      text: `select owner_user_id as owner, topic, revision from portfolio.topic_revisions
             where owner_user_id = any($1)`,
      values: [userIds],
    });
    const byOwner = new Map<string, Map<string, string>>();
    for (const { owner, topic, revision } of rows) {
      const own = byOwner.get(owner) ?? new Map<string, string>();
      byOwner.set(owner, own.set(topic, revision));
    }
    return byOwner;
  });
  return async (userId, topics) => {
    const known = await revisionsOf(userId);
    return TOPICS.filter((topic) => topics.includes(topic))
      .map((topic) => known?.get(topic) ?? '0')
      .join('.');
  };
}
