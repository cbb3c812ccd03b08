import { createHash, randomBytes } from 'node:crypto';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { GRANTS } from '../../migrations/grants.ts';
import { migrationSource } from '../../migrations/main/index.ts';
import type { DatabaseUrls } from './database.ts';
import { survivesLostConnections } from './lost-connection.ts';

/** Any number: it only has to be the same in every process that migrates this database. */
const MIGRATION_LOCK = 5_712_001;
const POLL_MS = 200;

/**
 * Brings the database to the newest migration. Several processes may call it at once: one migrates, the others wait.
 * A lock row left by a killed run is cleared, since the advisory lock is the real one.
 */
export async function migrateDatabase(ownerUrl: string): Promise<{ applied: string[] }> {
  return withMigrationLock(ownerUrl, async () => {
    const knex = openOwner(ownerUrl);
    try {
      await knex.migrate.forceFreeMigrationsLock();
      const [, applied] = (await knex.migrate.latest()) as [number, string[]];
      return { applied };
    } finally {
      await knex.destroy();
    }
  });
}

/** Names of migrations that this code has and the database has not. Empty means current. */
export async function pendingMigrations(ownerUrl: string): Promise<string[]> {
  const knex = openOwner(ownerUrl);
  try {
    const [, pending] = (await knex.migrate.list()) as [unknown, { name: string }[]];
    return pending.map((migration) => migrationSource.getMigrationName(migration as never));
  } finally {
    await knex.destroy();
  }
}

/**
 * Ensures the restricted login role of this database and answers both addresses. The role's password is drawn once
 * and kept in a table only the owner reads, so that every process of the installation comes to the same one.
 * @throws Error with what to do when the owner may not create roles and no ready role was given.
 */
export async function ensureAppRole(ownerUrl: string, givenAppUrl: string | null): Promise<DatabaseUrls> {
  const client = new pg.Client({ connectionString: ownerUrl });
  survivesLostConnections(client);
  await client.connect();
  try {
    if (givenAppUrl !== null) {
      const role = decodeURIComponent(new URL(givenAppUrl).username);
      await refuseBypass(client, role);
      await withMigrationLock(ownerUrl, () => grantTo(client, role));
      return { ownerUrl, appUrl: givenAppUrl };
    }
    const { role, password } = await withMigrationLock(ownerUrl, () => roleOf(client));
    const app = new URL(ownerUrl);
    app.username = role;
    app.password = password;
    return { ownerUrl, appUrl: app.href };
  } finally {
    await client.end();
  }
}

async function roleOf(client: pg.Client): Promise<{ role: string; password: string }> {
  const read = async (name: string) =>
    (
      await client.query<{ value: string }>('select value from platform.server_secrets where name = $1', [
        name,
      ])
    ).rows[0]?.value;
  const known = { role: await read('app_role'), password: await read('app_password') };
  if (known.role !== undefined && known.password !== undefined) {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [known.role]);
    if (rowCount === 1) {
      await grantTo(client, known.role);
      return { role: known.role, password: known.password };
    }
  }
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = rows[0]?.name ?? 'munim';
  const suffix = createHash('sha256').update(database).digest('hex').slice(0, 8);
  const role = known.role ?? `munim_app_${suffix}`;
  const password = known.password ?? randomBytes(24).toString('base64url');
  try {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    const verb = rowCount === 1 ? 'alter' : 'create';
    await client.query(
      `${verb} role ${pg.escapeIdentifier(role)} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
    );
  } catch (error) {
    throw new Error(
      'The role of DATABASE_URL may not create roles. Give it CREATEROLE, or create a login role without BYPASSRLS yourself and set DATABASE_APP_URL to it.',
      { cause: error },
    );
  }
  await refuseBypass(client, role);
  await grantTo(client, role);
  await client.query(
    `insert into platform.server_secrets (name, value) values ('app_role', $1), ('app_password', $2)
     on conflict (name) do update set value = excluded.value`,
    [role, password],
  );
  return { role, password };
}

async function refuseBypass(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ unsafe: boolean }>(
    'select rolsuper or rolbypassrls as unsafe from pg_roles where rolname = $1',
    [role],
  );
  if (rows[0]?.unsafe !== false) {
    throw new Error(
      `The database role ${role} is missing, a superuser or has BYPASSRLS: it cannot keep owners apart. Set DATABASE_APP_URL to a plain login role.`,
    );
  }
}

/** Grants what `migrations/grants.ts` lists, and nothing else, to the restricted role. Repeating it is harmless. */
async function grantTo(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const schemas = [...new Set(GRANTS.map(([table]) => table.split('.')[0] ?? ''))];
  await client.query(
    [
      `grant usage on schema ${schemas.join(', ')} to ${name}`,
      ...GRANTS.map(([table, privileges]) => `grant ${privileges} on ${table} to ${name}`),
    ].join(';'),
  );
}

function openOwner(connectionString: string): Knex {
  return knexFactory({
    client: 'pg',
    connection: connectionString,
    pool: { min: 0, max: 2 },
    migrations: { migrationSource, tableName: 'schema_migration', schemaName: 'public' },
  });
}

async function withMigrationLock<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  survivesLostConnections(client);
  await client.connect();
  try {
    // Polled, never waited for: a waiting lock holds a snapshot that CREATE INDEX CONCURRENTLY would wait for in turn.
    for (;;) {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
        MIGRATION_LOCK,
      ]);
      if (rows[0]?.locked === true) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return await work();
  } finally {
    await client.end();
  }
}
