import assert from 'node:assert/strict';
import pg from 'pg';
import { istInstant } from '../../core/platform/index.ts';
import { schedule } from '../../jobs/schedule.ts';
import { eventually } from '../support/chat-driver.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { SharedClock } from '../support/shared-clock.ts';
import { sampled } from '../support/soak.ts';

/** A Tuesday on which the exchange traded. */
const DUE = istInstant('2026-03-10', '15:45');
/** How many begin. That of several one does a job, `many-processes.slow.test.ts` shows. */
const AT_ONCE = sampled(1, 2);
const WAIT_MS = 120_000;

async function open(url: string): Promise<pg.Client> {
  const database = new pg.Client({ connectionString: url });
  database.on('error', () => undefined);
  await database.connect();
  return database;
}

/** The owner, a holding with a price, a value of yesterday and the day before, and a record that knew the schedule before the report was due. */
async function furnish(database: pg.Client): Promise<void> {
  await database.query(`insert into identity.users (login, name) values ('owner', 'Owner')`);
  await database.query(`
    with book as (
      insert into portfolio.portfolios (owner_user_id, name) select id, 'Main' from identity.users returning id, owner_user_id)
    insert into portfolio.holdings (owner_user_id, portfolio_id, symbol, asset_class, currency, quantity, avg_buy_price,
                                    current_price, previous_close, priced_at, source)
    select owner_user_id, id, 'TCS', 'Indian Equity', 'INR', 10, 3000, 3300, 3200, '2026-03-10T10:00:00Z', 'MANUAL' from book`);
  await database.query(`
    with total as (
      insert into portfolio.portfolios (owner_user_id, name, is_protected) select id, 'Networth', true from identity.users
      returning id, owner_user_id)
    insert into portfolio.snapshots (owner_user_id, portfolio_id, hour, recorded_at, current_value, total_invested,
                                     holdings_count, state)
    select owner_user_id, id, hour, hour, 32000, 30000, 1, 'AVAILABLE'
    from total, unnest(array['2026-03-08T10:00:00Z', '2026-03-09T10:00:00Z']::timestamptz[]) as hour`);
  for (const { name } of schedule) {
    await database.query(
      `insert into jobs.watched (job, since, considered_until) values ($1, $2, $2)
       on conflict (job) do update set considered_until = excluded.considered_until`,
      [name, istInstant('2026-03-10', '15:30')],
    );
  }
}

interface Seen {
  outbox: number;
  delivered: number;
  chat: number;
  run: string;
}

/** How often the evening report is to be found: in the outbox, as delivered to the local chat, in the chat itself. */
async function look(database: pg.Client): Promise<Seen> {
  const { rows } = await database.query<Seen>(`
    select (select count(*)::int from notifications.outbox where kind = 'eod_portfolio_report') as outbox,
           (select count(*)::int from notifications.deliveries d join notifications.outbox o on o.id = d.notification_id
             where o.kind = 'eod_portfolio_report' and d.state = 'SENT') as delivered,
           (select count(*)::int from chat.message m join notifications.outbox o
             on o.kind = 'eod_portfolio_report' and m.text like o.title || '%') as chat,
           coalesce((select string_agg(state, ',') from jobs.runs where job = 'eod_portfolio_report'), 'NONE') as run`);
  return rows[0] ?? assert.fail();
}

describe('the evening report, once', function () {
  this.timeout(600_000);
  let given: TestDatabase;
  let family: MunimFamily;
  let database: pg.Client;
  before(async () => {
    given = await testDatabase();
    family = await MunimFamily.open({ DATABASE_URL: given.url, DATABASE_APP_URL: given.appUrl });
    database = await open(given.url);
    await furnish(database);
  });
  after(async () => {
    await family.close();
    await database.end();
    await given.drop();
  });

  it('the jobs process that has it is killed with -9, and so are those that take its place on the way', async () => {
    const evening = new SharedClock(new Date(DUE.getTime() - 6000));
    const first = await Promise.all(
      Array.from({ length: AT_ONCE }, () => family.start(['jobs'], { clock: evening.now })),
    );
    const worker = await eventually(
      'somebody to have the report',
      async () =>
        (
          await database.query<{ worker: string }>(
            `select worker from jobs.runs where job = 'eod_portfolio_report' and worker is not null`,
          )
        ).rows[0]?.worker,
      WAIT_MS,
    );
    const pid = Number(worker.split(':').at(-2));
    const victim = first.find((one) => one.pid === pid) ?? assert.fail(`${worker} is none of them`);
    await victim.kill();
    // Each time a step further, and past the lease of the dead one.
    const steps: [string, (seen: Seen) => boolean][] = [
      ...sampled<[string, (seen: Seen) => boolean][]>([], [['written', ({ outbox }) => outbox > 0]]),
      ['in the chat', ({ chat }) => chat > 0],
    ];
    for (const [at, [what, has]] of steps.entries()) {
      evening.set(new Date(DUE.getTime() + (at + 1) * 60_000));
      const next = await family.start(['bot', 'jobs'], { clock: evening.now });
      await eventually(what, async () => has(await look(database)), WAIT_MS);
      await next.kill();
    }
    evening.set(new Date(DUE.getTime() + 200_000));
    const last = await family.start([], { clock: evening.now });
    await eventually(
      'the report to be done with',
      async () => {
        const { run, delivered } = await look(database);
        return run === 'DONE' && delivered === 1;
      },
      WAIT_MS,
    );
    await expectOnce(last);
    for (const one of [...first.filter((other) => other !== victim), last]) {
      assert.equal((await one.stop()).code, 0);
    }
  });

  /** What a person sees: one notification in the dashboard, one message in the chat, with a chart. */
  async function expectOnce(munim: MunimProcess): Promise<void> {
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
});
