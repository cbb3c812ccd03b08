import assert from 'node:assert/strict';
import { setImmediate as soon } from 'node:timers/promises';
import pg from 'pg';
import { createLog, type Log } from '../../../core/platform/index.ts';
import { lockRoles, type RoleLocks } from '../../../core/platform/role-locks.ts';
import { eventually } from '../../support/chat-driver.ts';
import { emptyDatabase } from '../../support/postgres.ts';

const ROLES = ['api', 'bot'];
const HELD = `select pid, application_name as name from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name like 'munim:%'`;

describe('the locks of the roles', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let watcher: pg.Client;
  let told: { message: string; role: unknown }[];
  let log: Log;
  beforeEach(async () => {
    database = await emptyDatabase();
    watcher = new pg.Client({ connectionString: database.url });
    await watcher.connect();
    told = [];
    log = Object.assign(createLog('silent'), {
      error: (fields: { role?: unknown }, message: string) => void told.push({ message, role: fields.role }),
    });
  });
  afterEach(async () => {
    await watcher.end();
    await database.drop();
  });
  const lock = (roles: readonly string[] = ROLES): Promise<RoleLocks> =>
    lockRoles({
      server: { ownerUrl: database.url, embedded: true },
      roles,
      dataDir: '/data',
      log,
      timers: { sleep: () => soon() },
    });
  const isFree = async (role: string): Promise<boolean> => {
    const locks = await lock([role]).catch(() => null);
    await locks?.release();
    return locks !== null;
  };
  const cut = () => watcher.query(`select pg_terminate_backend(pid) from (${HELD}) held`);

  it('are held once: who comes second learns which process has the role', async () => {
    const first = await lock();
    await assert.rejects(
      lock(['bot']),
      new RegExp(`^Error: Munim's bot already runs on /data \\(process ${process.pid}\\)\\. Stop it first`),
    );
    const other = await lock(['jobs']);
    await first.release();
    assert.ok(await isFree('bot'));
    await other.release();
  });

  it('are taken again after the database was away', async () => {
    // They were gone with the connection, and a second process of the same role could start.
    const locks = await lock();
    await cut();
    for (const role of ROLES) await eventually(`${role} to be locked`, async () => !(await isFree(role)));
    assert.deepEqual(told, []);
    await locks.release();
    for (const role of ROLES) assert.ok(await isFree(role));
  });

  it('that another process has by then are told of once, and taken when that has ended', async () => {
    const locks = await lock();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const asked = client.query(`select pg_advisory_lock(hashtextextended('munim role bot', 0))`);
    await eventually(
      'the other to wait',
      async () => (await watcher.query('select from pg_locks where not granted')).rowCount === 1,
    );
    await cut();
    await asked;
    await eventually('the other to be told of', () => told.length > 0);
    assert.deepEqual(told, [
      {
        role: 'bot',
        message: 'another process began the same role while the database was away: stop one of them',
      },
    ]);
    assert.ok(!(await isFree('api')));
    await client.end();
    await eventually('bot to be locked', async () => !(await isFree('bot')));
    assert.equal(told.length, 1);
    await locks.release();
  });

  it('are given up at once, also while they are taken again', async () => {
    const locks = await lock();
    await cut();
    await locks.release();
    await eventually('all sessions to be gone', async () => (await watcher.query(HELD)).rowCount === 0);
  });
});
