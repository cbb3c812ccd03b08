import assert from 'node:assert/strict';
import { type Core, createCore } from '../../core/assembly/index.ts';
import { createLog, istInstant } from '../../core/platform/index.ts';
import { schedule } from '../../jobs/schedule.ts';
import { createScheduler } from '../../jobs/scheduler.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { YahooServer } from '../support/yahoo-server.ts';

/** A Monday with a session. */
const DAY = '2026-03-02';
const BY = { actor: 'api:owner' };
const [SNAPSHOT, UPDATE, MONITOR] = [
  'hourly_portfolio_snapshot',
  'hourly_portfolio_update',
  'support_alert_monitor',
];

describe('prices of the jobs of one due time', () => {
  let yahoo: YahooServer;
  let world: TestCore;
  let otherProcess: Core;
  before(async () => {
    yahoo = await new YahooServer().start();
    for (const symbol of ['TCS', 'INFY', 'SBIN']) list(symbol, 100);
    world = await testCore({ environment: { YAHOO_BASE_URL: yahoo.url } });
    otherProcess = await createCore({
      config: world.core.config,
      isSeparationTried: true,
      ownerUrl: world.core.config.DATABASE_URL ?? '',
      clock: world.clock,
      log: createLog('silent'),
    });
    at('11:59');
    for (const symbol of ['TCS', 'INFY', 'LOST']) {
      const wanted = { portfolio: 'Main', symbol, asset_class: 'Indian Equity', currency: 'INR' };
      await world.core.portfolio.holdings.create(
        world.owner,
        { ...wanted, quantity: 1, avg_buy_price: 90 },
        BY,
      );
    }
    for (const symbol of ['TCS', 'SBIN'])
      await world.core.watchlist.alerts.create(
        world.owner,
        { kind: 'PRICE_ABOVE', symbol, threshold: 150 },
        BY,
      );
  });
  after(async () => {
    await otherProcess.close();
    await world.close();
    await yahoo.close();
  });

  const at = (time: string) => (world.clock.at = istInstant(DAY, time));
  const list = (symbol: string, price: number) =>
    yahoo.listings.set(`${symbol}.NS`, { price, closes: [99, price], day: DAY });
  /** Does what is due of a job. @returns the requested symbols and the result of the run. */
  const done = async (job: string | undefined, core: Core = world.core) => {
    yahoo.requests.length = 0;
    // Due times of the last hour are due, as after a night in which no process ran.
    const { systemPool } = world.core.database;
    await systemPool.query(
      `insert into jobs.watched (job, since, considered_until) values ($1, $2, $2) on conflict (job) do nothing`,
      [job, new Date(world.clock.now().getTime() - 59 * 60_000)],
    );
    const scheduler = createScheduler(core, {
      schedule: schedule.filter(({ name }) => name === job),
      withAgenda: false,
      withTimer: false,
    });
    await scheduler.sweep();
    await scheduler.stop();
    const { rows } = await systemPool.query<{ reason: string }>(
      'select reason from jobs.runs where job = $1 order by due_at desc limit 1',
      [job],
    );
    return [yahoo.asked.toSorted(), rows[0]?.reason];
  };

  it('jobs/Prices: each instrument is requested once for all of them, in any process, and one without a price again', async () => {
    at('12:00');
    const all = ['INFY.NS', 'LOST.BO', 'LOST.NS', 'TCS.NS'];
    assert.deepEqual(await done(SNAPSHOT), [all, '2 recorded']);
    at('12:02');
    assert.deepEqual(await done(UPDATE, otherProcess), [
      ['LOST.BO', 'LOST.NS'],
      '1 created, 1 had nothing new',
    ]);
    at('12:04');
    assert.deepEqual(await done(MONITOR), [['SBIN.NS'], '2 checked, 0 triggered, 0 without a value']);
  });

  it('jobs/Prices: a later due time requests them again, so an alert sees the prices of its own run', async () => {
    for (const symbol of ['TCS', 'SBIN']) list(symbol, 160);
    at('12:15');
    assert.deepEqual(await done(MONITOR), [
      ['SBIN.NS', 'TCS.NS'],
      '2 checked, 2 triggered, 0 without a value',
    ]);
    at('13:00');
    list('LOST', 5);
    assert.deepEqual(await done(UPDATE), [['INFY.NS', 'LOST.NS', 'TCS.NS'], '1 created, 1 had nothing new']);
  });

  it('jobs/Prices: a person who insists gets new prices, and a late run requests those that are old by then', async () => {
    at('13:01');
    yahoo.requests.length = 0;
    await world.core.prices.refresh(world.owner, { force: true });
    assert.deepEqual(yahoo.asked.toSorted(), ['INFY.NS', 'LOST.NS', 'TCS.NS']);
    at('13:40');
    assert.deepEqual(await done(SNAPSHOT), [['INFY.NS', 'LOST.NS', 'TCS.NS'], '2 recorded']);
  });
});
