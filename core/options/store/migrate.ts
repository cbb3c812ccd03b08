import type { Knex } from 'knex';
import { OPTION_MIGRATIONS } from '../../../migrations/options/index.ts';

/** Where the applied migrations are listed. */
export const APPLIED = 'schema_migration';
/** How Postgres says that another process made the same table in this moment. */
const MADE_MEANWHILE = ['23505', '42P07', '42P06'];

/** The store was written by a newer Munim than this one. */
export class NewerStoreError extends Error {
  override name = 'NewerStoreError';
}

/**
 * Brings the store to the newest migration, all or nothing. Of several processes at once one migrates and the others wait:
 * on SQLite by the right to write, on Postgres by a lock of the table of migrations.
 * @throws NewerStoreError
 */
export async function migrateStore(knex: Knex, dialect: 'sqlite' | 'postgres', now: Date): Promise<void> {
  if (dialect === 'postgres') await makeSchema(knex);
  await knex.transaction(async (trx) => {
    if (!(await trx.schema.hasTable(APPLIED)))
      await trx.schema.createTable(APPLIED, (t) => {
        t.text('name').primary();
        t.text('applied_at').notNullable();
      });
    if (dialect === 'postgres') await trx.raw(`lock table ${APPLIED} in exclusive mode`);
    const applied = new Set((await trx<{ name: string }>(APPLIED).select('name')).map(({ name }) => name));
    const known = OPTION_MIGRATIONS.map(([name]) => name);
    const newer = [...applied].find((name) => !known.includes(name));
    if (newer !== undefined) throw new NewerStoreError(newer);
    for (const [name, { up }] of OPTION_MIGRATIONS) {
      if (applied.has(name)) continue;
      await up(trx);
      await trx(APPLIED).insert({ name, applied_at: now.toISOString() });
    }
  });
}

/** The tables stand in a schema of their own: the database may be the one that the portfolio is in. */
async function makeSchema(knex: Knex): Promise<void> {
  const make = async () => {
    await knex.raw('create schema if not exists options');
    await knex.raw(`create table if not exists ${APPLIED} (name text primary key, applied_at text not null)`);
  };
  try {
    await make();
  } catch (error) {
    if (!MADE_MEANWHILE.includes((error as { code?: string }).code ?? '')) throw error;
    await make();
  }
}
