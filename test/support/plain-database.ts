import knexFactory from 'knex';
import pg from 'pg';
import { migrationSource } from '../../migrations/migration-source.ts';

/** Brings an empty database to the level of so many migrations, as an older Munim left it. */
export async function migrateUpTo(url: string, count: number): Promise<void> {
  const knex = knexFactory({
    client: 'pg',
    connection: url,
    migrations: { migrationSource, tableName: 'schema_migration', schemaName: 'public' },
  });
  for (let done = 0; done < count; done += 1) await knex.migrate.up();
  await knex.destroy();
}

/** The rows of one statement, on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
