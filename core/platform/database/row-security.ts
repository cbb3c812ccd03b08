import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { SCHEMAS } from '../../../migrations/grants.ts';
import { TIME_LIMITS } from '../time-limits.ts';
import { sqlStateOf } from './database.ts';
import { openClient } from './watched-client.ts';

type Asked = Pick<pg.ClientBase, 'query'>;

const TABLE_NAME = `format('%I.%I', n.nspname, c.relname)`;
const TABLES = 'pg_class c join pg_namespace n on n.oid = c.relnamespace';

/** Tables whose policies hold for the role that owns them as well. */
export async function forcedTables(client: Asked): Promise<string[]> {
  return await namesOf(
    client,
    `select ${TABLE_NAME} as name from ${TABLES} where c.relforcerowsecurity order by 1`,
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
     where c.relrowsecurity and row_security_active(c.oid) and not ${SEES_ALL} order by 1`,
  );
}

/**
 * Shows the role of DATABASE_URL every row again, where the tables were given to another role than the one that made them.
 * @throws Error with what to do when it may not
 */
export async function ensureSystemSeesAll(client: Asked): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string }>(
    `select ${TABLE_NAME} as name, pg_get_userbyid(c.relowner) as owner from ${TABLES}
     where c.relforcerowsecurity and row_security_active(c.oid) and not ${SEES_ALL}`,
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

interface Reach {
  login: string;
  /** The role by which it gets past the separation: itself, or one that it is a member of. */
  role: string;
  can: 'superuser' | 'bypassrls' | 'server' | 'createrole' | 'owner';
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
    union all select 5, rolname, 'createrole', null from reached
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
    const { rows } = await client.query<Reach>(REACH, [SCHEMAS, OF_THE_SERVER]);
    const [found] = rows;
    if (found !== undefined) throw new Error(refusal(found));
    const tables = await namesOf(client, UNSEPARATED, [SCHEMAS]);
    if (tables.length > 0)
      throw new Error(
        `Row-level security does not separate people in ${tables.slice(0, 3).join(', ')}${tables.length > 3 ? ', …' : ''}. Remove the policies that were added to these tables and switch row-level security on again, with FORCE.`,
      );
  });
}

/** What row-level security says to a row of another. */
const REFUSED = '42501';
/** Nobody has this id. */
const NOBODY = '0';

/**
 * Tries it as well: writes a row of a person and reads, changes, deletes and adds to it as somebody else. All tables carry the
 * same policy, which `refuseUnlessSeparated` looks at. Nothing of it stays.
 * @param system sees everybody: it finds a person. Without any there is nothing to separate yet.
 * @throws Error where the other person gets at the row
 */
export async function proveSeparation(appUrl: string, system: Asked): Promise<void> {
  const [person] = (await system.query<{ id: string }>('select id from identity.users order by id limit 1'))
    .rows;
  if (person === undefined) return;
  const kind = `separation ${randomUUID()}`;
  await withLogin(appUrl, async (client) => {
    const actAs = async (id: string) =>
      await client.query(`select set_config('app.user_id', $1, true)`, [id]);
    const add = async (suffix: string) =>
      await client.query(
        `insert into notifications.preferences (owner_user_id, kind, mode) values ($1, $2, 'off')`,
        [person.id, kind + suffix],
      );
    const reach = async (sql: string): Promise<number> => (await client.query(sql, [kind])).rowCount ?? 0;
    const read = 'select from notifications.preferences where kind = $1';
    try {
      await client.query('begin');
      await actAs(person.id);
      await add('');
      const own = await reach(read);
      await actAs(NOBODY);
      const reached =
        (await reach(read)) +
        (await reach(`update notifications.preferences set mode = 'loud' where kind = $1`)) +
        (await reach('delete from notifications.preferences where kind = $1'));
      const isAdded = await add(' 2').then(
        () => true,
        (error: unknown) => {
          if (sqlStateOf(error) === REFUSED) return false;
          throw error;
        },
      );
      if (own !== 1 || reached > 0 || isAdded)
        throw new Error(
          'The login of DATABASE_APP_URL does not keep people apart: one could reach a row of another. Run npm run migrate, and check that nobody changed platform.current_user_id() or the policies of the tables.',
        );
    } finally {
      await client.query('rollback');
    }
  });
}

async function withLogin(appUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = openClient(appUrl, { name: `munim start:${process.pid}`, limits: TIME_LIMITS.held });
  try {
    await client.connect().catch((error: unknown) => {
      throw new Error(
        `Cannot log in as the restricted role of DATABASE_APP_URL: ${error instanceof Error ? error.message : String(error)}. Correct it, or leave it empty so that Munim creates a role.`,
        { cause: error },
      );
    });
    await work(client);
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
