import assert from 'node:assert/strict';
import pg from 'pg';
import { istInstant } from '../../core/platform/index.ts';
import { schedule } from '../../jobs/schedule.ts';
import { holderOfBot } from '../support/bot-lock.ts';
import type { ApiClient, Frame } from '../support/api-client.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { BotApi } from '../support/bot-api.ts';
import { eventually } from '../support/chat-driver.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { SharedClock } from '../support/shared-clock.ts';

const NINE = istInstant('2026-03-10', '09:00');
const WAIT_MS = 120_000;

/** Two of each behind one database: the tests go on from one another. */
describe('two api, two jobs and two bot processes on one external Postgres', function () {
  this.timeout(600_000);
  const telegram = new BotApi();
  const clock = new SharedClock(istInstant('2026-03-10', '08:50'));
  let given: TestDatabase;
  let database: pg.Client;
  let family: MunimFamily;
  let one: MunimProcess;
  let two: MunimProcess;
  let bot: MunimProcess;
  let pair: MunimProcess[];
  let here: ApiClient;
  let there: ApiClient;
  let phone: LoopbackChat;
  before(async () => {
    const [root, made] = await Promise.all([telegram.start(), testDatabase()]);
    given = made;
    database = new pg.Client({ connectionString: given.url });
    await database.connect();
    family = await MunimFamily.open({
      DATABASE_URL: given.url,
      DATABASE_APP_URL: given.appUrl,
      PORTFOLIO_CHAT_ENABLED: '1',
      PORTFOLIO_CHAT_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: root,
    });
    [one, two, bot] = await Promise.all([
      family.start(['api'], { clock: clock.now }),
      family.start(['api'], { clock: clock.now }),
      family.start(['bot'], { clock: clock.now }),
    ]);
    here = await one.signedIn();
    there = two.client();
    there.cookie = here.cookie;
  });
  after(async () => {
    await family.close();
    await telegram.stop();
    await database.end();
    await given.drop();
  });

  it('started at once on a new database they agree on one owner', async () => {
    const { rows } = await database.query('select login from identity.users');
    assert.deepEqual(rows, [{ login: 'owner' }]);
    for (const name of ['local', 'telegram'] as const)
      assert.equal((await database.query(`select ${holderOfBot(name)}`)).rowCount, 1);
  });

  it('contract/Signing in: a session of one API works on the other; the next sign-in ends it on both, sockets with 4401', async () => {
    assert.equal((await there.get('/api/auth/me')).status, 200);
    const sockets = await Promise.all([here.live(), there.live()]);
    const next = await two.signedIn();
    for (const socket of sockets) assert.equal((await socket.closed).code, 4401);
    for (const old of [here, there]) {
      await eventually('the old session to end', async () => (await old.get('/api/auth/me')).status === 401);
      await assert.rejects(old.live(), { status: 401 });
    }
    there = next;
    here.cookie = next.cookie;
    assert.equal((await here.get('/api/auth/me')).status, 200);
  });

  it('contract/Live socket: a change made at one API is told at the other', async () => {
    const socket = await there.live();
    const made = await here.post('/api/portfolio/holdings', {
      portfolio: 'Main',
      symbol: 'TCS',
      asset_class: 'Indian Equity',
      currency: 'INR',
      quantity: 10,
      avg_buy_price: 3000,
      current_price: 3300,
      previous_close: 3200,
    });
    assert.equal(made.status, 201, made.text);
    const frame = await socket.next('portfolio_changed', WAIT_MS);
    assert.match(String(frame['revision']), /^\d+$/);
    const { body } = await there.get<{ items: { symbol: string }[] }>('/api/portfolio/holdings');
    assert.deepEqual(
      body.items.map(({ symbol }) => symbol),
      ['TCS'],
    );
    socket.close();
  });

  it('contract/Chat: a line said at one API is answered by the bot process and reaches a socket at the other', async () => {
    const [speaker, hearer] = await Promise.all([here.live(), there.live()]);
    speaker.send({ type: 'chat', text: '/complete_status' });
    const isAnswer = (frame: Frame) =>
      frame.type === 'chat' && (frame['message'] as { direction: string }).direction === 'out';
    for (const socket of [hearer, speaker]) {
      const answer = await socket.next(isAnswer, WAIT_MS);
      assert.match((answer['message'] as { text: string }).text, /^Your portfolio\n/);
    }
    speaker.close();
    hearer.close();
  });

  it('contract/Chat: a second bot stands by; the first is killed with -9 under traffic, and no message is lost', async () => {
    const { body } = await here.post<{ code: string }>('/api/chat/link-codes', {});
    phone = telegram.chat({ userId: 4242 });
    await phone.says(`/start ${body.code}`);
    assert.match((await phone.reply(WAIT_MS)).text, /linked/i);

    clock.set(new Date(NINE.getTime() - 5000));
    const standby = await family.start(['bot'], { clock: clock.now });
    const answersTo = (word: string) =>
      telegram.messages.filter(({ fromBot, text }) => fromBot && text.includes(word));
    const words = Array.from({ length: 12 }, (_, at) => `ZZQX${at}ZZQX`);
    for (const word of words) await phone.says(`/holding ${word}`);
    await eventually('the third answer', () => answersTo(words[2] ?? '').length > 0, WAIT_MS);
    await bot.kill();
    await eventually('all to be answered', () => words.every((word) => answersTo(word).length > 0), WAIT_MS);
    // What was in hand at the kill may be answered a second time, nothing else.
    const answers = words.map((word) => answersTo(word).length);
    assert.ok(answers.reduce((sum, count) => sum + count, 0) <= words.length + 1, answers.join(' '));
    assert.doesNotMatch(standby.errors, /another program polls/);
    assert.ok(standby.isRunning);
  });

  it('jobs/Agenda: two jobs processes that wait for 09:00 lose every connection; both live on and wait anew', async () => {
    for (const { name } of schedule) {
      await database.query('insert into jobs.watched (job, since, considered_until) values ($1, $2, $2)', [
        name,
        istInstant('2026-03-10', '08:50'),
      ]);
    }
    clock.set(new Date(NINE.getTime() - 12_000));
    pair = await Promise.all([
      family.start(['jobs'], { clock: clock.now }),
      family.start(['jobs'], { clock: clock.now }),
    ]);
    const clients = async () =>
      new Map(
        (
          await database.query<{ name: string; pid: number }>(
            `select application_name as name, min(pid) as pid from pg_stat_activity
              where datname = current_database() and application_name like 'munim:jobs:%' group by 1`,
          )
        ).rows.map(({ name, pid }) => [name, pid]),
      );
    const lost = await eventually(
      'both to be there',
      async () => {
        const found = await clients();
        return found.size === 2 ? found : null;
      },
      WAIT_MS,
    );
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await eventually(
      'both to be there anew',
      async () => {
        const found = [...(await clients())];
        return found.length === 2 && found.every(([name, pid]) => lost.get(name) !== pid);
      },
      WAIT_MS,
    );
    assert.ok(pair.every(({ isRunning }) => isRunning));
  });

  it('jobs/Exactly once: of the two one does each job at 09:00, and its notice comes once to each chat', async () => {
    const due = ['hourly_portfolio_snapshot', 'hourly_portfolio_update', 'support_alert_monitor'];
    const runs = await eventually(
      'the jobs of 09:00',
      async () => {
        const { rows } = await database.query<{
          job: string;
          state: string;
          attempts: number;
          due_at: Date;
          reason: string | null;
        }>('select job, state, attempts, due_at, reason from jobs.runs where job = any($1) order by job', [
          due,
        ]);
        return rows.length === due.length && rows.every(({ state }) => state === 'DONE') ? rows : null;
      },
      WAIT_MS,
    );
    assert.deepEqual(
      runs.map(({ job, attempts, due_at }) => [job, attempts, due_at.toISOString()]),
      due.map((job) => [job, 1, NINE.toISOString()]),
      // a run that was tried again keeps why
      JSON.stringify(runs),
    );
    const { rows: snapshots } = await database.query<{ name: string; hour: Date }>(
      // The first pricing of the holding may have been recorded before, for the hour that ended.
      'select p.name, s.hour from portfolio.snapshots s join portfolio.portfolios p on p.id = s.portfolio_id where s.hour >= $1 order by p.name',
      [NINE],
    );
    assert.deepEqual(
      snapshots.map(({ name, hour }) => [name, hour.toISOString()]),
      ['Main', 'Networth'].map((name) => [name, NINE.toISOString()]),
    );

    const { rows: notices } = await database.query<{ title: string; id: string }>(
      `select id, title from notifications.outbox where kind = 'hourly_portfolio_update'`,
    );
    assert.equal(notices.length, 1);
    await eventually(
      'both chats to have it',
      async () => {
        const { rows } = await database.query(
          `select channel, state from notifications.deliveries where notification_id = $1`,
          [notices[0]?.id],
        );
        return rows.length === 2 && rows.every(({ state }) => state === 'SENT');
      },
      WAIT_MS,
    );
    const title = notices[0]?.title ?? assert.fail();
    assert.equal(
      telegram.messages.filter(({ fromBot, text }) => fromBot && text.startsWith(title)).length,
      1,
    );
    const { body: chat } = await there.get<{ items: { text: string }[] }>('/api/chat/messages?limit=200');
    assert.equal(chat.items.filter(({ text }) => text.startsWith(title)).length, 1);
    for (const process of pair) assert.equal((await process.stop()).code, 0);
  });

  it('each API stops by itself with code 0 and leaves the other at work', async () => {
    // Of the lost connections it has spoken.
    const said = one.errors;
    const { code, errors } = await one.stop();
    assert.deepEqual([code, errors], [0, said]);
    assert.equal((await there.get('/readyz')).status, 200);
    assert.equal((await two.stop()).code, 0);
  });
});
