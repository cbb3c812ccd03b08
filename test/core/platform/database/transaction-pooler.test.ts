import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { createAgendaClock } from '../../../../jobs/agenda-clock.ts';
import { openPool } from '../../../../core/platform/database/connection-pools.ts';
import { TIME_LIMITS, withTimeOf } from '../../../../core/platform/index.ts';
import { type TestCore, testCore } from '../../../support/core.ts';
import { type TestDatabase, testDatabase } from '../../../support/postgres.ts';
import { createTransactionPooler } from '../../../support/transaction-pooler.ts';

const ROWS = `Portfolio,Symbol,Date,Type,Quantity,Price,Fee_Tax,Currency,Asset_Class
Main,TCS,2025-01-06,BUY,10,4000,12.5,INR,Indian Equity
Main,INFY,2025-01-07,BUY,20,1900,9,INR,Indian Equity
Main,TCS,2025-06-02,SELL,4,3500,8,INR,Indian Equity
`;
const by = { actor: 'test' };

describe('a pooler in transaction mode', () => {
  const pooler = createTransactionPooler();
  let database: TestDatabase;
  let world: TestCore;
  before(async () => {
    database = await testDatabase();
    const [url, appUrl] = [await pooler.through(database.url), await pooler.through(database.appUrl)];
    world = await testCore({
      database: { ...database, url, appUrl },
      environment: { DATABASE_DIRECT_URL: database.url, DATABASE_CONNECTIONS: '8' },
    });
  });
  after(async () => {
    await world.close();
    await pooler.close();
  });

  it('imports, changes, reports, exports and announcements are the same as without one, and nothing outlasts a transaction', async () => {
    const { core, owner, stranger } = world;
    const heard: unknown[] = [];
    core.listener.on('portfolio_changed', ({ user_id }) => heard.push(user_id));
    const work = async ({ portfolio, reports, database: own }: TestCore['core'], person: string) => {
      const { import_id } = await portfolio.imports.stage(person, Readable.from([Buffer.from(ROWS)]));
      await portfolio.imports.commit(person, { import_id }, by);
      const row = {
        portfolio: 'Main',
        symbol: 'TCS',
        date: '2025-07-01',
        type: 'BUY',
        price: 3400,
        currency: 'INR',
      };
      // Twice, since a statement would be prepared at its second use.
      for (const quantity of [1, 2]) await portfolio.transactions.create(person, { ...row, quantity }, by);
      let csv = '';
      for await (const piece of await portfolio.exports.csv(person, { type: 'transactions' })) csv += piece;
      const { days, daily } = await reports.values.read(person);
      const { total, portfolios } = await portfolio.dashboard.read(person);
      return {
        csv,
        days: days.length,
        value: daily.value,
        total,
        portfolios,
        revision: await own.revision(person, ['ledger']),
      };
    };
    const pooled = await work(core, owner);
    assert.equal(pooled.csv.split('\n').length, 7);
    assert.deepEqual((await core.portfolio.holdings.all(stranger)).length, 0);
    // A lock and LISTEN are on the connection to the server itself.
    const lock = await core.database.held.tryTake({ kind: 'named', name: 'pooled' });
    assert.ok(lock);
    await lock.release();
    while (heard.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    const plain = await testCore();
    assert.deepEqual(await work(plain.core, plain.owner), pooled);
    await plain.close();
    assert.deepEqual(pooler.outlasting(), []);
    assert.ok(pooler.swaps() > 50);
  });

  it('limits of the work hold in every transaction, also of the plain pool', async () => {
    const told = async () => {
      const { rows } = await world.core.database.systemPool.query<{ setting: string }>({
        name: 'told',
        text: `select setting from pg_settings where name = 'statement_timeout'`,
      });
      return Number(rows[0]?.setting);
    };
    const { request, long } = world.core.database.limits;
    assert.equal(await told(), request.statementMs);
    assert.equal(await withTimeOf('long', told), long.statementMs);
    assert.equal(await told(), request.statementMs);
  });

  it('the clock of the jobs sets its alarms through it', async () => {
    const clock = createAgendaClock({
      pool: world.core.database.systemPool,
      name: 'pooled',
      log: world.core.log,
      alarms: [{ name: 'pooled', cron: '0 0 1 1 *' }],
      onAlarm: () => Promise.resolve(),
    });
    await clock.start();
    await clock.stop(500);
    const { rowCount } = await world.core.database.systemPool.query(
      `select from jobs.agenda_jobs where name = 'pooled'`,
    );
    assert.equal(rowCount, 1);
    assert.deepEqual(pooler.outlasting(), []);
  });

  it('the pooler detects connections that need the server itself', async () => {
    const pool = openPool(await pooler.through(database.url), { name: 'test', max: 1, limits: TIME_LIMITS });
    pool.on('error', () => undefined);
    const before = pooler.outlasting().length;
    const named = { name: 'one', text: 'select 1 as one' };
    await pool.query(named);
    await assert.rejects(async () => await pool.query(named), /does not exist/);
    assert.ok(pooler.outlasting().length > before);
    await pool.end();
  });
});
