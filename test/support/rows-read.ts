import pg from 'pg';

type Connected = pg.Client & { _connected?: boolean; _ending?: boolean };

/** Clients of this process, so that their sessions can be made to report. */
const clients = new Set<Connected>();
const connect = Reflect.get(pg.Client.prototype, '_connect') as (this: Connected, done: unknown) => void;
Reflect.set(pg.Client.prototype, '_connect', function (this: Connected, done: unknown) {
  clients.add(this);
  this.once('end', () => clients.delete(this));
  connect.call(this, done);
});

/** Revisions are read now and then for all people who ask at that moment: they belong to no single request. */
const COUNTED = "where relname <> 'topic_revisions'";
const READ = `select
  (select coalesce(sum(seq_tup_read), 0) from pg_stat_user_tables ${COUNTED})
  + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes ${COUNTED}) as read`;

/**
 * Rows and index entries that Postgres reads for work of this process, with filters, counts, sorts and subqueries. Sessions
 * report their statistics late, so each is made to report them.
 * @param reader a client of its own on the same database.
 */
export async function rowsRead(reader: pg.Client, work: () => Promise<unknown>): Promise<number> {
  const before = await read(reader);
  await work();
  return (await read(reader)) - before;
}

async function read(reader: pg.Client): Promise<number> {
  for (const client of clients)
    if (client !== reader && client.database === reader.database && client._ending !== true)
      await client.query('select pg_stat_force_next_flush()').catch(() => undefined);
  const { rows } = await reader.query<{ read: string }>(READ);
  return Number(rows[0]?.read ?? 0);
}
