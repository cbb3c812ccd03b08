import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openKnex, openPool } from '../../../../core/platform/database/connection-pools.ts';
import { openClient } from '../../../../core/platform/database/watched-client.ts';
import {
  createListener,
  createLog,
  type Database,
  openDatabase,
  openHeldConnection,
  type TimeLimits,
  withTimeOf,
} from '../../../../core/platform/index.ts';
import { eventually } from '../../../support/chat-driver.ts';
import { createWire, type Wire } from '../../../support/database-wire.ts';
import { type TestDatabase, testDatabase } from '../../../support/postgres.ts';
import { limitsTimes, PATIENT_LIMITS } from '../../../support/time-limits.ts';
import { countTurns } from '../../../support/turns.ts';

const LIMITS = limitsTimes(0.125);
const SILENCE = { code: 'UNAVAILABLE', status: 503 };
const PERSON = '00000000-0000-4000-8000-000000000001';

describe('connections to a database that does not answer', () => {
  let database: TestDatabase;
  let wire: Wire;
  let url: string;
  let db: Database;
  before(async () => {
    database = await testDatabase();
    wire = createWire();
    url = await wire.through(database.url);
    const appUrl = await wire.through(database.appUrl);
    db = openDatabase({ ownerUrl: url, appUrl }, createLog('silent'), { limits: LIMITS });
  });
  after(async () => {
    await db.close();
    await wire.cut();
    await database.drop();
  });
  afterEach(() => wire.thaw());

  const client = async (limits: Partial<TimeLimits> = {}, signOfLifeMs?: number): Promise<pg.Client> => {
    const one = openClient(url, {
      name: 'test',
      limits: { ...LIMITS.request, ...limits },
      ...(signOfLifeMs === undefined ? {} : { signOfLifeMs }),
    });
    await one.connect();
    return one;
  };

  it('a statement that gets no answer fails, its client is thrown away, and no answer comes late to another', async () => {
    const pool = openPool(url, { name: 'test', max: 1, limits: LIMITS });
    pool.on('error', () => undefined);
    assert.deepEqual((await pool.query('select 1 as n')).rows, [{ n: 1 }]);
    wire.freeze();
    await assert.rejects(pool.query('select 2 as n'), SILENCE);
    await assert.rejects(pool.query('select 3 as n'), SILENCE, 'nor can a new one be made');
    wire.thaw();
    await eventually(
      'the pool to answer',
      async () => (await pool.query('select 4 as n').catch(() => null)) !== null,
    );
    assert.deepEqual((await pool.query('select 5 as n')).rows, [{ n: 5 }]);
    assert.equal(pool.totalCount, 1);
    assert.equal(pool.idleCount, 1);
    await pool.end();
  });

  it('a connection that is lost before it has been told its settings ends no process: a jobs process died of it', async () => {
    const pool = openPool(url, { name: 'test', max: 1, limits: LIMITS });
    const knex = openKnex(url, { name: 'test', max: 1, limits: LIMITS });
    for (const ask of [() => pool.query('select 1'), () => knex.raw('select 1')]) {
      wire.loseAnswerTo('set lock_timeout');
      await assert.rejects(async () => await ask(), /terminated|UNAVAILABLE/);
      await ask();
    }
    await pool.end();
    await knex.destroy();
  });

  it('all that waits for a transaction fails together, and the transaction is not kept', async () => {
    const marks = () =>
      db.systemPool.query<{ name: string }>(
        `select name from platform.server_secrets where name like 'mark%'`,
      );
    const write = db.asSystem('a mark', async (trx) => {
      await trx.raw(`insert into platform.server_secrets (name, value) values ('mark', '')`);
      wire.freeze();
      await Promise.all([trx.raw('select 1'), trx.raw('select 2')]);
    });
    await assert.rejects(write, SILENCE);
    wire.thaw();
    // The lock of the row that was written goes with the transaction.
    await eventually('the server to take it back', async () => {
      const { rows } = await db.systemPool
        .query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
        )
        .catch(() => ({ rows: [] }));
      return rows[0]?.n === 0;
    });
    assert.deepEqual((await marks()).rows, []);
  });

  it('many more than there are connections are all refused, and afterwards the pool serves again', async () => {
    await db.asUser(PERSON, async (trx) => await trx.raw('select'));
    wire.freeze();
    const turns = countTurns();
    const many = await Promise.allSettled(
      Array.from({ length: 100 }, () => db.asUser(PERSON, async (trx) => await trx.raw('select'))),
    );
    // One after the other they would take ten times as long as one.
    assert.ok(turns() < 5 * LIMITS.request.waitMs);
    for (const one of many)
      assert.equal(one.status === 'rejected' && (one.reason as { code: string }).code, 'UNAVAILABLE');
    wire.thaw();
    // All are awaited, also where one fails: a late COMMIT would be taken for that of the next test.
    const again = () =>
      Promise.allSettled(
        Array.from({ length: 20 }, () => db.asUser(PERSON, async (trx) => await trx.raw('select'))),
      );
    await eventually('the pool to serve', async () =>
      (await again()).every(({ status }) => status === 'fulfilled'),
    );
  });

  it('a change whose COMMIT was not answered says that it may have been saved', async () => {
    const { rows } = await db.systemPool.query<{ id: string }>(
      `insert into identity.users (login, name) values ('mark', 'Mark') returning id`,
    );
    const id = rows[0]?.id ?? '';
    await db.change(id, ['goals'], async (trx) => await trx.raw('select'));
    wire.loseAnswerTo('COMMIT');
    const change = db.change(id, ['goals'], async (trx) => await trx.raw('select'));
    await assert.rejects(change, { ...SILENCE, detail: /Check whether the change was saved/ });
    await eventually('it to be saved', async () => (await db.revision(id, ['goals'])) === '2');
    wire.loseAnswerTo('revisions');
    await assert.rejects(
      db.change(id, ['goals'], async (trx) => await trx.raw('select')),
      { ...SILENCE, detail: /cannot be reached/ },
    );
    assert.equal(await db.revision(id, ['goals']), '2');
  });

  it('rows that keep coming may take longer than one answer, and a busy process does not count as silence', async () => {
    // Not through the wire, which is busy when this process is.
    const limits = { ...LIMITS.request, answerMs: 300, statementMs: 0 };
    const one = openClient(database.url, { name: 'test', limits });
    await one.connect();
    // Each row fills a packet of the server, so that none of them waits for the next.
    const rows = one.query(`select pg_sleep(0.1), repeat('x', 20000) from generate_series(1, 10)`);
    assert.equal((await rows).rowCount, 10);
    const soon = one.query('select 1 as n');
    const busyUntil = performance.now() + 700;
    while (performance.now() < busyUntil);
    assert.deepEqual((await soon).rows, [{ n: 1 }]);
    await one.end();
  });

  it('the server refuses by itself what takes too long, what waits for a lock, and a transaction that hangs', async () => {
    const one = await client({ statementMs: 50, lockMs: 30, idleInTransactionMs: 60, answerMs: 10_000 });
    await assert.rejects(one.query('select pg_sleep(20)'), { code: '57014' });
    const other = await client();
    await other.query('begin; lock table platform.server_secrets in access exclusive mode');
    await assert.rejects(one.query('table platform.server_secrets'), { code: '55P03' });
    await other.query('rollback');
    const gone = new Promise((resolve) => one.once('end', resolve));
    await one.query('begin');
    await gone;
    await other.end();
  });

  it('longer limits are for the work that asks for them, and for nobody after it', async () => {
    // With long ones, from which the moment that a busy machine keeps somebody waiting takes nothing.
    const patient = openDatabase(db.urls, createLog('silent'), { limits: PATIENT_LIMITS });
    const told = async () => {
      const { rows } = await patient.asUser(
        PERSON,
        async (trx) =>
          await trx.raw<{ rows: { name: string; setting: string }[] }>(
            `select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout') order by name`,
          ),
      );
      return rows.map(({ setting }) => Number(setting));
    };
    const { request, long, job } = PATIENT_LIMITS;
    assert.deepEqual(await told(), [request.lockMs, request.statementMs]);
    assert.deepEqual(await withTimeOf('long', told), [long.lockMs, long.statementMs]);
    assert.deepEqual(await withTimeOf('job', () => withTimeOf('long', told)), [job.lockMs, job.statementMs]);
    assert.deepEqual(await told(), [request.lockMs, request.statementMs]);
    await patient.close();
  });

  it('one that listens or holds a lock finds out by itself', async () => {
    const held = await client({}, 50);
    const gone = new Promise((resolve) => held.once('end', resolve));
    await sleep(200);
    wire.freeze();
    await gone;
  });

  it('a listener and named locks do not wait for it', async () => {
    const held = openHeldConnection(url, 'munim:test', createLog('silent'), LIMITS.held);
    const lock = await held.tryTake({ kind: 'named', name: 'one' });
    wire.freeze();
    await assert.rejects(held.tryTake({ kind: 'named', name: 'two' }), SILENCE);
    const listener = createListener(held, createLog('silent'));
    await assert.rejects(listener.start());
    await lock?.release();
    listener.close();
    await held.close();
  });
});
