import type pg from 'pg';

/** Rows that belong to a new database: the tables, and a condition for each. */
const SEEDED = {
  schema_migration: 'true',
  schema_migration_lock: 'true',
  'platform.server_secrets': "name in ('app_role', 'app_password')",
};
/** Secrets that a core has drawn and remembers: they stay with `continue`. */
const DRAWN = "name <> 'telegram_bot_name'";
/** Larger tables are vacuumed as well, or every later test would scan the deleted rows. */
const LARGE_BYTES = 64 * 1024;

/** A fingerprint of the schema (tables, policies, triggers, functions, privileges) and of the seeded rows. */
export async function schemaFingerprint(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const { rows } = await client.query<{ fingerprint: string }>(FINGERPRINT);
  return rows[0]?.fingerprint ?? '';
}

/**
 * Deletes every row except the seeded ones. The client must be a superuser: triggers and foreign keys are switched off.
 * @param ids `restart` restarts the sequences; with `continue`, for the same core, no id is used twice.
 */
export async function emptyTables(
  client: Pick<pg.ClientBase, 'query'>,
  ids: 'restart' | 'continue',
): Promise<void> {
  const statements = [
    'set local session_replication_role = replica',
    ids === 'restart' ? deleteAllBut(SEEDED) : deleteAllBut({ ...SEEDED, 'platform.server_secrets': DRAWN }),
    ...(ids === 'restart' ? [RESTART_SEQUENCES] : []),
    LARGE,
  ];
  // One message is one transaction, and answers once for each statement.
  const answers: unknown = await client.query(statements.join(';'));
  const { rows } = (answers as pg.QueryResult<{ names: string }>[]).at(-1) ?? { rows: [] };
  const names = rows[0]?.names ?? '';
  if (names !== '') await client.query(`vacuum (index_cleanup on) ${names}`);
}

/** System tables have lower numbers. */
const FIRST_OWN_OID = 16384;

const FINGERPRINT = `select concat_ws(' ',
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
    .join(', ')}) as fingerprint`;

/** A session's setting, in which the names of the large tables leave the block below. */
const LARGE_TABLES = 'munim_test.large_tables';

const deleteAllBut = (seeded: Record<string, string>) => `do $$
  declare filled record; large text;
  begin
    for filled in select oid::regclass::text as name, bytes
      from pg_class, pg_relation_size(oid) bytes
      where relkind = 'r' and relpersistence <> 't' and oid >= ${FIRST_OWN_OID} and bytes > 0
        and oid not in (${Object.keys(seeded)
          .map((name) => `'${name}'::regclass`)
          .join(', ')})
    loop
      execute 'delete from ' || filled.name;
      if filled.bytes > ${LARGE_BYTES} then large := concat_ws(', ', large, filled.name); end if;
    end loop;
    ${Object.entries(seeded)
      .map(([name, rows]) => `delete from ${name} where not (${rows});`)
      .join(' ')}
    perform set_config('${LARGE_TABLES}', coalesce(large, ''), true);
  end $$`;

const RESTART_SEQUENCES = `select setval(seqrelid, seqstart, false) from pg_sequence
  where seqrelid >= 16384 and seqrelid::regclass::text not like 'schema_migration%'
    and pg_sequence_last_value(seqrelid) is not null`;

const LARGE = `select current_setting('${LARGE_TABLES}') as names`;
