import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createCore } from '../../core/assembly/index.ts';
import { createLog, istInstant, parseConfig } from '../../core/platform/index.ts';
import { schedule } from '../../jobs/schedule.ts';
import { eventually } from '../support/chat-driver.ts';
import { dhanHistoryRow } from '../support/dhan-books.ts';
import { DhanServer } from '../support/dhan-server.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { NOBODY_OUTSIDE, TEST_KEY } from '../support/outside.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { SharedClock } from '../support/shared-clock.ts';
import { sampled } from '../support/soak.ts';

const WAIT_MS = 120_000;
/** How many take it up in the end. That of several one does it, `core/brokers/maintenance.test.ts` shows as well. */
const AT_ONCE = sampled(1, 2);
const WORLD = { holdings: 5, trades: 60, leftOut: 3 };

interface Recorded {
  portfolios: number;
  holdings: number;
  transactions: number;
  executions: number;
  positions: number;
  events: number;
}

const NOTHING: Recorded = {
  portfolios: 0,
  holdings: 0,
  transactions: 0,
  executions: 0,
  positions: 0,
  events: 0,
};

/** The maintenance loop is due at each full five minutes; whoever starts later does at once what was missed. */
describe('kill -9 in the middle of a sync', function () {
  this.timeout(600_000);
  const clock = new SharedClock(istInstant('2026-03-10', '14:04'));
  const dhan = new DhanServer(() => clock.now);
  let given: TestDatabase;
  let family: MunimFamily;
  let watcher: pg.Client;
  before(async () => {
    await dhan.start();
    dhan.reset(WORLD);
    given = await testDatabase();
    watcher = new pg.Client({ connectionString: given.url });
    await watcher.connect();
    const settings = {
      DATABASE_URL: given.url,
      DATABASE_APP_URL: given.appUrl,
      BROKER_SECRET_KEY: TEST_KEY,
      DHAN_BASE_URL: dhan.url,
      PORTFOLIO_SECTOR_BOOT_DELAY_MIN: '0',
    };
    family = await MunimFamily.open(settings);
    const config = parseConfig({ ...NOBODY_OUTSIDE, ...settings, LOG_LEVEL: 'silent' });
    const core = await createCore({
      config,
      ownerUrl: given.url,
      isSeparationTried: true,
      clock: { now: () => clock.now },
      log: createLog('silent'),
    });
    const { id: owner } = await core.identity.users.ensureOwner();
    const credentials = { client_id: DhanServer.CLIENT_ID, access_token: dhan.accessToken() };
    await core.connections.create(
      owner,
      { broker: 'dhan', label: 'Dhan', role: 'SYNC', credentials },
      { actor: 'test' },
    );
    await core.close();
    for (const { name } of schedule)
      await watcher.query('insert into jobs.watched (job, since, considered_until) values ($1, $2, $2)', [
        name,
        clock.now,
      ]);
  });
  after(async () => {
    await family.close();
    await watcher.end();
    await given.drop();
    await dhan.close();
  });

  const recorded = async (): Promise<Recorded> => {
    const { rows } = await watcher.query<Recorded>(
      `select (select count(*)::int from portfolio.portfolios where name like 'DHAN%') as portfolios,
         (select count(*)::int from portfolio.holdings where source = 'BROKER') as holdings,
         (select count(*)::int from portfolio.transactions) as transactions,
         (select count(distinct execution_id)::int from portfolio.transactions) as executions,
         (select count(*)::int from portfolio.positions) as positions,
         (select count(*)::int from evidence.events where kind = 'CONNECTION_SYNCED') as events`,
    );
    return rows[0] ?? assert.fail();
  };
  const connection = async () => {
    const { rows } = await watcher.query<{ state: string; epoch: number; attempted: Date | null }>(
      'select state, epoch, last_attempt_at as attempted from broker.connections',
    );
    return rows[0] ?? assert.fail();
  };
  const start = (): Promise<MunimProcess> => family.start(['jobs'], { clock: clock.now });

  // What a sync writes, in its order: the trades it stages; then, all in one, holdings, trades, positions and the record.
  // Whoever is killed at the last has done all before it.
  const written = [
    ...sampled<string[]>(
      [],
      [
        'portfolio.import_rows',
        'portfolio.portfolios',
        'portfolio.holdings',
        'portfolio.transactions',
        'portfolio.positions',
      ],
    ),
    'evidence.events',
  ];
  for (const table of written) {
    it(`killed when it comes to write ${table}: nothing of the sync is there, and the next process takes it up`, async () => {
      // Past the next five minutes, and past the lease of the one before.
      clock.set(new Date(clock.now.getTime() + 6 * 60_000));
      const keeper = new pg.Client({ connectionString: given.url });
      await keeper.connect();
      try {
        await keeper.query(`begin; lock table ${table} in share mode`);
        const munim = await start();
        await eventually(
          `the sync to wait at ${table}`,
          async () => {
            const { rows } = await watcher.query(
              `select from pg_locks where not granted and relation = '${table}'::regclass and mode = 'RowExclusiveLock'`,
            );
            return rows.length > 0 && (await connection()).state === 'RUNNING';
          },
          WAIT_MS,
        );
        await munim.kill();
      } finally {
        await keeper.end();
      }
      assert.deepEqual(await recorded(), NOTHING);
    });
  }

  it('in the end one process does it, and every trade is there exactly once', async () => {
    const { epoch } = await connection();
    assert.ok(epoch >= written.length, `${epoch} claims`);
    clock.set(new Date(clock.now.getTime() + 6 * 60_000));
    dhan.requests.length = 0;
    const all = await Promise.all(Array.from({ length: AT_ONCE }, start));
    await eventually('the sync to end', async () => (await connection()).state === 'OK', WAIT_MS);
    const found = await recorded();
    assert.deepEqual(
      [found.portfolios, found.holdings, found.events, found.transactions === found.executions],
      [1, WORLD.holdings, 1, true],
    );
    // Those marked intraday close no gap and are left out.
    assert.ok(
      found.transactions > WORLD.trades * 0.8 && found.transactions <= WORLD.trades,
      `${found.transactions}`,
    );
    assert.equal(dhan.requests.filter(({ path }) => path === '/v2/holdings').length, 1);
    await Promise.all(all.map((one) => one.stop()));
  });

  const changes = async () =>
    (
      await watcher.query<{ subject: string; kind: string; state: string }>(
        'select subject, kind, state from portfolio.broker_changes order by subject',
      )
    ).rows.map(({ subject, kind, state }) => `${kind} ${subject.split(':')[2]} ${state}`);
  /** All that is in the books, in a few letters. */
  const books = async () => {
    const { rows } = await watcher.query<{ all: string }>(
      `select md5(string_agg(line, '|' order by line)) as all from (
         select concat_ws(' ', execution_id, trade_date, type, quantity, price, fee_tax) as line from portfolio.transactions
         union all select concat_ws(' ', symbol, quantity, stock_quantity, stock_expected) from portfolio.holdings
         union all select concat_ws(' ', symbol, quantity, realised_fifo) from portfolio.positions) lines`,
    );
    return rows[0]?.all;
  };

  /** Moves the clock to the next sync and starts two processes; one is killed once the sync is under way. */
  async function syncWithKill(isKilled: boolean): Promise<void> {
    clock.set(new Date(clock.now.getTime() + 36 * 60_000));
    const due = clock.now;
    const isOver = async () => {
      const { state, attempted } = await connection();
      return state === 'OK' && attempted !== null && attempted >= due;
    };
    const two = await Promise.all([start(), start()]);
    if (isKilled) {
      await eventually(
        'the sync to begin',
        async () => (await connection()).state === 'RUNNING' || (await isOver()),
        WAIT_MS,
      );
      await sleep(Math.random() * 400);
      await two[Math.random() < 0.5 ? 0 : 1]?.kill();
      await sleep(2_000);
      if (!(await isOver())) {
        // Past the lease of the one that was killed.
        clock.set(new Date(clock.now.getTime() + 6 * 60_000));
        two.push(await start());
      }
    }
    await eventually('the sync to end', isOver, WAIT_MS);
    await Promise.all(two.filter(({ isRunning }) => isRunning).map((one) => one.stop()));
  }

  it('two processes, of which one is killed while trades are corrected, cancelled and added: nothing is there twice', async () => {
    const orderOf = (index: number) => String(dhanHistoryRow(index, clock.now, 0)['orderId']);
    const [before, day] = [await recorded(), clock.now];
    const rounds = sampled(
      [[10, 13]],
      [
        [10, 13],
        [14, 16],
        [20, 22],
      ],
    );
    const expected: string[] = [];
    for (const [round, [corrected = 0, cancelled = 0]] of rounds.entries()) {
      dhan.books.history = dhan.books.history
        .filter((row) => row['orderId'] !== orderOf(cancelled))
        .map((row) => (row['orderId'] === orderOf(corrected) ? { ...row, tradedPrice: 600 } : row));
      dhan.books.history.unshift(dhanHistoryRow(701 + 3 * round, day, 1, { productType: 'CNC' }));
      expected.push(`CHANGED ${orderOf(corrected)} OPEN`, `VANISHED ${orderOf(cancelled)} OPEN`);
      await syncWithKill(true);
      const found = await recorded();
      assert.deepEqual(
        [found.transactions, found.executions, found.holdings],
        [before.transactions + round + 1, before.executions + round + 1, before.holdings],
      );
      assert.deepEqual(await changes(), expected.toSorted());
    }
    const known = await books();
    await syncWithKill(false);
    assert.equal(await books(), known);
    assert.deepEqual(await changes(), expected.toSorted());
  });
});
