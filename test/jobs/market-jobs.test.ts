import assert from 'node:assert/strict';
import { schedule } from '../../jobs/schedule.ts';
import { createScheduler } from '../../jobs/scheduler.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { YahooServer } from '../support/yahoo-server.ts';

const NAMES = ['daily_benchmark_snapshot', 'daily_beta_enrichment', 'fx_rates'];
const by = { actor: 'test' };

/** An evening, a night and a morning with the real jobs on the real core, and Yahoo on loopback. */
describe('the jobs of the market', () => {
  let fixture: TestCore;
  let yahoo: YahooServer;
  before(async () => {
    yahoo = await new YahooServer({
      '^NSEI': { currency: 'INR', series: { '2026-02-26': 25_496.55, '2026-02-27': 25_178.65 } },
      '^CRSLDX': { currency: 'INR', series: { '2026-02-27': 23_000 } },
      '^GSPC': { currency: 'USD', zone: 'America/New_York', series: { '2026-02-26': 6908.86 } },
      'USDINR=X': { currency: 'INR', zone: 'Europe/London', series: { '2026-02-27': 88 } },
    }).start();
    fixture = await testCore({ at: '2026-02-27T12:00:00.000Z', environment: { YAHOO_BASE_URL: yahoo.url } });
  });
  after(async () => {
    await fixture.close();
    await yahoo.close();
  });

  it('portfolio/Scheduler: two processes do each of them once at its time; one that fails is tried again and holds up nobody', async () => {
    const { core, clock, owner } = fixture;
    const rows = schedule.filter(({ name }) => NAMES.includes(name));
    const processes = [1, 2].map((n) =>
      createScheduler(core, { schedule: rows, workerName: `p${n}`, withAgenda: false, withTimer: false }),
    );
    const sweep = async () => await Promise.all(processes.map((one) => one.sweep()));
    const runs = async () =>
      await core.database.asSystem('look', async (trx) =>
        (
          (await trx('jobs.runs').orderBy(['due_at', 'job'])) as {
            job: string;
            state: string;
            reason: string;
          }[]
        ).map(({ job, state }) => `${job} ${state}`),
      );
    await core.portfolio.holdings.create(
      owner,
      {
        portfolio: 'Abroad',
        symbol: 'AAPL',
        asset_class: 'US Equity',
        currency: 'USD',
        quantity: 1,
        avg_buy_price: 100,
      },
      by,
    );
    // 17:30 in India: nothing is due yet.
    await sweep();
    assert.deepEqual(await runs(), []);

    yahoo.fail({ kind: 'status', status: 401 }, { path: /NSEI/, times: 1 });
    clock.at = new Date('2026-02-27T13:00:30.000Z');
    await sweep();
    const closes = async () =>
      await core.database.asSystem('look', async (trx) =>
        (
          (await trx('portfolio.benchmark_snapshots').orderBy(['benchmark', 'day'])) as {
            benchmark: string;
            day: string;
          }[]
        ).map(({ benchmark, day }) => `${benchmark} ${day}`),
      );
    // NIFTY 50 failed, the others came.
    assert.deepEqual(await closes(), ['NIFTY500 2026-02-27', 'SP500 2026-02-26']);
    assert.deepEqual(await runs(), ['daily_benchmark_snapshot DUE']);

    clock.pass(2);
    await sweep();
    assert.deepEqual(await closes(), [
      'NIFTY50 2026-02-26',
      'NIFTY50 2026-02-27',
      'NIFTY500 2026-02-27',
      'SP500 2026-02-26',
    ]);

    // 22:21, and 08:31 the next morning.
    clock.at = new Date('2026-02-27T16:51:00.000Z');
    await sweep();
    assert.equal((await core.fx.rate({ from: 'USD', to: 'INR', day: '2026-02-27' }))?.rate.toNumber(), 88);
    clock.at = new Date('2026-02-28T03:01:00.000Z');
    await sweep();
    assert.deepEqual(await runs(), [
      'daily_benchmark_snapshot DONE',
      'fx_rates DONE',
      'fx_rates DONE',
      'daily_beta_enrichment DONE',
    ]);
    const [aapl] = await core.portfolio.holdings.ofSymbol(owner, 'AAPL');
    assert.equal(aapl?.beta_reason, 'It is not in the instrument registry.');
    for (const one of processes) await one.stop();
  });
});
