import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { eventually } from '../support/chat-driver.ts';
import { testCore } from '../support/core.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { testProcess } from '../support/test-processes.ts';
import { YahooServer } from '../support/yahoo-server.ts';

const BY = { actor: 'api:owner' };

describe('kill -9 of a refresh of everybody, between the answers and their prices', () => {
  it('leaves prices unchanged, and the next refresh writes the answers without requesting them again', async () => {
    const yahoo = await new YahooServer({ 'TCS.NS': { price: 60 }, 'INFY.NS': { price: 70 } }).start();
    const environment = { YAHOO_BASE_URL: yahoo.url };
    const world = await testCore({ environment });
    const { systemPool } = world.core.database;
    const { DATABASE_URL, DATABASE_APP_URL, DATA_DIR, BROKER_SECRET_KEY } = world.core.config;
    const holders = [
      [world.owner, 'TCS'],
      [world.owner, 'INFY'],
      [world.stranger, 'TCS'],
    ] as const;
    for (const [userId, symbol] of holders)
      await world.core.portfolio.holdings.create(
        userId,
        {
          portfolio: 'Main',
          symbol,
          asset_class: 'Indian Equity',
          currency: 'INR',
          quantity: 1,
          avg_buy_price: 9,
        },
        BY,
      );
    const refreshing = fork(await testProcess('maintenance'), {
      execArgv: [],
      env: {
        ...process.env,
        ...NOBODY_OUTSIDE,
        ...environment,
        BROKER_SECRET_KEY: BROKER_SECRET_KEY ?? '',
        DATA_DIR,
        DATABASE_URL: DATABASE_URL ?? '',
        DATABASE_APP_URL: DATABASE_APP_URL ?? '',
      },
    });
    await once(refreshing, 'message');
    // A writer of prices takes their topic first, and waits for it here.
    const blocker = new pg.Client({ connectionString: DATABASE_URL ?? '' });
    await blocker.connect();
    await blocker.query('begin; lock table portfolio.topic_revisions in share row exclusive mode');
    refreshing.send({ at: world.clock.now().toISOString(), work: 'refresh' });
    await eventually('the answers are on record and their prices wait to be written', async () => {
      const { rows } = await systemPool.query<{ kept: number; waiting: number }>(
        `select (select count(*) from market.latest_quotes where fetched_at is not null)::int as kept,
           (select count(*) from pg_stat_activity where wait_event_type = 'Lock'
             and datname = current_database())::int as waiting`,
      );
      return rows[0]?.kept === 2 && rows[0].waiting > 0;
    });
    refreshing.kill('SIGKILL');
    await once(refreshing, 'exit');
    await blocker.query('rollback');
    await blocker.end();
    const prices = async () =>
      (
        await systemPool.query<{ price: number | null }>(
          'select current_price::float8 as price from portfolio.holdings order by id',
        )
      ).rows.map(({ price }) => price);
    assert.deepEqual(await prices(), [null, null, null]);
    const asked = yahoo.requests.length;
    const { updated, failed } = await world.core.prices.refreshAll();
    assert.deepEqual([updated, failed, yahoo.requests.length], [3, 0, asked]);
    assert.deepEqual(await prices(), [60, 70, 60]);
    const { rows } = await systemPool.query('select from market.latest_quotes where asked_until is not null');
    assert.equal(rows.length, 0);
    await world.close();
    await yahoo.close();
  });
});
