import type { Knex } from 'knex';
import type pg from 'pg';

/** The one connection of a transaction: COPY needs it bare. */
export async function connectionOf(trx: Knex.Transaction): Promise<pg.ClientBase> {
  const client = trx.client as { acquireConnection(): Promise<pg.ClientBase> };
  return await client.acquireConnection();
}
