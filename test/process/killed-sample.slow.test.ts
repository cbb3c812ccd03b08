import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { eventually } from '../support/chat-driver.ts';
import { testCore } from '../support/core.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { testProcess } from '../support/test-processes.ts';

describe('kill -9 of a process that makes a sample', () => {
  it('shows nothing, and the next press makes a whole sample', async () => {
    const world = await testCore();
    const { core, owner } = world;
    const { systemPool } = core.database;
    const { DATABASE_URL, DATABASE_APP_URL, DATA_DIR, BROKER_SECRET_KEY } = core.config;
    const making = fork(await testProcess('maintenance'), {
      execArgv: [],
      env: {
        ...process.env,
        ...NOBODY_OUTSIDE,
        BROKER_SECRET_KEY: BROKER_SECRET_KEY ?? '',
        DATA_DIR,
        DATABASE_URL: DATABASE_URL ?? '',
        DATABASE_APP_URL: DATABASE_APP_URL ?? '',
      },
    });
    await once(making, 'message');
    // The portfolios are written by then, and the import waits.
    const blocker = new pg.Client({ connectionString: DATABASE_URL ?? '' });
    await blocker.connect();
    await blocker.query('begin; lock table portfolio.observed_prices in share row exclusive mode');
    making.send({ at: world.clock.now().toISOString(), work: 'sample' });
    const waiting = `select from pg_locks where relation = 'portfolio.observed_prices'::regclass and not granted`;
    await eventually('the import waits', async () => (await systemPool.query(waiting)).rowCount === 1);
    making.kill('SIGKILL');
    await once(making, 'exit');
    await blocker.query('rollback');
    await blocker.end();
    const left = await core.identity.samples.of(owner);
    assert.equal(left?.isReady, false);
    const portfolios = await core.portfolio.portfolios.list(left.id);
    assert.ok(
      portfolios.some(({ name }) => name === 'First broker'),
      'half of it was there',
    );
    await core.sample.show(owner);
    const whole = await core.identity.samples.of(owner);
    assert.equal(whole?.isReady, true);
    assert.notEqual(whole.id, left.id);
    const holdings = await core.portfolio.holdings.all(whole.id);
    assert.equal(holdings.length, 13);
    assert.ok(holdings.every(({ price_source }) => price_source === 'SAMPLE'));
    const { rows } = await systemPool.query<{ people: number; owners: number }>(
      `select (select count(*) from identity.users where sample_of is not null)::int as people,
         (select count(distinct owner_user_id) from portfolio.transactions)::int as owners`,
    );
    assert.deepEqual(rows, [{ people: 1, owners: 1 }]);
    await world.close();
  });
});
