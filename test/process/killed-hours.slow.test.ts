import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { istInstant } from '../../core/platform/index.ts';
import { schedule } from '../../jobs/schedule.ts';
import { createScheduler } from '../../jobs/scheduler.ts';
import { eventually } from '../support/chat-driver.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { testProcess } from '../support/test-processes.ts';
import { YahooServer } from '../support/yahoo-server.ts';

const JOB = 'hourly_portfolio_snapshot';
/** With the owner and the stranger of the world: three batches. */
const PEOPLE = 60;
const BATCH = 25;
const SYMBOLS = 4;
/** A Monday with a session. */
const DAY = '2026-03-02';

describe('kill -9 of an hour with prices, in each of its batches', function () {
  this.timeout(300_000);
  let yahoo: YahooServer;
  let world: TestCore;
  const sql = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await world.core.database.systemPool.query<Row>(text, values)).rows;
  const environment = () => ({ YAHOO_BASE_URL: yahoo.url });

  before(async () => {
    yahoo = await new YahooServer().start();
    world = await testCore({ environment: environment(), at: `${DAY}T03:00:00.000Z` });
    await sql(
      "insert into identity.users (login, name) select 'person' || n, 'Person' from generate_series(3, $1::int) n",
      [PEOPLE],
    );
    await sql("insert into portfolio.portfolios (owner_user_id, name) select id, 'Main' from identity.users");
    await sql(
      `insert into portfolio.holdings (owner_user_id, portfolio_id, symbol, asset_class, currency, quantity, avg_buy_price, source)
       select owner_user_id, id, 'SHARE' || owner_user_id % $1::int, 'Indian Equity', 'INR', owner_user_id, 1, 'MANUAL'
       from portfolio.portfolios`,
      [SYMBOLS],
    );
    await sql('insert into jobs.watched (job, since, considered_until) values ($1, $2, $2)', [
      JOB,
      istInstant(DAY, '08:30'),
    ]);
  });
  after(async () => {
    await world.close();
    await yahoo.close();
  });

  /** The people of a batch, as the run orders them. */
  const batchOf = async (nr: number, dueAt: Date): Promise<string[]> =>
    (
      await sql<{ id: string }>(
        "select id::text from identity.users order by md5(id || ' ' || $1) limit $2 offset $3",
        [dueAt.toISOString(), BATCH, nr * BATCH],
      )
    ).map(({ id }) => id);
  const revisions = async () =>
    new Map(
      (
        await sql<{ owner: string; revision: number }>(
          "select owner_user_id::text as owner, revision::int from portfolio.topic_revisions where topic = 'snapshots'",
        )
      ).map(({ owner, revision }) => [owner, revision]),
    );

  for (const [at, topic] of ['prices', 'snapshots'].entries())
    for (const nr of [0, 1, 2])
      it(`jobs/People: killed at the ${topic} of batch ${nr + 1}, the next process finishes, and every hour is there once`, async () => {
        const hour = 9 + 3 * at + nr;
        const dueAt = istInstant(DAY, `${String(hour).padStart(2, '0')}:00`);
        for (let share = 0; share < SYMBOLS; share += 1)
          yahoo.listings.set(`SHARE${share}.NS`, { price: hour * 10 + share, day: DAY });
        yahoo.requests.length = 0;
        const before = await revisions();
        const [victim] = await batchOf(nr, dueAt);
        const { DATABASE_URL, DATABASE_APP_URL, DATA_DIR, BROKER_SECRET_KEY } = world.core.config;
        const blocker = new pg.Client({ connectionString: DATABASE_URL ?? '' });
        await blocker.connect();
        await blocker.query('begin');
        await blocker.query(
          `insert into portfolio.topic_revisions as kept (owner_user_id, topic, revision) values ($1, $2, 0)
           on conflict (owner_user_id, topic) do update set revision = kept.revision`,
          [victim, topic],
        );
        const killed = fork(await testProcess('maintenance'), {
          execArgv: [],
          env: {
            ...process.env,
            ...NOBODY_OUTSIDE,
            ...environment(),
            BROKER_SECRET_KEY: BROKER_SECRET_KEY ?? '',
            DATA_DIR,
            DATABASE_URL: DATABASE_URL ?? '',
            DATABASE_APP_URL: DATABASE_APP_URL ?? '',
          },
        });
        await once(killed, 'message');
        killed.send({ at: dueAt.toISOString(), work: 'hour' });
        await eventually('the batch waits for its topic', async () => {
          const waiting = await sql(
            "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          return waiting.length > 0;
        });
        killed.kill('SIGKILL');
        await once(killed, 'exit');
        await blocker.end();

        // The leases of the killed process have ended.
        world.clock.at = new Date(dueAt.getTime() + 60_000);
        const next = createScheduler(world.core, {
          schedule: schedule.filter(({ name }) => name === JOB),
          withAgenda: false,
          withTimer: false,
        });
        await next.sweep();
        await next.stop();
        assert.deepEqual(
          await sql('select state, reason, attempts from jobs.runs where job = $1 and due_at = $2', [
            JOB,
            dueAt,
          ]),
          [{ state: 'DONE', reason: `${PEOPLE} recorded`, attempts: 2 }],
        );
        assert.deepEqual(await sql('select from jobs.batches'), []);
        const recorded = await sql<{ owner: string; values: number[] }>(
          `select owner_user_id::text as owner, array_agg(current_value::float8) as values from portfolio.snapshots
           where hour = $1 group by owner_user_id order by snapshots.owner_user_id`,
          [dueAt],
        );
        // Networth and the portfolio of each, at the prices of the hour.
        assert.deepEqual(
          recorded,
          (await sql<{ id: string }>('select id::text from identity.users order by identity.users.id')).map(
            ({ id }) => {
              const value = Number(id) * (hour * 10 + (Number(id) % SYMBOLS));
              return { owner: id, values: [value, value] };
            },
          ),
        );
        for (const [owner, revision] of await revisions())
          assert.equal(revision, (before.get(owner) ?? 0) + 1, `changes of the snapshots of ${owner}`);
        // Answers of half a minute ago were not requested again by the killed process.
        assert.ok(yahoo.requests.length <= 2 * SYMBOLS);
      });
});
