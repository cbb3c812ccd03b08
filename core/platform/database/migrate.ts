import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import pg from 'pg';
import { GRANTS } from '../../../migrations/grants.ts';
import { migrationSource } from '../../../migrations/migration-source.ts';
import { openKnex } from './connection-pools.ts';
import { openClient } from './watched-client.ts';
import { tryLock } from './advisory-locks.ts';
import type { DatabaseUrls } from './database.ts';
import { refuseUnfit } from './session-settings.ts';
import { ensureSystemSeesAll, trySeparation, refuseUnlessSeparated } from './row-security.ts';
import { MAINTENANCE_LIMITS, TIME_LIMITS } from '../time-limits.ts';

const POLL_MS = 200;
const UNDEFINED_TABLE = '42P01';

/**
 * Makes a database ready for a role of Munim: its tables as new as this code, and the restricted login as
 * `ensureAppRole` says. One that is ready already, as at every start but the first, is only looked at.
 * @param isTried the separation of people was tried in this database already, so that it need not be again
 * @throws Error with what to do when the owner may not create roles and no ready role was given, or the login does not separate
 * people.
 */
export async function prepareDatabase(
  ownerUrl: string,
  givenAppUrl: string | null,
  isTried = false,
): Promise<DatabaseUrls> {
  return await withClient(ownerUrl, async (client) => {
    if (!(await isCurrent(client))) await migrateDatabase(ownerUrl);
    if (!isTried) await refuseUnfit(client, givenAppUrl);
    return await appRoleOf(client, ownerUrl, givenAppUrl, isTried);
  });
}

/**
 * Variant for a database behind a pooler: statements that outlast a transaction go to the server itself.
 * @param directUrl null without a pooler
 */
export async function prepareBehindPooler(
  { ownerUrl, directUrl, appUrl }: { ownerUrl: string; directUrl: string | null; appUrl: string | null },
  isTried = false,
): Promise<DatabaseUrls> {
  const found = await prepareDatabase(directUrl ?? ownerUrl, appUrl, isTried);
  if (directUrl === null) return found;
  const pooled = new URL(ownerUrl);
  const { username, password } = new URL(found.appUrl);
  Object.assign(pooled, { username, password });
  return { ownerUrl, directUrl, appUrl: appUrl ?? pooled.href };
}

/** Whether the database has exactly the migrations of this code. */
async function isCurrent(client: pg.Client): Promise<boolean> {
  const names = await migrationNames();
  try {
    const { rows } = await client.query<{ is_current: boolean | null }>(
      `select array_agg(name::text order by name collate "C") = $1::text[] as is_current
       from public.schema_migration`,
      [names.toSorted()],
    );
    return rows[0]?.is_current === true;
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return false;
    throw error;
  }
}

/**
 * Brings the database to the newest migration. Several processes may call it at once: one migrates, the others wait.
 * A lock row left by a killed run is cleared, since the advisory lock is the real one.
 */
export async function migrateDatabase(ownerUrl: string): Promise<{ applied: string[] }> {
  return await withMigrations(ownerUrl, async (knex) => ({ applied: await applyAll(knex) }));
}

/**
 * Migrates a database that has tables of Munim. A new one only gets the empty table of migrations: a restore creates all
 * tables anyway.
 * @returns true for a new database
 */
export async function migrateUnlessNew(ownerUrl: string): Promise<boolean> {
  return await withMigrations(ownerUrl, async (knex) => {
    const [completed] = (await knex.migrate.list()) as [unknown[], unknown[]];
    if (completed.length === 0) return true;
    await applyAll(knex);
    return false;
  });
}

async function applyAll(knex: Knex): Promise<string[]> {
  await knex.migrate.forceFreeMigrationsLock();
  const [, applied] = (await knex.migrate.latest()) as [number, string[]];
  return applied;
}

async function withMigrations<T>(ownerUrl: string, work: (knex: Knex) => Promise<T>): Promise<T> {
  return await withMigrationLock(ownerUrl, async () => {
    const knex = openOwner(ownerUrl);
    try {
      return await work(knex);
    } finally {
      await knex.destroy();
    }
  });
}

/** Names of migrations that this code has and the database has not, in their order. Empty means current. */
export async function pendingMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name::text from public.schema_migration');
  const there = new Set(rows.map(({ name }) => name));
  return (await migrationNames()).filter((name) => !there.has(name));
}

async function migrationNames(): Promise<string[]> {
  const migrations = await migrationSource.getMigrations([]);
  return migrations.map((migration) => migrationSource.getMigrationName(migration));
}

/**
 * Ensures the restricted login role of this database and answers both addresses. The role's password is drawn once
 * and kept in a table only the owner reads, so that every process of the installation comes to the same one.
 * @throws Error with what to do when the owner may not create roles and no ready role was given.
 */
export async function ensureAppRole(ownerUrl: string, givenAppUrl: string | null): Promise<DatabaseUrls> {
  return await withClient(ownerUrl, (client) => appRoleOf(client, ownerUrl, givenAppUrl, false));
}

async function appRoleOf(
  client: pg.Client,
  ownerUrl: string,
  givenAppUrl: string | null,
  isTried: boolean,
): Promise<DatabaseUrls> {
  await ensureSystemSeesAll(client);
  if (givenAppUrl !== null) {
    // Before it is given any right.
    if (!isTried) await refuseUnlessSeparated(givenAppUrl);
    const role = decodeURIComponent(new URL(givenAppUrl).username);
    if (!(await hasGrants(client, role))) await withMigrationLock(ownerUrl, () => grantTo(client, role));
    if (!isTried) await trySeparation(givenAppUrl);
    return { ownerUrl, appUrl: givenAppUrl };
  }
  const known = await knownLogin(client);
  const isReady = known !== null && (await hasGrants(client, known.role));
  const { role, password } = isReady ? known : await withMigrationLock(ownerUrl, () => loginOf(client));
  const appUrl = addressOf(ownerUrl, { role, password });
  // It was made without any of these rights, but others may have given it some since.
  if (!isTried) {
    await refuseUnlessSeparated(appUrl);
    await trySeparation(appUrl);
  }
  return { ownerUrl, appUrl };
}

/** Address of the restricted login that Munim made for a database; null where there is none yet. */
export async function knownAppUrl(client: pg.Client, ownerUrl: string): Promise<string | null> {
  const known = await knownLogin(client).catch((error: unknown) => {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return null;
    throw error;
  });
  return known === null ? null : addressOf(ownerUrl, known);
}

function addressOf(ownerUrl: string, { role, password }: Login): string {
  const app = new URL(ownerUrl);
  app.username = role;
  app.password = password;
  return app.href;
}

interface Login {
  role: string;
  password: string;
}

/** The restricted login that was made before; null where there is none, or no longer. */
async function knownLogin(client: pg.Client): Promise<Login | null> {
  const { rows } = await client.query<Login>(
    `select role.value as role, password.value as password
     from platform.server_secrets role, platform.server_secrets password, pg_roles
     where role.name = 'app_role' and password.name = 'app_password' and rolname = role.value`,
  );
  return rows[0] ?? null;
}

async function loginOf(client: pg.Client): Promise<Login> {
  const known = await knownLogin(client);
  if (known !== null) {
    await grantTo(client, known.role);
    return known;
  }
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = rows[0]?.name ?? 'munim';
  const suffix = createHash('sha256').update(database).digest('hex').slice(0, 8);
  const role = (await secret(client, 'app_role')) ?? `munim_app_${suffix}`;
  const password = (await secret(client, 'app_password')) ?? randomBytes(24).toString('base64url');
  try {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    const verb = rowCount === 1 ? 'alter' : 'create';
    await client.query(
      `${verb} role ${pg.escapeIdentifier(role)} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
    );
  } catch (error) {
    throw new Error(
      'The role of DATABASE_URL cannot create roles. Give it CREATEROLE, or create a login role without BYPASSRLS and set DATABASE_APP_URL to it.',
      { cause: error },
    );
  }
  await grantTo(client, role);
  await client.query(
    `insert into platform.server_secrets (name, value) values ('app_role', $1), ('app_password', $2)
     on conflict (name) do update set value = excluded.value`,
    [role, password],
  );
  return { role, password };
}

async function secret(client: pg.Client, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>(
    'select value from platform.server_secrets where name = $1',
    [name],
  );
  return rows[0]?.value;
}

const GRANTED_SCHEMAS = [...new Set(GRANTS.map(([table]) => table.split('.')[0] ?? ''))];

/** Whether the restricted role may do all that `migrations/grants.ts` lists: writing grants anew costs far more. */
async function hasGrants(client: pg.Client, role: string): Promise<boolean> {
  const each = GRANTS.flatMap(([table, privileges]) =>
    privileges.split(', ').map((privilege) => ({ table, privilege })),
  );
  const { rows } = await client.query<{ has_all: boolean }>(
    `select (select bool_and(has_schema_privilege($1, name, 'usage')) from unnest($2::text[]) name)
       and (select bool_and(coalesce(has_table_privilege($1, to_regclass(name), privilege), false))
            from unnest($3::text[], $4::text[]) asked (name, privilege)) as has_all`,
    [role, GRANTED_SCHEMAS, each.map(({ table }) => table), each.map(({ privilege }) => privilege)],
  );
  return rows[0]?.has_all === true;
}

/** Grants what `migrations/grants.ts` lists, and nothing else, to the restricted role. Repeating it is harmless. */
async function grantTo(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await client.query(
    [
      `grant usage on schema ${GRANTED_SCHEMAS.join(', ')} to ${name}`,
      ...GRANTS.map(([table, privileges]) => `grant ${privileges} on ${table} to ${name}`),
    ].join(';'),
  );
}

function openOwner(connectionString: string): Knex {
  return openKnex(connectionString, {
    name: `munim migrate:${process.pid}`,
    max: 2,
    limits: MAINTENANCE_LIMITS,
    migrations: { migrationSource, tableName: 'schema_migration', schemaName: 'public' },
  });
}

async function withMigrationLock<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  return await withClient(ownerUrl, async (client) => {
    // Polled, never waited for: a waiting lock holds a snapshot that CREATE INDEX CONCURRENTLY would wait for in turn.
    // Polled, never waited for: a waiting lock holds a snapshot that CREATE INDEX CONCURRENTLY would wait for in turn.
    while (!(await tryLock(client, { kind: 'migration' }))) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return await work();
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = openClient(url, { name: `munim migrate:${process.pid}`, limits: TIME_LIMITS.maintenance });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
