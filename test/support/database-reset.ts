import type pg from 'pg';

/** The rows that the migrations and the making of the role wrote: tables, and which of their rows. */
const SEEDED = {
  schema_migration: 'true',
  schema_migration_lock: 'true',
  'platform.server_secrets': "name in ('app_role', 'app_password')",
};
/** Beyond this, tables are also vacuumed: rows that are gone would be read over by every test that comes after. */
const LARGE_BYTES = 64 * 1024;

/** A mark that changes with the tables, policies, triggers, functions and rights of a database, and with its seeded rows. */
export async function schemaMark(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ mark: string }>(MARK);
  return rows[0]?.mark ?? '';
}

/**
 * Deletes every row but the seeded ones, as a superuser, whom no trigger and no reference keeps from it.
 * @param ids whether the next ids begin anew, or are such as nobody had before.
 */
export async function emptyTables(
  client: Pick<pg.ClientBase, 'query'>,
  ids: 'anew' | 'further',
): Promise<void> {
  const statements = [
    'set local session_replication_role = replica',
    DELETE,
    ...(ids === 'anew' ? [BEGIN_ANEW] : []),
  ];
  // One message is one transaction.
  await client.query(statements.join(';'));
  const { rows } = await client.query<{ name: string }>(LARGE);
  if (rows.length > 0)
    await client.query(`vacuum (index_cleanup on) ${rows.map(({ name }) => name).join(', ')}`);
}

const OF_USERS = (schema: string) => `${schema}::regnamespace::text !~ '^(pg_|information_schema$)'`;

const MARK = `select concat_ws(' ',
  (select md5(string_agg(concat_ws(',', oid, relname, relkind, relowner, relacl, relnatts, relrowsecurity,
     relforcerowsecurity, reloptions), ';' order by oid)) from pg_class
     where oid >= 16384 and relpersistence <> 't' and relkind <> 't'),
  (select concat_ws(',', count(*), sum(xmin::text::bigint)) from pg_attribute where attrelid >= 16384),
  (select concat_ws(',', count(*), sum(xmin::text::bigint)) from pg_attrdef),
  (select concat_ws(',', count(*), sum(xmin::text::bigint)) from pg_trigger),
  (select concat_ws(',', count(*), sum(xmin::text::bigint)) from pg_policy),
  (select concat_ws(',', count(*), sum(xmin::text::bigint)) from pg_constraint where oid >= 16384),
  (select concat_ws(',', count(*), sum(xmin::text::bigint)) from pg_rewrite where oid >= 16384),
  (select concat_ws(',', count(*), sum(xmin::text::bigint)) from pg_proc where oid >= 16384),
  (select concat_ws(',', count(*), sum(xmin::text::bigint)) from pg_namespace where nspname !~ '^pg_(toast_)?temp_'),
  (select concat_ws(',', datallowconn, datconnlimit, datacl) from pg_database where datname = current_database()),
  (select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
     where d.datname = current_database()),
  ${Object.entries(SEEDED)
    .map(
      ([name, rows]) =>
        `(select concat_ws(',', count(*), sum(xmin::text::bigint)) from ${name} where ${rows})`,
    )
    .join(', ')}) as mark`;

const ROWS = `from pg_class where relkind = 'r' and ${OF_USERS('relnamespace')}
  and oid not in (${Object.keys(SEEDED)
    .map((name) => `'${name}'::regclass`)
    .join(', ')}) and pg_relation_size(oid) >`;

const DELETE = `do $$
  declare filled text;
  begin
    for filled in select oid::regclass::text ${ROWS} 0 loop
      execute 'delete from ' || filled;
    end loop;
    ${Object.entries(SEEDED)
      .map(([name, rows]) => `delete from ${name} where not (${rows});`)
      .join(' ')}
  end $$`;

const BEGIN_ANEW = `select setval(seqrelid, seqstart, false) from pg_sequence
  where seqrelid >= 16384 and seqrelid::regclass::text not like 'schema_migration%'
    and pg_sequence_last_value(seqrelid) is not null`;

const LARGE = `select oid::regclass::text as name ${ROWS} ${LARGE_BYTES}`;
