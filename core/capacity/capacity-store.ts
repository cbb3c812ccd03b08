import type { DbTransaction } from '../platform/index.ts';
import type { Measured, MeasuredRun, MeasuredTable } from './capacity.ts';

/** Number of newest runs measured per job. */
const RUNS = 24;
/** Smaller tables are not recorded. */
const RECORDED_BYTES = 1_000_000;

const TABLES = `select n.nspname || '.' || c.relname as name,
    case when c.reltuples < 0 then null else c.reltuples end as rows, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and c.relpersistence = 'p'`;

/** Newest runs of each of these jobs that finished since then, newest first. */
export async function readRuns(
  trx: DbTransaction,
  jobs: readonly string[],
  since: Date,
): Promise<MeasuredRun[]> {
  const { rows } = await trx.raw<{ rows: MeasuredRun[] }>(
    `select r.* from unnest(?::text[]) as j (job) cross join lateral (
       select job, finished_at, reason, extract(epoch from finished_at - started_at)::float8 * 1000 as ms
       from jobs.runs where job = j.job and due_at >= ? and state = 'DONE' and started_at is not null
       order by due_at desc limit ${RUNS}) r`,
    [[...jobs], since],
  );
  return rows;
}

export async function readTables(trx: DbTransaction): Promise<MeasuredTable[]> {
  return (await trx.raw<{ rows: MeasuredTable[] }>(TABLES)).rows;
}

type Server = Pick<Measured, 'connections' | 'database_bytes' | 'symbols'>;

/** Connections, database size and symbols by the server's own statistics. */
export async function readServer(trx: DbTransaction): Promise<Server> {
  const { rows } = await trx.raw<{
    rows: { used: number; most: number; database_bytes: number; symbols: number | null }[];
  }>(
    `select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
       current_setting('max_connections')::int as most,
       pg_database_size(current_database())::float8 as database_bytes,
       (select round(case when s.n_distinct < 0 then -s.n_distinct * greatest(c.reltuples, 0) else s.n_distinct end)::int
        from pg_stats s join pg_class c on c.oid = (s.schemaname || '.' || s.tablename)::regclass
        where s.schemaname = 'portfolio' and s.tablename = 'holdings' and s.attname = 'symbol') as symbols`,
  );
  const { used = 0, most = 0, database_bytes = 0, symbols = null } = rows[0] ?? {};
  return { connections: { used, most }, database_bytes, symbols };
}

/** The oldest recorded size of each table since a day. */
export async function readEarlierSizes(trx: DbTransaction, since: string): Promise<Measured['earlier']> {
  const { rows } = await trx.raw<{ rows: Measured['earlier'] }>(
    `select distinct on (name) name, day::text, bytes::float8 as bytes from jobs.table_sizes
     where day >= ?::date order by name, day`,
    [since],
  );
  return rows;
}

/** Records the sizes of a day; a repeat changes nothing. @returns rows written. */
export async function recordSizes(trx: DbTransaction, day: string): Promise<number> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `insert into jobs.table_sizes (day, name, bytes)
     select ?::date, name, bytes from (
       select name, bytes from (${TABLES}) t where bytes >= ${RECORDED_BYTES}
       union all select '', pg_database_size(current_database())) s
     on conflict do nothing`,
    [day],
  );
  return rowCount;
}
