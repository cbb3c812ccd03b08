import pg from 'pg';
import { SCHEMAS } from '../../../migrations/grants.ts';
import { TIME_LIMITS } from '../time-limits.ts';
import { openClient } from './watched-client.ts';

type Asked = Pick<pg.ClientBase, 'query'>;

const TABLE_NAME = `format('%I.%I', n.nspname, c.relname)`;
const TABLES = 'pg_class c join pg_namespace n on n.oid = c.relnamespace';
/** A database may hold tables of other programs too, which are none of ours. */
const OURS = `n.nspname = any('{${SCHEMAS.join()}}')`;

/** Tables whose policies hold for the role that owns them as well. */
export async function forcedTables(client: Asked): Promise<string[]> {
  return await namesOf(
    client,
    `select ${TABLE_NAME} as name from ${TABLES} where ${OURS} and c.relforcerowsecurity order by 1`,
  );
}

/** Whether the current role has a policy that shows it every row while it acts for nobody. */
const SEES_ALL = `exists (select from pg_policy p, unnest(p.polroles) as given (role)
  where p.polrelid = c.oid and p.polname = 'system_rows' and pg_has_role(given.role, 'usage'))`;

/** Tables of which the current role, acting for nobody, does not see every row. */
export async function hiddenTables(client: Asked): Promise<string[]> {
  return await namesOf(
    client,
    `select ${TABLE_NAME} as name from ${TABLES}
     where ${OURS} and c.relrowsecurity and row_security_active(c.oid) and not ${SEES_ALL} order by 1`,
  );
}

/**
 * Shows the role of DATABASE_URL every row again, where the tables were given to another role than the one that made them.
 * @throws Error with what to do when it may not
 */
export async function ensureSystemSeesAll(client: Asked): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string }>(
    `select ${TABLE_NAME} as name, pg_get_userbyid(c.relowner) as owner from ${TABLES}
     where ${OURS} and c.relforcerowsecurity and row_security_active(c.oid) and not ${SEES_ALL}`,
  );
  if (rows.length === 0) return;
  try {
    await client.query(
      rows
        .map(
          ({ name, owner }) =>
            `alter policy system_rows on ${name} to ${pg.escapeIdentifier(owner)}, current_role`,
        )
        .join('; '),
    );
  } catch (error) {
    throw new Error(
      'The role of DATABASE_URL does not own the tables and does not see every row. Set DATABASE_URL to the role that owns them.',
      { cause: error },
    );
  }
}

const HELP = 'The guide to servers explains the role: api/docs/running-on-a-server.md, “Your own Postgres”.';

interface Reach {
  login: string;
  /** The role by which it gets past the separation: itself, or one that it is a member of. */
  role: string;
  can: 'superuser' | 'bypassrls' | 'server' | 'replication' | 'createrole' | 'owner';
  /** What that role owns. */
  owned: string | null;
}

/** Roles of Postgres whose members read and write files of the server, or run programs there: its tables are such files. */
const OF_THE_SERVER = ['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'];

/*
 * What a login can do counts, not its flags: whatever a role may do that it is a member of, over however many others, and
 * whether it inherits from it or has to ask with SET ROLE.
 */
const REACH = `
  with reached as (
    select r.* from pg_roles r where pg_has_role(session_user, r.oid, 'member')
  ), owned as (
    select c.relowner as role, ${TABLE_NAME} as name from ${TABLES}
    where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'S')
    union all select n.nspowner, 'schema ' || n.nspname from pg_namespace n where n.nspname = any($1)
    union all select f.proowner, 'function ' || n.nspname || '.' || f.proname
    from pg_proc f join pg_namespace n on n.oid = f.pronamespace where n.nspname = any($1)
  )
  select session_user::text as login, rolname::text as role, can, owned from (
    select 1 as nr, rolname, 'superuser' as can, null as owned from reached where rolsuper
    union all select 2, rolname, 'bypassrls', null from reached where rolbypassrls
    union all select 3, rolname, 'owner', (select min(name) from owned where role = reached.oid) from reached
      where oid in (select role from owned)
    union all select 4, rolname, 'server', null from reached where rolname = any($2)
    union all select 5, rolname, 'replication', null from reached where rolreplication and rolname = session_user
    union all select 6, rolname, 'createrole', null from reached
      where rolcreaterole and current_setting('server_version_num')::int < 160000
  ) found
  -- a superuser is a member of every role
  order by nr, rolname <> session_user, rolname limit 1`;

/** Whether a policy holds for the login, or for a role that it can become. */
const HOLDS = `p.polrelid = c.oid and exists (select from unnest(p.polroles) as given (role)
  where given.role = 0 or pg_has_role(session_user, nullif(given.role, 0), 'member'))`;
const OWN_ROWS = `'(owner_user_id = ( SELECT platform.current_user_id() AS current_user_id))'`;

/** Tables of people that the login does not see through `own_rows`, and through that policy alone. */
const UNSEPARATED = `
  select ${TABLE_NAME} as name from ${TABLES}
  where n.nspname = any($1) and c.relkind in ('r', 'p')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_user_id' and not a.attisdropped)
    and not (c.relforcerowsecurity and row_security_active(c.oid)
      and (select count(*) = 1 and bool_and(p.polname = 'own_rows' and p.polcmd = '*' and p.polpermissive
             and pg_get_expr(p.polqual, c.oid) = ${OWN_ROWS} and pg_get_expr(p.polwithcheck, c.oid) = ${OWN_ROWS})
           from pg_policy p where ${HOLDS}))
  order by 1`;

/**
 * Refuses a login by which one person could get at the rows of another: it is asked itself, over a connection of its own, what
 * it can do and whether the separation of every table holds for it.
 * @throws Error that names the role, the right and what to do
 */
export async function refuseUnlessSeparated(appUrl: string): Promise<void> {
  await withLogin(appUrl, async (client) => {
    // Postgres writes names in the text of a policy as they have to be written by this path, and a role may have its own.
    await client.query('begin; set local search_path = pg_catalog');
    const { rows } = await client.query<Reach>(REACH, [SCHEMAS, OF_THE_SERVER]);
    const [found] = rows;
    if (found !== undefined) throw new Error(`${refusal(found)} ${HELP}`);
    const tables = await namesOf(client, UNSEPARATED, [SCHEMAS]);
    if (tables.length > 0)
      throw new Error(
        `Row-level security does not separate people in ${tables.slice(0, 3).join(', ')}${tables.length > 3 ? ', …' : ''}. Remove the policies that were added to these tables and switch row-level security on again, with FORCE. ${HELP}`,
      );
  });
}

/**
 * Tries in every table of people, for two scratch persons, whether one gets at rows of another: the first adds a row of its
 * own, the second must see nothing, must not delete that row and must not add one in the name of the first. A row that lacks
 * values is refused for those only after row-level security has admitted it, so that no table needs a whole row. Ids are
 * given, so that no counter moves; the caller rolls everything back. A table that somebody has locked is not waited for: its
 * policies were looked at. The result is in `munim.leaks`.
 */
const TRIAL = `do $trial$
declare
  t record; found bigint; leaks text[] := '{}';
begin
  for t in
    select ${TABLE_NAME} as name, has_table_privilege(c.oid, 'select') as reads, has_table_privilege(c.oid, 'delete') as deletes,
      has_table_privilege(c.oid, 'insert') as adds,
      (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
         and (a.attidentity <> '' or (a.attname = 'owner_user_id' and a.attgenerated = ''))) as ids
    from ${TABLES} where ${OURS} and c.relkind in ('r', 'p') and exists
      (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_user_id' and not a.attisdropped)
  loop
    begin
      for person in 1..2 loop
        perform set_config('app.user_id', (-person)::text, true);
        continue when not t.adds;
        begin
          execute format('insert into %s (%s) overriding system value values (%s)', t.name, t.ids, regexp_replace(t.ids, '[^, ]+', '-1', 'g'));
          if person = 2 then leaks := leaks || ('adds to ' || t.name); end if;
        exception
          when insufficient_privilege then
            if person = 1 then leaks := leaks || ('cannot add own rows to ' || t.name); end if;
          when lock_not_available or transaction_rollback or insufficient_resources then raise;
          when others then
            if person = 2 then leaks := leaks || ('adds to ' || t.name); end if;
        end;
      end loop;
      if t.reads then
        execute format('select count(*) from (select from %s limit 1) one', t.name) into found;
        if found > 0 then leaks := leaks || ('reads ' || t.name); end if;
      end if;
      if t.deletes then
        execute format('delete from %s where owner_user_id = -1', t.name);
        get diagnostics found = row_count;
        if found > 0 then leaks := leaks || ('deletes from ' || t.name); end if;
      end if;
    exception when lock_not_available or transaction_rollback then null;
    end;
  end loop;
  perform set_config('munim.leaks', array_to_string(leaks, ', '), true);
end $trial$`;

/**
 * Tries the separation of people by the login itself, in one transaction of which nothing stays.
 * @throws Error that names what one person could do to another
 */
export async function trySeparation(appUrl: string): Promise<void> {
  await withLogin(appUrl, async (client) => {
    try {
      await client.query(`begin; set local lock_timeout = '250ms'; ${TRIAL}`);
      const { rows } = await client.query<{ leaks: string }>(
        `select current_setting('munim.leaks') as leaks`,
      );
      const leaks = rows[0]?.leaks.split(', ').filter((leak) => leak !== '') ?? [];
      if (leaks.length === 0) return;
      const shown = `${leaks.slice(0, 3).join(', ')}${leaks.length > 3 ? ', …' : ''}`;
      throw new Error(
        `The login of DATABASE_APP_URL does not keep people apart. One person, tried against another: ${shown}. Run npm run migrate, and check that nobody changed platform.current_user_id() or the policies of the tables.`,
      );
    } finally {
      await client.query('rollback');
    }
  });
}

/** Opens a connection by the restricted login for some work. @throws Error with what to do where it cannot log in */
export async function withLogin<T>(appUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = openClient(appUrl, {
    name: `munim start:${process.pid}`,
    limits: TIME_LIMITS.job,
    isPooled: true,
  });
  try {
    await client.connect().catch((error: unknown) => {
      throw new Error(
        `Cannot log in as the restricted role of DATABASE_APP_URL: ${error instanceof Error ? error.message : String(error)}. Correct it, or leave it empty so that Munim creates a role.`,
        { cause: error },
      );
    });
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function refusal({ login, role, can, owned }: Reach): string {
  const isItself = login === role;
  const what = {
    superuser: 'is a superuser',
    bypassrls: 'has BYPASSRLS',
    owner: `owns ${owned ?? 'tables'}`,
    server: 'may use files and programs of the server',
    replication: 'has REPLICATION, and so may copy the whole server',
    createrole: 'has CREATEROLE, and so may become any role',
  }[can];
  const why = isItself ? `${login} ${what}` : `${login} is a member of ${role}, which ${what}`;
  const grant = `${pg.escapeIdentifier(role)} from ${pg.escapeIdentifier(login)}`;
  const remedy = isItself
    ? 'Set DATABASE_APP_URL to a plain login role that owns nothing, or leave it empty so that Munim creates one.'
    : `Run "revoke ${grant}" (a membership over other roles ends with one of those), or set DATABASE_APP_URL to a plain login role.`;
  return `The database role ${why}, so it cannot separate people. ${remedy}`;
}

async function namesOf(client: Asked, sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(sql, values);
  return rows.map(({ name }) => name);
}
