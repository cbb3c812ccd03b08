import assert from 'node:assert/strict';
import pg from 'pg';
import { createCore } from '../../core/assembly/index.ts';
import { createLog, istInstant, parseConfig } from '../../core/platform/index.ts';
import { schedule } from '../../jobs/schedule.ts';
import { eventually } from '../support/chat-driver.ts';
import { MunimFamily } from '../support/munim-process.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { SharedClock } from '../support/shared-clock.ts';

const WAIT_MS = 180_000;
const PEOPLE = 120;
/** A Sunday night, on which no prices are requested. */
const FOUR = istInstant('2026-03-01', '04:00');

describe('two jobs processes and the hourly values of many people', function () {
  this.timeout(600_000);
  const clock = new SharedClock(new Date(FOUR.getTime() + 60_000));
  let given: TestDatabase;
  let family: MunimFamily;
  let watcher: pg.Client;
  before(async () => {
    given = await testDatabase();
    watcher = new pg.Client({ connectionString: given.url });
    await watcher.connect();
    const settings = { DATABASE_URL: given.url, DATABASE_APP_URL: given.appUrl };
    family = await MunimFamily.open({ ...settings, PORTFOLIO_SECTOR_BOOT_DELAY_MIN: '0' });
    const core = await createCore({
      config: parseConfig({ ...NOBODY_OUTSIDE, ...settings, LOG_LEVEL: 'silent' }),
      ownerUrl: given.url,
      isSeparationTried: true,
      log: createLog('silent'),
    });
    await core.identity.users.ensureOwner();
    await core.close();
    await watcher.query(
      `insert into identity.users (login, name) select 'person' || n, 'Person' from generate_series(2, $1) n`,
      [PEOPLE],
    );
    for (const { name } of schedule)
      await watcher.query('insert into jobs.watched (job, since, considered_until) values ($1, $2, $2)', [
        name,
        new Date(FOUR.getTime() - 60_000),
      ]);
  });
  after(async () => {
    await family?.close();
    await watcher.end();
    await given.drop();
  });

  it('jobs/People: both take batches of the run; kill -9 of its holder leaves the rest to the other, each person once', async () => {
    const keeper = new pg.Client({ connectionString: given.url });
    await keeper.connect();
    await keeper.query('begin; lock table portfolio.snapshots in exclusive mode');
    const both = await Promise.all([1, 2].map(() => family.start(['jobs'], { clock: clock.now })));
    await eventually(
      'a batch in each process',
      async () => {
        const { rows } = await watcher.query('select from jobs.batches where lease_until is not null');
        return rows.length === 2 || null;
      },
      WAIT_MS,
    );
    const run = async () => {
      const { rows } = await watcher.query<{
        state: string;
        worker: string;
        reason: string;
        attempts: number;
      }>(
        `select state, worker, reason, attempts from jobs.runs where job = 'hourly_portfolio_snapshot' and due_at = $1`,
        [FOUR],
      );
      return rows[0] ?? assert.fail('no run');
    };
    const { worker } = await run();
    const holder = both.find(({ pid }) => worker.includes(`:${pid}:`)) ?? assert.fail(worker);
    await holder.stop('SIGKILL');
    await keeper.end();

    const end = await eventually(
      'the end of the run',
      async () => ((await run()).state === 'DONE' ? await run() : null),
      WAIT_MS,
    );
    assert.deepEqual([end.reason, end.attempts], [`${PEOPLE} recorded`, 2]);
    assert.notEqual(end.worker, worker);
    const { rows } = await watcher.query<{ n: number; people: number }>(
      'select count(*)::int as n, count(distinct owner_user_id)::int as people from portfolio.snapshots where hour = $1',
      [FOUR],
    );
    assert.deepEqual(rows, [{ n: PEOPLE, people: PEOPLE }]);
    assert.equal((await watcher.query('select from jobs.batches')).rowCount, 0);
  });
});
