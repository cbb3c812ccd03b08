import pg from 'pg';
import type { Core } from '../../core/assembly/index.ts';

/** Never put back: keys that processes remember, and counters by which they know that what they remember is old. */
const KEPT = "'platform.server_secrets', 'schema_migration', 'schema_migration_lock'";
const COUNTERS = ['portfolio.revisions', 'portfolio.topic_revisions'];

/** Rows as they were at one moment, in temporary tables of a session of their own. */
export interface SavedRows {
  /** Puts the rows back into the tables that changed since. Ids that were given out meanwhile are not given out again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Saves the rows of all tables. The database's user must be a superuser: triggers and foreign keys are switched off. */
export async function saveRows({ database }: Pick<Core, 'database'>): Promise<SavedRows> {
  const client = new pg.Client({ connectionString: database.urls.ownerUrl });
  await client.connect();
  await client.query(SAVE);
  return {
    async restore() {
      await client.query(
        [
          'set local session_replication_role = replica',
          RESTORE,
          ...COUNTERS.map((table) => `update ${table} set revision = revision + 1`),
        ].join(';'),
      );
    },
    close: async () => await client.end(),
  };
}

/** How many rows a table has, and which transactions wrote them. */
const SIGN =
  "execute format('select concat_ws('' '', count(*), sum(xmin::text::bigint)) from %s', one.name) into found";
const TABLES = `select oid, oid::regclass::text as name from pg_class where relkind = 'r' and relpersistence <> 't'
  and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)' and oid::regclass::text not in (${KEPT},
  ${COUNTERS.map((name) => `'${name}'`).join(', ')}) and pg_relation_size(oid) > 0`;

const SAVE = `create temp table saved (oid oid primary key, sign text);
  do $$ declare one record; found text;
  begin
    for one in ${TABLES} loop
      ${SIGN};
      execute format('create temp table saved_%s as table %s', one.oid, one.name);
      insert into saved values (one.oid, found);
    end loop;
  end $$`;

const RESTORE = `do $$ declare one record; found text; columns text;
  begin
    for one in select t.name, t.oid, s.sign, s.oid is not null as is_saved from (${TABLES}) t left join saved s on s.oid = t.oid loop
      ${SIGN};
      continue when found = one.sign;
      execute 'delete from ' || one.name;
      continue when not one.is_saved;
      select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
        where attrelid = one.oid and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('insert into %s (%s) overriding system value select %2$s from saved_%s', one.name, columns, one.oid);
      ${SIGN};
      update saved set sign = found where oid = one.oid;
    end loop;
  end $$`;
