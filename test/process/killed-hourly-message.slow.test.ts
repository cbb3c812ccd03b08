import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DAY_MS, istInstant } from '../../core/platform/index.ts';
import { BotApi } from '../support/bot-api.ts';
import { eventually } from '../support/chat-driver.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { PushService } from '../support/push-service.ts';

const KIND = 'hourly_portfolio_update';
const DAY = '2026-03-10';
const BEGUN = istInstant(DAY, '09:00');
const WAIT_MS = 120_000;

/** The tests go on from one another: each bot takes over from one that was killed. */
describe('kill -9 of the bot around the one message of the day', function () {
  this.timeout(600_000);
  const api = new BotApi();
  const service = new PushService();
  let world: TestCore;
  let family: MunimFamily;
  let bot: MunimProcess;
  let starts = 0;
  before(async () => {
    await service.start();
    const environment = {
      PORTFOLIO_CHAT_ENABLED: '1',
      PORTFOLIO_CHAT_BOT_TOKEN: api.token,
      TELEGRAM_API_ROOT: await api.start(),
      WEB_PUSH_BASE_URL: service.url,
    };
    world = await testCore({ at: BEGUN.toISOString(), environment });
    for (const person of [world.owner, world.stranger]) {
      const { code } = await world.core.identity.chats.createLinkCode(person);
      const chat = { transport: 'telegram', chatId: person, chatUserId: person, title: null } as const;
      await world.core.identity.chats.linkChat({ code, ...chat });
    }
    const { DATABASE_URL, DATABASE_APP_URL } = world.core.config;
    family = await MunimFamily.open({
      ...environment,
      DATABASE_URL: DATABASE_URL ?? '',
      DATABASE_APP_URL: DATABASE_APP_URL ?? '',
    });
    await takeOver();
  });
  after(async () => {
    await family.close();
    await world.close();
    await api.stop();
    await service.close();
  });

  /** Starts a bot two minutes later: leases of the one before have ended. */
  const takeOver = async (): Promise<void> => {
    bot = await family.start(['bot'], { clock: new Date(BEGUN.getTime() + 120_000 * starts++) });
  };
  const update = async (person: string, hour: string) =>
    await world.core.notifications.notify(person, {
      kind: KIND,
      dedupKey: `${KIND}:${DAY}`,
      title: hour,
      body: 'Today +₹1',
      asOf: istInstant(DAY, hour),
    });
  const shown = (person: string) =>
    api.messages
      .filter(({ chatId, deleted }) => chatId === Number(person) && !deleted)
      .map(({ text, edits }) => `${text.split('\n')[0]}, edited ${edits} times`);
  const settled = async (person: string, wanted: 'SENT' | 'FAILED', by = 'telegram') =>
    await eventually(
      `the message to be ${wanted}`,
      async () => {
        const [notice] = (await world.core.notifications.list(person)).items;
        return notice?.deliveries.some(({ channel, state }) => channel === by && state === wanted);
      },
      WAIT_MS,
    );

  /** Kills the bot between this call and its answer. */
  const killedBeforeAnswer = async (method: string, work: () => Promise<unknown>): Promise<void> => {
    api.faults.plan(method, { kind: 'accept_then_wait', until: new Promise(() => undefined) });
    await work();
    await eventually('the call', () => api.faults.pending === 0, WAIT_MS);
    await bot.kill();
  };
  /** Kills the bot when it has the answer to this call and is about to record it. */
  const killedBeforeRecord = async (method: string, work: () => Promise<unknown>): Promise<void> => {
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    api.faults.plan(method, { kind: 'accept_then_wait', until });
    await work();
    await eventually('the call', () => api.faults.pending === 0, WAIT_MS);
    const keeper = new pg.Client({ connectionString: world.core.config.DATABASE_URL ?? '' });
    await keeper.connect();
    await keeper.query('begin; select from notifications.deliveries for update');
    release();
    await eventually(
      'the record to wait for its row',
      async () => {
        const { rows } = await world.core.database.systemPool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like 'update notifications.deliveries set%message_ids = case%'`,
        );
        return rows.length > 0;
      },
      WAIT_MS,
    );
    await bot.kill();
    await keeper.end();
  };

  it('bot/Push: killed between the first message and its record: one more is sent, and each later hour edits that one', async () => {
    const { owner } = world;
    await killedBeforeRecord('sendMessage', () => update(owner, '09:00'));
    await takeOver();
    await settled(owner, 'SENT');
    assert.deepEqual(shown(owner), ['09:00, edited 0 times', '09:00, edited 0 times']);
    await killedBeforeAnswer('editMessageText', () => update(owner, '10:00'));
    await takeOver();
    await settled(owner, 'SENT');
    assert.deepEqual(shown(owner), ['09:00, edited 0 times', '10:00, edited 1 times']);
    await killedBeforeRecord('editMessageText', () => update(owner, '11:00'));
    await takeOver();
    await settled(owner, 'SENT');
    await update(owner, '12:00');
    await settled(owner, 'SENT');
    assert.deepEqual(shown(owner), ['09:00, edited 0 times', '12:00, edited 3 times']);
  });

  it('bot/Push: killed at the second message too: there is no third in that hour nor in the next, and the failure says why', async () => {
    const { stranger } = world;
    await killedBeforeAnswer('sendMessage', () => update(stranger, '09:00'));
    await killedBeforeRecord('sendMessage', takeOver);
    assert.equal(shown(stranger).length, 2);
    await takeOver();
    await settled(stranger, 'FAILED');
    await update(stranger, '10:00');
    await settled(stranger, 'FAILED');
    const [failure] = await world.core.notifications.recentFailures(stranger);
    assert.match(failure?.reason ?? '', /not sent a third time/);
    assert.equal(shown(stranger).length, 2);
  });

  it('web push/Delivery: killed before the record of a push: it comes once more, under the tag that replaces the first', async () => {
    const { core, owner } = world;
    const sessionId = randomUUID();
    await core.database.systemPool.query(
      'insert into identity.sessions (id, owner_user_id, expires_at) values ($1, $2, $3)',
      [sessionId, owner, new Date(BEGUN.getTime() + DAY_MS)],
    );
    const { subscription } = service.browser('/one');
    await core.notifications.browsers.subscribe(
      { userId: owner, sessionId },
      { ...subscription, label: 'One' },
    );
    const release = service.hold(/one/);
    await update(owner, '13:00');
    await eventually('the push', () => service.requests.length === 1, WAIT_MS);
    await bot.kill();
    release();
    await takeOver();
    await settled(owner, 'SENT', 'browser');
    const tags = service.read.map(
      ({ text }) => (JSON.parse(text) as { notification: { tag: string } }).notification.tag,
    );
    assert.deepEqual(tags, [tags[0], tags[0]]);
  });
});
