import assert from 'node:assert/strict';
import { setImmediate as soon } from 'node:timers/promises';
import pg from 'pg';
import { tryLock } from '../../../../core/platform/database/advisory-locks.ts';
import { createLog, type Log, openHeldConnection } from '../../../../core/platform/index.ts';
import { lockRoles, type RoleLocks } from '../../../../core/platform/locks/role-locks.ts';
import { eventually } from '../../../support/chat-driver.ts';
import { emptyDatabase } from '../../../support/postgres.ts';

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
  const lock = async (roles: readonly string[] = ROLES): Promise<RoleLocks> => {
    const held = openHeldConnection(database.url, `munim:${roles.join('+')}:${process.pid}`, log);
    try {
      const timers = { sleep: () => soon() };
      const locks = await lockRoles({ held, isEmbedded: true, roles, dataDir: '/data', log, timers });
      return { release: () => locks.release().then(() => held.close()) };
    } catch (error) {
      await held.close();
      throw error;
    }
  };
  const isFree = async (role: string): Promise<boolean> => {
    const locks = await lock([role]).catch(() => null);
    await locks?.release();
    return locks !== null;
  };
  const holders = async () => {
    const { rows } = await watcher.query<{ pid: number; count: number }>(
      `select pid, count(*)::int as count from pg_locks where locktype = 'advisory' and granted
         and database = (select oid from pg_database where datname = current_database()) group by pid order by pid desc`,
    );
    return rows;
  };
  const cut = () => watcher.query(`select pg_terminate_backend(pid) from (${HELD}) held`);

  it('are held once: who comes second learns which process has the role', async () => {
    // A session of that name in another database of the server is somebody else's.
    const elsewhere = await emptyDatabase();
    const stranger = new pg.Client({ connectionString: elsewhere.url, application_name: 'munim:bot:1' });
    await stranger.connect();
    const first = await lock();
    await assert.rejects(
      lock(['bot']),
      new RegExp(`^Error: Munim's bot already runs on /data \\(process ${process.pid}\\)\\. Stop it first`),
    );
    await stranger.end();
    await elsewhere.drop();
    const other = await lock(['jobs']);
    await first.release();
    assert.ok(await isFree('bot'));
    await other.release();
  });

  it('are taken again after the database was away', async () => {
    // They were gone with the connection, and a second process of the same role could start.
    const locks = await lock();
    const before = await holders();
    await cut();
    // Looked at and not asked for: whoever asks while they are free has them for a moment.
    await eventually('all of them to be locked by another session', async () => {
      const [now] = await holders();
      return now?.pid !== before[0]?.pid && now?.count === ROLES.length;
    });
    assert.deepEqual(told, []);
    await locks.release();
    for (const role of ROLES) assert.ok(await isFree(role));
  });

  it('are not asked for anew before the server has let them go: on a slow machine the old session still held them', async () => {
    const held = openHeldConnection(database.url, 'munim:test', createLog('silent'));
    const session = await held.session();
    const key = { kind: 'role', name: 'munim role bot' } as const;
    assert.ok(await tryLock(session.client, key));
    let isEnded = false;
    const ended = session.ended.then(() => (isEnded = true));
    // What a server says that ends the session, which it has not done yet.
    (session.client as unknown as { connection: NodeJS.EventEmitter }).connection.emit(
      'errorMessage',
      Object.assign(new Error('terminating connection'), { code: '57P01' }),
    );
    for (let turn = 0; turn < 20; turn += 1) await soon();
    assert.equal(isEnded, false);
    assert.equal(await tryLock(watcher, key), false);
    await cut();
    await ended;
    assert.ok(await tryLock(watcher, key));
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
        message: 'another process started the same role while the database was unavailable: stop one of them',
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
