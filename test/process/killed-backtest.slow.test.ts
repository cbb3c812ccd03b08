import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Core, createCore } from '../../core/assembly/index.ts';
import { createLog, istInstant, parseConfig } from '../../core/platform/index.ts';
import { schedule } from '../../jobs/schedule.ts';
import { backtest, runAll, walkingMarket } from '../support/backtests.ts';
import { eventually } from '../support/chat-driver.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { SharedClock } from '../support/shared-clock.ts';
import { sampled } from '../support/soak.ts';

const WAIT_MS = 120_000;
/** How often it is killed at any moment: a few times tell nothing. */
const KILLS = sampled(0, 25);
/** Kills come within so long of the start of the work. */
const LATEST_MS = 900;
const RUNS = sampled(3, 12);

describe('kill -9 in the middle of backtests', function () {
  this.timeout(600_000);
  const clock = new SharedClock(istInstant('2026-03-10', '14:04'));
  let given: TestDatabase;
  let family: MunimFamily;
  let core: Core;
  let owner: string;
  let watcher: pg.Client;
  let wanted: Record<string, string>;
  /** Those that the last processes are to end. */
  const ids: string[] = [];

  const digests = async (id: string): Promise<Record<string, string>> => {
    const { rows } = await watcher.query<{ section: string; digest: string }>(
      `select section, concat_ws(' ', sum(row_count), md5(string_agg((to_jsonb(t) - 'run_id')::text, '|' order by nr))) as digest
       from strategy.run_results t where run_id = $1 group by section`,
      [id],
    );
    return Object.fromEntries(rows.map(({ section, digest }) => [section, digest]));
  };
  const create = async () =>
    (await core.strategies.runs.create(owner, backtest({}, { rebalance: 'weekly' }), { actor: 'test' }))
      .run_id;
  const read = async (id: string) => await core.strategies.runs.get(owner, id);
  const start = async (): Promise<MunimProcess> => await family.start(['jobs'], { clock: clock.now });
  /** Past the lease of the one before. */
  const later = () => clock.set(new Date(clock.now.getTime() + 60_000));

  before(async () => {
    given = await testDatabase();
    watcher = new pg.Client({ connectionString: given.url });
    await watcher.connect();
    const settings = {
      DATABASE_URL: given.url,
      DATABASE_APP_URL: given.appUrl,
      PORTFOLIO_SECTOR_BOOT_DELAY_MIN: '0',
    };
    family = await MunimFamily.open(settings);
    core = await createCore({
      config: parseConfig({ ...NOBODY_OUTSIDE, ...settings, LOG_LEVEL: 'silent' }),
      ownerUrl: given.url,
      isSeparationTried: true,
      clock: { now: () => clock.now },
      log: createLog('silent'),
    });
    ({ id: owner } = await core.identity.users.ensureOwner());
    await walkingMarket().write(core);
    for (const { name } of schedule)
      await watcher.query('insert into jobs.watched (job, since, considered_until) values ($1, $2, $2)', [
        name,
        clock.now,
      ]);
    // Undisturbed, in this process.
    const id = await create();
    await runAll(core);
    assert.equal((await read(id)).status, 'COMPLETED');
    wanted = await digests(id);
  });
  after(async () => {
    await core.close();
    await family.close();
    await watcher.end();
    await given.drop();
  });

  it('killed at the write of the rows: none of them is stored', async () => {
    const id = await create();
    const keeper = new pg.Client({ connectionString: given.url });
    await keeper.connect();
    try {
      await keeper.query(`begin; lock table strategy.run_results in share mode`);
      const munim = await start();
      await eventually(
        'the backtest to wait at its rows',
        async () =>
          (
            await watcher.query(
              `select from pg_locks where not granted and relation = 'strategy.run_results'::regclass`,
            )
          ).rowCount === 1 || null,
        WAIT_MS,
      );
      await munim.kill();
    } finally {
      await keeper.end();
    }
    assert.equal((await read(id)).status, 'RUNNING');
    assert.deepEqual(await digests(id), {});
    ids.push(id);
    later();
  });

  it('two processes at once, after kills at any moment: every backtest has its rows once', async () => {
    for (let nr = 0; nr < RUNS; nr += 1) ids.push(await create());
    const unfinished = async () => {
      const { rows } = await watcher.query<{ left: number }>(
        `select count(*)::int as left from strategy.research_runs where status in ('QUEUED', 'RUNNING')`,
      );
      return rows[0]?.left ?? 0;
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      later();
      const munim = await start();
      await sleep(Math.random() * LATEST_MS);
      await munim.kill();
      // What three processes died over would be given up, and that is not what is tried here.
      await watcher.query('update strategy.research_runs set attempts = 0');
      if ((await unfinished()) === 0) ids.push(await create());
    }
    later();
    const last = await Promise.all([start(), start()]);
    await eventually('all of them to end', async () => (await unfinished()) === 0 || null, WAIT_MS);
    await Promise.all(last.map((one) => one.stop()));
    for (const id of ids) {
      const { status, failure } = await read(id);
      assert.deepEqual([status, failure], ['COMPLETED', null]);
      assert.deepEqual(await digests(id), wanted);
    }
  });
});
