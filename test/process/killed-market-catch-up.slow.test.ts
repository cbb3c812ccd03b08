import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import pg from 'pg';
import { type Core, createCore } from '../../core/assembly/index.ts';
import { createLog, istInstant, parseConfig } from '../../core/platform/index.ts';
import { schedule } from '../../jobs/schedule.ts';
import { eventually } from '../support/chat-driver.ts';
import { type MarketSources, marketSources } from '../support/market-sources.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { sampled } from '../support/soak.ts';
import { tradebookFile } from '../support/tradebook-rows.ts';

const WAIT_MS = 120_000;
/** How many take it up in the end. That of several one does it, `jobs/market-catch-up.test.ts` shows as well. */
const AT_ONCE = sampled(1, 2);
/** A Monday with a session. */
const NOW = istInstant('2026-03-02', '11:30');
const SHARES = [
  { symbol: 'TCS', isin: 'INE467B01029' },
  { symbol: 'INFY', isin: 'INE009A01021' },
];
const BOOK = tradebookFile(
  'TCS,INE467B01029,2023-03-01,NSE,EQ,EQ,buy,false,10,100,1,1,2023-03-01T10:00:00',
  'INFY,INE009A01021,2023-03-02,NSE,EQ,EQ,buy,false,5,200,2,2,2023-03-02T10:00:00',
);
const CLOSE = 90;

describe('kill -9 in the middle of the first prices after an import', function () {
  this.timeout(600_000);
  let sources: MarketSources;
  let given: TestDatabase;
  let family: MunimFamily;
  let watcher: pg.Client;
  let core: Core;
  let owner: string;
  before(async () => {
    sources = await marketSources(SHARES, { from: '2016-01-01', to: '2026-02-27', priceOn: () => CLOSE });
    given = await testDatabase();
    watcher = new pg.Client({ connectionString: given.url });
    await watcher.connect();
    const settings = {
      ...sources.environment,
      DATABASE_URL: given.url,
      DATABASE_APP_URL: given.appUrl,
      PORTFOLIO_SECTOR_BOOT_DELAY_MIN: '0',
    };
    family = await MunimFamily.open(settings);
    core = await createCore({
      config: parseConfig({ ...NOBODY_OUTSIDE, ...settings, LOG_LEVEL: 'silent' }),
      ownerUrl: given.url,
      isSeparationTried: true,
      clock: { now: () => NOW },
      log: createLog('silent'),
    });
    ({ id: owner } = await core.identity.users.ensureOwner());
    const { imports } = core.portfolio;
    const { import_id } = await imports.stage(owner, Readable.from([Buffer.from(BOOK)]), {
      file_name: 'book.csv',
    });
    await imports.commit(owner, { import_id }, { actor: 'test' });
    for (const { name } of schedule)
      await watcher.query('insert into jobs.watched (job, since, considered_until) values ($1, $2, $2)', [
        name,
        NOW,
      ]);
  });
  after(async () => {
    await core?.close();
    await family?.close();
    await watcher.end();
    await given.drop();
    await sources.close();
  });

  const start = (): Promise<MunimProcess> => family.start(['jobs'], { clock: NOW });
  const countOf = async (table: string): Promise<number> => {
    const { rows } = await watcher.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    return rows[0]?.n ?? 0;
  };

  // What a catch-up writes, in its order. Whoever is killed at the last has done all before it.
  const written = [
    ...sampled<string[]>([], ['market.instruments', 'portfolio.holdings', 'portfolio.price_history']),
    'portfolio.snapshots',
  ];
  for (const table of written) {
    it(`killed when it comes to write ${table}, it is shown as running, and the next process takes it up`, async () => {
      const keeper = new pg.Client({ connectionString: given.url });
      await keeper.connect();
      try {
        await keeper.query(`begin; lock table ${table} in share mode`);
        const munim = await start();
        await eventually(
          `the catch-up to wait at ${table}`,
          async () => {
            const { rows } = await watcher.query(
              `select from pg_locks where not granted and relation = '${table}'::regclass`,
            );
            return rows.length > 0;
          },
          WAIT_MS,
        );
        await munim.kill();
      } finally {
        await keeper.end();
      }
      const { state, steps } = await core.catchUps.read(owner);
      assert.equal(state, 'RUNNING');
      assert.ok(steps.some((step) => step.state !== 'DONE'));
      assert.equal(await countOf('portfolio.snapshots'), 0);
    });
  }

  it('in the end one process does it; every close is there once, and the chart reaches over the whole ledger', async () => {
    const all = await Promise.all(Array.from({ length: AT_ONCE }, start));
    await eventually(
      'the catch-up to end',
      async () => (await core.catchUps.read(owner)).state === 'DONE',
      WAIT_MS,
    );
    const { steps } = await core.catchUps.read(owner);
    assert.deepEqual(
      steps.filter(({ state }) => state !== 'DONE'),
      [],
    );
    assert.equal(await countOf('portfolio.snapshots'), 2, 'of the portfolio and Networth');
    const { points, reason } = await core.reports.valueHistory.read(owner, {});
    assert.equal(reason, null);
    assert.equal(points[0]?.date, '2023-03-01');
    // 15 shares at 90 rupees.
    assert.deepEqual(points.at(-1), { date: '2026-03-02', value: 1350, invested: 2000 });
    assert.deepEqual(
      points.filter(({ value }) => value === null),
      [],
    );
    await Promise.all(all.map((one) => one.stop()));
    // A process that starts later, and asks this of everybody, finds nothing to do.
    assert.deepEqual(await core.catchUps.due([owner]), []);
  });
});
