import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { istInstant } from '../../core/platform/index.ts';
import { schedule } from '../../jobs/schedule.ts';
import { eventually } from '../support/chat-driver.ts';
import { createWire } from '../support/database-wire.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { SharedClock } from '../support/shared-clock.ts';
import { sampled } from '../support/soak.ts';

const PEOPLE = sampled(6, 12);
const KILLS = sampled(1, 3);
/** How many begin. That of several one does a job, `many-processes.slow.test.ts` shows. */
const AT_ONCE = sampled(1, 2);
const WAIT_MS = 240_000;
/** A Tuesday on which the exchange traded. */
const DUE = istInstant('2026-03-10', '15:45');
const HOUR = istInstant('2026-03-10', '16:00');

/** People of whom each has a priced holding; of the owner two earlier values, for a chart; a record that knows the schedule. */
const furnished = `
  with people as (
    insert into identity.users (login, name)
    select case n when 1 then 'owner' else 'p' || n end, 'P' from generate_series(1, ${PEOPLE}) n returning id),
  books as (
    insert into portfolio.portfolios (owner_user_id, name) select id, 'Main' from people returning id, owner_user_id)
  insert into portfolio.holdings (owner_user_id, portfolio_id, symbol, asset_class, currency, quantity, avg_buy_price,
                                  current_price, previous_close, priced_at, source)
  select owner_user_id, id, 'TCS', 'Indian Equity', 'INR', 10, 3000, 3300, 3200, '2026-03-10T10:10:00Z', 'MANUAL' from books;
  with total as (
    insert into portfolio.portfolios (owner_user_id, name, is_protected)
    select id, 'Networth', true from identity.users where login = 'owner' returning id, owner_user_id)
  insert into portfolio.snapshots (owner_user_id, portfolio_id, hour, recorded_at, current_value, total_invested,
                                   holdings_count, state)
  select owner_user_id, id, hour, hour, 32000, 30000, 1, 'AVAILABLE'
  from total, unnest(array['2026-03-08T10:00:00Z', '2026-03-09T10:00:00Z']::timestamptz[]) as hour;
  insert into jobs.watched (job, since, considered_until)
  select job, known, known from unnest(array[${schedule.map(({ name }) => `'${name}'`).join()}]) job,
    (values ('2026-03-10T10:00:00Z'::timestamptz)) as t (known)`;

/** How far the evening report is: in the outbox, delivered to the local chats, in the chats themselves. */
interface Evening {
  reports: number;
  people: number;
  deliveries: number;
  sent: number;
  chats: number;
  state: string;
  attempts: number;
  worker: string | null;
}
const EVENING = `
  with report as (select id, owner_user_id, title from notifications.outbox where kind = 'eod_portfolio_report'),
  delivery as (select state from notifications.deliveries where notification_id in (select id from report))
  select (select count(*)::int from report) as reports,
         (select count(distinct owner_user_id)::int from report) as people,
         (select count(*)::int from delivery) as deliveries,
         (select count(*)::int from delivery where state = 'SENT') as sent,
         (select count(*)::int from chat.message m join report r
           on r.owner_user_id = m.owner_user_id and m.text like r.title || '%') as chats,
         coalesce(r.state, 'NONE') as state, coalesce(r.attempts, 0) as attempts, r.worker
    from (select) one left join jobs.runs r on r.job = 'eod_portfolio_report'`;

/** The tests go on from one another: the process that ends the evening report is the one of the full hour. */
describe('a role as a process of its own', function () {
  this.timeout(600_000);
  let given: TestDatabase;
  let database: pg.Client;
  let family: MunimFamily;
  let last: MunimProcess;
  const clock = new SharedClock(new Date(DUE.getTime() - 6_000));
  /** A bot process whose database is away while the other tests run. */
  const wire = createWire();
  let apart: TestDatabase;
  let cutOff: MunimFamily;
  let bot: MunimProcess;
  let cutAt: number;

  before(async () => {
    apart = await testDatabase();
    const port = String(await wire.open(Number(new URL(apart.url).port)));
    cutOff = await MunimFamily.open({
      DATABASE_URL: Object.assign(new URL(apart.url), { port }).href,
      DATABASE_APP_URL: Object.assign(new URL(apart.appUrl), { port }).href,
    });
    bot = await cutOff.start(['bot']);
    await wire.cut();
    cutAt = performance.now();
  });
  after(async () => {
    await cutOff.close();
    await wire.cut();
    await apart.drop();
  });

  before(async () => {
    given = await testDatabase();
    family = await MunimFamily.open({ DATABASE_URL: given.url, DATABASE_APP_URL: given.appUrl });
    database = await connected(given.url);
    await database.query(furnished);
  });
  after(async () => {
    await family.close();
    await database.end();
    await given.drop();
  });

  const evening = async (): Promise<Evening> =>
    (await database.query<Evening>(EVENING)).rows[0] ?? assert.fail();
  const until = async (what: string, test: (now: Evening) => boolean) =>
    await eventually(
      what,
      async () => {
        const now = await evening();
        return test(now) ? now : null;
      },
      WAIT_MS,
    );

  /** Lets no more than about so many reports be written: whoever writes the next one waits until it is killed. */
  const gateAfter = async (reports: number) => {
    const holder = await connected(given.url);
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
        await holder.end();
      },
    };
  };

  it('jobs/Exactly once: kill -9 in the middle of the evening report and of its delivery; each person gets it once', async () => {
    const part = (kill: number): number => (kill * PEOPLE) / (KILLS + 1);
    const gate = await gateAfter(part(1));
    const first = await Promise.all(
      Array.from({ length: AT_ONCE }, () => family.start(['jobs'], { clock: clock.now })),
    );
    let working = first;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const { worker } = await until(`part ${kill}`, ({ reports }) => reports >= part(kill));
      const pid = Number(worker?.split(':').at(-2));
      await (working.find((one) => one.pid === pid) ?? assert.fail(`${worker} is none of them`)).kill();
      const found = await evening();
      assert.ok(found.reports < PEOPLE);
      assert.deepEqual([found.state, found.attempts], ['RUNNING', kill]);
      if (kill === KILLS) break;
      await gate.move(part(kill + 1));
      // Past the lease of the dead one.
      clock.set(new Date(DUE.getTime() + kill * 60_000));
      working = [...first, await family.start(['jobs'], { clock: clock.now })];
    }
    await gate.open();

    clock.set(new Date(DUE.getTime() + KILLS * 60_000));
    const next = await family.start(['bot', 'jobs'], { clock: clock.now });
    await until('one in a chat', ({ chats }) => chats > 0);
    await next.kill();
    const { state } = await evening();

    clock.set(new Date(HOUR.getTime() + 1_000));
    last = await family.start([], { clock: clock.now });
    const done = await until('the end', (now) => now.state === 'DONE' && now.sent === PEOPLE);
    assert.deepEqual(
      [done.reports, done.people, done.deliveries, done.chats],
      [PEOPLE, PEOPLE, PEOPLE, PEOPLE],
    );
    if (AT_ONCE === 1) assert.equal(done.attempts, KILLS + (state === 'DONE' ? 1 : 2));
    await isShownOnce(last);
    for (const one of first.filter(({ isRunning }) => isRunning)) assert.equal((await one.stop()).code, 0);
  });

  /** A person's copies: one notification in the dashboard, one chat message with a chart. */
  async function isShownOnce(munim: MunimProcess): Promise<void> {
    const client = await munim.signedIn();
    const { body: notifications } = await client.get<{ items: { kind: string; title: string }[] }>(
      '/api/notifications?page_size=200',
    );
    const reports = notifications.items.filter(({ kind }) => kind === 'eod_portfolio_report');
    assert.equal(reports.length, 1, JSON.stringify(notifications.items));
    const { body: chat } = await client.get<{
      items: { text: string; attachment: { kind: string } | null }[];
    }>('/api/chat/messages?limit=200');
    const messages = chat.items.filter(({ text }) => text.startsWith(reports[0]?.title ?? '?'));
    assert.equal(messages.length, 1, JSON.stringify(chat.items));
    assert.equal(chat.items.filter(({ attachment }) => attachment?.kind === 'photo').length, 1);
  }

  it('portfolio/Resources, snapshot: at the full hour every portfolio and Networth are recorded, and the update is written', async () => {
    // The last process began a second after it.
    const counts = async () =>
      (
        await database.query<{ snapshots: number; values: number; updates: number }>(
          `select (select count(*)::int from portfolio.snapshots where hour = $1) as snapshots,
                (select count(*)::int from portfolio.snapshots
                  where hour = $1 and current_value = 33000 and total_invested = 30000) as values,
                (select count(*)::int from notifications.outbox where title = '16:00 · ₹33,000'
                   and body = E'Today +₹1,000.00 (+3.13%)\nTCS +3.13%') as updates`,
          [HOUR],
        )
      ).rows[0];
    // 10 TCS, bought at 3,000, now 3,300 after 3,200: value 33,000, cost 30,000, today 1,000 of 32,000 = 3.125 %.
    const whole = { snapshots: 2 * PEOPLE, values: 2 * PEOPLE, updates: PEOPLE };
    await eventually('all of them', async () => isDeepStrictEqual(await counts(), whole), WAIT_MS);
    assert.equal((await last.stop()).code, 0);
  });

  it('chat/Outages: a bot process outlives its database by half a minute and more, and answers when it is back', async () => {
    // It ended with code 13 and without a word when its last idle connection was given up, 30 seconds after its last use.
    await sleep(Math.max(0, 35_000 - (performance.now() - cutAt)));
    assert.ok(bot.isRunning, `it ended by itself:\n${bot.errors}`);
    await wire.mend();
    const beside = await connected(apart.url);
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

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
