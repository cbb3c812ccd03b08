import pg from 'pg';
import type { Core } from '../../core/assembly/index.ts';

/** Never put back: keys that processes remember, and counters by which they know that what they remember is old. */
const KEPT = "'platform.server_secrets', 'schema_migration', 'schema_migration_lock'";
const COUNTERS = ['portfolio.revisions', 'portfolio.topic_revisions'];

/** Rows as they were at some moments, in temporary tables of a session of their own. */
export interface SavedRows {
  /** @returns what puts the rows back into the tables that changed since. Ids that were given out meanwhile are not given out again. */
  save(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Saves the rows of all tables. The database's user must be a superuser: triggers and foreign keys are switched off. */
export async function savedRows({ database }: Pick<Core, 'database'>): Promise<SavedRows> {
  const client = new pg.Client({ connectionString: database.urls.ownerUrl });
  await client.connect();
  await client.query(OPEN);
  let count = 0;
  return {
    async save() {
      const nr = (count += 1);
      await client.query(saveAs(nr));
      return async () => {
        await client.query(
          [
            'set local session_replication_role = replica',
            restoreOf(nr),
            ...COUNTERS.map((table) => `update ${table} set revision = revision + 1`),
          ].join(';'),
        );
      };
    },
    close: async () => await client.end(),
  };
}

/** How many rows a table has, and which transactions wrote them. */
const SIGN =
  "execute format('select concat_ws('' '', count(*), sum(xmin::text::bigint)) from %s', one.name) into found";
const OPEN = `create temp table kinds as select oid, oid::regclass::text as name from pg_class
    where relkind = 'r' and relpersistence <> 't' and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
      and oid::regclass::text not in (${KEPT}, ${COUNTERS.map((name) => `'${name}'`).join(', ')});
  create temp table saved (nr int, oid oid, sign text, copy text, primary key (nr, oid))`;
const TABLES = 'select oid, name from kinds where pg_relation_size(oid) > 0';

/** A table that has not changed since an earlier moment shares the copy of that. */
const saveAs = (nr: number) => `do $$ declare one record; found text; same text;
  begin
    for one in ${TABLES} loop
      ${SIGN};
      select copy into same from saved where oid = one.oid and sign = found limit 1;
      if same is null then
        same := format('saved_${nr}_%s', one.oid);
        execute format('create temp table %s as table %s', same, one.name);
      end if;
      insert into saved values (${nr}, one.oid, found, same);
    end loop;
  end $$`;

const restoreOf = (nr: number) => `do $$ declare one record; found text; columns text;
  begin
    for one in select t.name, t.oid, s.sign, s.copy from (${TABLES}) t left join saved s on s.oid = t.oid and s.nr = ${nr} loop
      ${SIGN};
      continue when found = one.sign;
      execute 'delete from ' || one.name;
      continue when one.copy is null;
      select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
        where attrelid = one.oid and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('insert into %s (%s) overriding system value select %2$s from %s', one.name, columns, one.copy);
      ${SIGN};
      update saved set sign = found where copy = one.copy;
    end loop;
  end $$`;
