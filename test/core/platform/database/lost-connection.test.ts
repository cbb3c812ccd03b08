import assert from 'node:assert/strict';
import pg from 'pg';
import { survivesLostConnections } from '../../../../core/platform/index.ts';
import { emptyDatabase } from '../../../support/postgres.ts';

/*
 * Two jobs processes stood ready, Postgres ended every connection, and one of the processes died: Agenda had taken a
 * client out of its pool and its only query had just been answered, so nobody listened when the connection went.
 */
describe('a connection that Postgres ends', () => {
  let database: { url: string; drop(): Promise<void> };
  before(async () => {
    database = await emptyDatabase();
  });
  after(async () => await database.drop());

  const end = async (pid: number): Promise<void> => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [pid]);
    await other.end();
  };
  const ended = async (client: pg.ClientBase): Promise<void> =>
    await new Promise((resolve) => client.once('end', () => resolve()));
  const pidOf = async (client: pg.ClientBase): Promise<number> => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid ?? 0;
  };

  it('a client that is taken out of a pool and idle does not end the process; its next statement is refused', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    pool.on('error', () => undefined);
    survivesLostConnections(pool);
    const client = await pool.connect();
    const gone = ended(client);
    await end(await pidOf(client));
    await gone;
    await assert.rejects(client.query('select 1'), /not queryable|terminat/i);
    client.release(true);
    assert.deepEqual((await pool.query('select 1 as one')).rows, [{ one: 1 }], 'the next one is new');
    await pool.end();
  });

  it('nor does a client of its own', async () => {
    const client = new pg.Client({ connectionString: database.url });
    survivesLostConnections(client);
    await client.connect();
    const gone = ended(client);
    await end(await pidOf(client));
    await gone;
    await assert.rejects(client.query('select 1'), /not queryable|terminat|closed/i);
  });
});
