import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { istInstant } from '../../core/platform/index.ts';
import { schedule } from '../../jobs/schedule.ts';
import { openWorld, type World } from '../core/notifications/world.ts';
import { eventually } from '../support/chat-driver.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { programArguments } from '../support/program.ts';
import { sampled } from '../support/soak.ts';
import { createWire } from '../support/database-wire.ts';

const PEOPLE = 12;
const KILLS = sampled(1, 3);
const DUE = istInstant('2026-03-10', '15:45');
const HOUR = istInstant('2026-03-10', '16:00');
const root = path.resolve(import.meta.dirname, '../..');

/** The tests go on from one another: the process that ends the evening report is the one of the full hour. */
describe('a role as a process of its own', function () {
  let world: World;
  let dataDir: string;
  const children: ChildProcess[] = [];
  /** A bot process whose database is away while the other tests run. */
  const wire = createWire();
  let apart: TestDatabase;
  let family: MunimFamily;
  let bot: MunimProcess;
  let cutAt: number;

  before(async () => {
    apart = await testDatabase();
    const port = String(await wire.open(Number(new URL(apart.url).port)));
    family = await MunimFamily.open({
      DATABASE_URL: Object.assign(new URL(apart.url), { port }).href,
      DATABASE_APP_URL: Object.assign(new URL(apart.appUrl), { port }).href,
    });
    bot = await family.start(['bot']);
    await wire.cut();
    cutAt = performance.now();
  });
  after(async () => {
    await family.close();
    await wire.cut();
    await apart.drop();
  });

  before(async () => {
    world = await openWorld();
    dataDir = await mkdtemp(path.join(tmpdir(), 'munim-jobs-'));
    await world.database.asSystem(
      'people with a priced holding; a record that knows the schedule',
      async (trx) => {
        await trx.raw(
          `with people as (
           insert into identity.users (login, name) select 'p' || n, 'P' from generate_series(1, ?) n returning id),
         books as (
           insert into portfolio.portfolios (owner_user_id, name) select id, 'Main' from people returning id, owner_user_id)
         insert into portfolio.holdings (owner_user_id, portfolio_id, symbol, asset_class, currency, quantity, avg_buy_price,
                                         current_price, previous_close, priced_at, source)
         select owner_user_id, id, 'TCS', 'Indian Equity', 'INR', 10, 3000, 3300, 3200, ?, 'MANUAL' from books`,
          [PEOPLE, istInstant('2026-03-10', '15:40')],
        );
        const known = istInstant('2026-03-10', '15:30');
        await trx('jobs.watched').insert(
          schedule.map((job) => ({ job: job.name, since: known, considered_until: known })),
        );
      },
    );
  });
  after(async () => {
    for (const child of children.splice(0)) await kill9(child);
    await world.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** The real program with only the jobs role, living at `at`. */
  const start = (at: Date): ChildProcess => {
    const child = spawn(process.execPath, [...programArguments(true), 'start', 'jobs'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        ...NOBODY_OUTSIDE,
        DATABASE_URL: world.url,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        PORTFOLIO_CHAT_ENABLED: '0',
        SHIFTED_CLOCK: at.toISOString(),
      },
    });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('exit', (code) => {
      if (code !== null && code !== 0) process.stderr.write(`jobs process ended with ${code}:\n${said}\n`);
    });
    children.push(child);
    return child;
  };
  const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
  const kill9 = async (child: ChildProcess): Promise<void> => {
    if (ended(child)) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const evening = async (): Promise<{
    reports: number;
    people: number;
    state: string;
    attempts: number;
  }> => {
    const { rows } = await world.database.systemPool.query<{
      reports: string;
      people: string;
      state: string | null;
      attempts: number | null;
    }>(
      `select (select count(*) from notifications.outbox where kind = 'eod_portfolio_report') as reports,
              (select count(distinct owner_user_id) from notifications.outbox where kind = 'eod_portfolio_report') as people,
              r.state, r.attempts
         from (select 1) one left join jobs.runs r on r.job = 'eod_portfolio_report'`,
    );
    const [row] = rows;
    return {
      reports: Number(row?.reports),
      people: Number(row?.people),
      state: row?.state ?? 'NONE',
      attempts: row?.attempts ?? 0,
    };
  };
  const until = async (what: string, test: (now: Awaited<ReturnType<typeof evening>>) => boolean) =>
    await eventually(
      what,
      async () => {
        const now = await evening();
        return test(now) ? now : null;
      },
      240_000,
    );

  /** Lets no more than about so many reports be written: whoever writes the next one waits until it is killed. */
  const gateAfter = async (reports: number) => {
    const { systemPool } = world.database;
    const holder = await systemPool.connect();
    await holder.query('select pg_advisory_lock(4711)');
    await holder.query(`
      create schema gate;
      create table gate.stands (after int not null);
      insert into gate.stands values (${reports});
      create function gate.wait() returns trigger language plpgsql security definer as $$ begin
        if (select count(*) from notifications.outbox) >= (select after from gate.stands) then
          perform pg_advisory_xact_lock(4711);
        end if;
        return new;
      end $$;
      create trigger gate before insert on notifications.outbox for each row execute function gate.wait()`);
    const clear = () =>
      // Who waits at the gate belongs to a dead process, which Postgres does not notice before it passes.
      holder.query(`select pg_terminate_backend(pid) from pg_locks
                     where locktype = 'advisory' and objid = 4711 and not granted`);
    return {
      async move(to: number) {
        await clear();
        await holder.query('update gate.stands set after = $1', [to]);
      },
      async open() {
        await clear();
        await holder.query('drop trigger gate on notifications.outbox; select pg_advisory_unlock(4711)');
        holder.release();
      },
    };
  };

  it('jobs/Exactly once: kill -9 in the middle of the evening report; each person gets it once', async () => {
    const part = (kill: number): number => (kill * PEOPLE) / (KILLS + 1);
    const gate = await gateAfter(part(1));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Started again at once, it waits for the lease of the dead one and goes on the moment that ends.
      const killed = start(new Date(DUE.getTime() + (kill - 1) * 5_000));
      await until(`part ${kill}`, ({ reports }) => reports >= part(kill));
      await kill9(killed);
      const found = await evening();
      assert.ok(found.reports < PEOPLE);
      assert.equal(found.state, 'RUNNING');
      if (kill < KILLS) await gate.move(part(kill + 1));
    }
    await gate.open();

    start(new Date(HOUR.getTime() + 1_000));
    const done = await until('the end', ({ state }) => state === 'DONE');
    assert.deepEqual([done.reports, done.people, done.attempts], [PEOPLE, PEOPLE, KILLS + 1]);
    const { rows } = await world.database.systemPool.query(
      `select count(*)::int as n from notifications.deliveries d join notifications.outbox o on o.id = d.notification_id
        where o.kind = 'eod_portfolio_report'`,
    );
    assert.equal(rows[0].n, PEOPLE);
  });

  it('portfolio/Resources, snapshot: at the full hour every portfolio and Networth are recorded, and the update is written', async () => {
    // The last process began a second after it.
    const counts = async () => {
      const { rows } = await world.database.systemPool.query<{
        snapshots: number;
        values: number;
        updates: number;
      }>(
        `select (select count(*)::int from portfolio.snapshots where hour = $1) as snapshots,
                (select count(*)::int from portfolio.snapshots
                  where hour = $1 and current_value = 33000 and total_invested = 30000) as values,
                (select count(*)::int from notifications.outbox where title = '16:00 · ₹33,000'
                   and body = E'Today +₹1,000.00 (+3.13%)\nTCS +3.13%') as updates`,
        [HOUR],
      );
      return rows[0];
    };
    // 10 TCS, bought at 3,000, now 3,300 after 3,200: value 33,000, cost 30,000, today 1,000 of 32,000 = 3.125 %.
    const whole = { snapshots: 2 * PEOPLE, values: 2 * PEOPLE, updates: PEOPLE };
    await eventually('all of them', async () => isDeepStrictEqual(await counts(), whole), 240_000);
    const last = children.at(-1) ?? assert.fail();
    last.kill('SIGTERM');
    const [code] = (await once(last, 'exit')) as [number | null];
    assert.equal(code, 0);
  });

  it('chat/Outages: a bot process outlives its database by half a minute and more, and answers when it is back', async () => {
    // It ended with code 13 and without a word when its last idle connection was given up, 30 seconds after its last use.
    await sleep(Math.max(0, 35_000 - (performance.now() - cutAt)));
    assert.ok(bot.isRunning, `it ended by itself:\n${bot.errors}`);
    await wire.mend();
    const beside = new pg.Client({ connectionString: apart.url });
    await beside.connect();
    await beside.query(
      `insert into chat.local_update (owner_user_id, body)
       select id, '{"kind": "message", "message_id": "1", "text": "/help"}' from identity.users`,
    );
    await eventually(
      'an answer',
      async () =>
        (await beside.query('select from chat.local_update where handled_at is not null')).rowCount === 1,
      120_000,
    );
    await beside.end();
    assert.equal((await bot.stop()).code, 0);
  });
});
