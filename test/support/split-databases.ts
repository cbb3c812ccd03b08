import pg from 'pg';
import { SCHEMAS } from '../../migrations/grants.ts';
import { query } from './plain-database.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';

/** Read before it is known who asks, so they stay with the shared tables. */
const DIRECTORY = ['users', 'sessions', 'login_codes', 'link_codes', 'sign_in_tries', 'chat_links'];
/**
 * Rows that system work for several people replaces: the rest of the key beside the owner, and a column that follows from
 * the row that was there. PostgreSQL has no `ON CONFLICT` for foreign tables.
 */
const MERGED: Readonly<Record<string, { key?: string; column: string; value: string }>> = {
  'portfolio.revisions': { column: 'revision', value: 'new.revision + coalesce(was.revision, 0)' },
  'portfolio.topic_revisions': {
    key: 'topic',
    column: 'revision',
    value: 'new.revision + coalesce(was.revision, 0)',
  },
  'portfolio.price_rounds': {
    column: 'attempted_at',
    value: 'greatest(new.attempted_at, was.attempted_at)',
  },
  'portfolio.price_attempts': {
    key: 'holding_id',
    column: 'failing_since',
    value: 'case when new.failing_since is not null then coalesce(was.failing_since, new.failing_since) end',
  },
};

/** Databases of people behind the front. */
export const PARTS = 2;
/** Number of the database that keeps the rows of a person, from 0. */
export const partOf = (userId: string): number => Number(BigInt(userId) % BigInt(PARTS));

interface Table {
  name: string;
  /** Of a person: kept in the database of that person. */
  is_owned: boolean;
  /** Without generated ones. */
  columns: string;
  has_id: boolean;
}

export interface SplitDatabases {
  /** Shared tables, and the tables of people as the sum of those of the parts. */
  front: TestDatabase;
  parts: readonly TestDatabase[];
  /** Names of the tables whose rows are spread. */
  owned: readonly string[];
  drop(): Promise<void>;
}

/**
 * Two databases of people behind a front. Every table of people is empty at the front and has a foreign child in each
 * part: reads, updates and deletes of the front reach all of them, and a trigger passes inserted rows on. Shared tables are
 * empty in the parts and have the front's as a foreign child. `identity.users` is copied into both, for the references.
 */
export async function splitDatabases(): Promise<SplitDatabases> {
  const [front, ...parts] = [await testDatabase(), await testDatabase(), await testDatabase()];
  const tables = await readTables(front.url);
  const owned = tables.filter(({ is_owned }) => is_owned);
  const shared = tables.filter(({ is_owned, name }) => !is_owned && name !== 'identity.users');
  for (const [nr, { url }] of parts.entries()) {
    await run(url, [
      connectTo('front', front.url),
      ...shared.map(({ name }) => foreignChild('front', name)),
      ids(nr),
      ...owned.filter(({ has_id }) => has_id).map(({ name }) => nextId(name)),
    ]);
  }
  const users = tables.find(({ name }) => name === 'identity.users');
  await run(front.url, [
    withoutTriggersAndReferences(owned),
    ...parts.flatMap(({ url }, nr) => [
      connectTo(`part_${nr}`, url),
      ...owned.map(({ name }) => foreignChild(`part_${nr}`, name)),
      ...owned
        .filter(({ has_id }) => has_id)
        .map(
          ({ name }) =>
            `create foreign table ${nextOf(`part_${nr}`, name)} (id bigint) server part_${nr}
               options (schema_name 'front', table_name '${nextOf('', name).slice(1)}')`,
        ),
      copyOfUsers(nr, users?.columns ?? ''),
    ]),
    ...owned.map(passOn),
  ]);
  return {
    front,
    parts,
    owned: owned.map(({ name }) => name),
    async drop() {
      for (const one of [front, ...parts]) await one.drop();
    },
  };
}

async function readTables(url: string): Promise<Table[]> {
  const rows = await query(
    url,
    `select format('%I.%I', n.nspname, c.relname) as name,
       bool_or(a.attname = 'owner_user_id') and not (n.nspname = 'identity' and c.relname = any('{${DIRECTORY.join()}}')) as is_owned,
       string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns,
       bool_or(a.attidentity <> '' and a.attname = 'id') as has_id
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname = any('{${SCHEMAS.join()}}') and n.nspname not in ('jobs', 'platform')
     group by n.nspname, c.relname order by 1`,
  );
  return rows as unknown as Table[];
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

function connectTo(server: string, address: string): string {
  const { hostname, port, pathname, username, password } = new URL(address);
  return `create extension if not exists postgres_fdw; create schema ${server};
    create server ${server} foreign data wrapper postgres_fdw
      options (host '${hostname}', port '${port}', dbname '${pathname.slice(1)}');
    create user mapping for public server ${server}
      options (user '${decodeURIComponent(username)}', password '${decodeURIComponent(password)}')`;
}

const childOf = (server: string, table: string): string => `${server}.${table.replace('.', '_')}`;

function foreignChild(server: string, table: string): string {
  const [schema, name] = table.split('.');
  return `create foreign table ${childOf(server, table)} () inherits (${table}) server ${server}
    options (schema_name '${schema}', table_name '${name}')`;
}

const nextOf = (schema: string, table: string): string => `${schema}.next_${table.replace('.', '_')}`;

/** Each part draws the ids of its people, for the front as well: they are in the order of writing. */
function nextId(table: string): string {
  return `create view ${nextOf('front', table)} as select nextval(pg_get_serial_sequence('${table}', 'id')) as id`;
}

/** No two parts draw the same id, so that an id alone still means one row. */
function ids(nr: number): string {
  return `do $$ declare one record; begin
    for one in select c.oid::regclass as name, a.attname as column
      from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attnum > 0 and not a.attisdropped and a.attidentity <> '' and c.relkind = 'r'
    loop
      execute format('alter table %s alter column %I set generated by default set increment by ${PARTS} restart with ${nr + 1}', one.name, one.column);
    end loop; end $$`;
}

/** The parts keep both; at the front they would look for rows that are elsewhere. */
function withoutTriggersAndReferences(tables: readonly Table[]): string {
  const names = tables.map(({ name }) => `'${name}'::regclass`).join(', ');
  return `do $$ declare one record; begin
    for one in select conrelid::regclass as table, conname as name from pg_constraint
      where contype = 'f' and (conrelid in (${names}) or confrelid in (${names}))
    loop execute format('alter table %s drop constraint %I', one.table, one.name); end loop;
    for one in select tgrelid::regclass as table, tgname as name from pg_trigger
      where not tgisinternal and tgrelid in (${names})
    loop execute format('drop trigger %I on %s', one.name, one.table); end loop; end $$`;
}

/** Passes rows on to the database of their person; the front keeps one only as long as the statement returns it. */
function passOn({ name, columns, has_id }: Table): string {
  const fn = `part_0.pass_on_${name.replace('.', '_')}`;
  const values = columns.replaceAll(/(^|, )/g, '$1new.');
  const merged = MERGED[name];
  const into = (nr: number): string => {
    const child = childOf(`part_${nr}`, name);
    const merge =
      merged === undefined
        ? ''
        : `delete from ${child} where owner_user_id = new.owner_user_id
             ${merged.key === undefined ? '' : `and ${merged.key} = new.${merged.key}`} returning * into was;
           new.${merged.column} := ${merged.value};`;
    const draw = has_id ? `select id into new.id from ${nextOf(`part_${nr}`, name)};` : '';
    return `${merge} ${draw} insert into ${child} (${columns}) values (${values});`;
  };
  return `create function ${fn}() returns trigger language plpgsql security definer as $$ declare was record; begin
      if new.owner_user_id % ${PARTS} = 0 then ${into(0)} else ${into(1)} end if; return new; end $$;
    create function ${fn}_done() returns trigger language plpgsql security definer as $$ begin
      delete from only ${name}; return null; end $$;
    create trigger pass_on before insert on ${name} for each row execute function ${fn}();
    create trigger pass_on_done after insert on ${name} for each statement execute function ${fn}_done()`;
}

function copyOfUsers(nr: number, columns: string): string {
  const values = columns.replaceAll(/(^|, )/g, '$1new.');
  return `create foreign table part_${nr}.users (like identity.users) server part_${nr}
      options (schema_name 'identity', table_name 'users');
    alter table part_${nr}.users drop column owner_user_id;
    create function part_${nr}.copy_user() returns trigger language plpgsql security definer as $$ begin
      if tg_op = 'INSERT' then insert into part_${nr}.users (${columns}) values (${values});
      elsif tg_op = 'UPDATE' then update part_${nr}.users set (${columns}) = (select ${values}) where id = new.id;
      else delete from part_${nr}.users where id = old.id; end if; return null; end $$;
    create trigger copy_user_${nr} after insert or update or delete on identity.users
      for each row execute function part_${nr}.copy_user()`;
}
