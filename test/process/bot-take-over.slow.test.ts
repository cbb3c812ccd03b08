import assert from 'node:assert/strict';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { tablesWith } from '../support/database-text.ts';
import { LocalDriver } from '../support/local-chat-driver.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { WebSyncServer } from '../support/web-sync-server.ts';

const SECRET_KEY = { BROKER_SECRET_KEY: 'a phrase of tests, long enough' };
const PIN = '73918264';
const USER = 'RK1234';

/** One bot after the other is killed in the middle of its work; the tests go on from one another. */
describe('architecture/Processes: a bot is killed and another takes over', () => {
  const web = new WebSyncServer();
  let fixture: ChatFixture;
  let family: MunimFamily;
  let running: MunimProcess;
  let chat: LoopbackChat;
  before(async () => {
    await web.start();
    web.reset({ holdings: 1, trades: 2, leftOut: 0 });
    web.addAccount(USER, PIN, { holdings: 1, trades: 2, leftOut: 0 });
    const environment = { ...NOBODY_OUTSIDE, ...SECRET_KEY, WEB_SYNC_BASE_URL: web.url };
    fixture = await chatFixture({ environment, isWired: true });
    await fixture.runtime.stop();
    family = await MunimFamily.open({
      ...environment,
      DATABASE_URL: fixture.database.url,
      DATABASE_APP_URL: fixture.database.appUrl,
      PORTFOLIO_CHAT_ENABLED: '1',
      PORTFOLIO_CHAT_BOT_TOKEN: fixture.api.token,
      TELEGRAM_API_ROOT: fixture.api.root,
    });
    running = await family.start(['bot']);
    chat = fixture.api.chat({ userId: 4242 });
    await link(chat);
  });
  after(async () => {
    await family.close();
    await fixture.close();
    await web.close();
  });

  const link = async (phone: LoopbackChat) => {
    const { code } = await fixture.core.identity.chats.createLinkCode(fixture.ownerId);
    await phone.says(`/start ${code}`);
    assert.match((await phone.reply()).text, /^Linked/);
  };
  const answers = async () => (await chat.messages()).filter(({ fromBot }) => fromBot);
  const shown = (text: RegExp) =>
    eventually(`a message like ${text}`, async () =>
      (await answers()).findLast((one) => text.test(one.text)),
    );
  const recorded = async () => (await fixture.core.portfolio.transactions.list(fixture.ownerId, {})).total;
  /** kill -9 of the one that runs, beside which the next stands by. */
  const killedBeside = async (next: MunimProcess) => {
    await running.kill();
    running = next;
  };

  it('kill -9 after the effect and before the answer: the next bot answers, the effect happened once', async () => {
    const next = await family.start(['bot']);
    await chat.says('/add_transaction BUY TCS 10 3200 2024-01-05');
    await chat.reply();
    fixture.api.faults.plan('editMessageText', { kind: 'hang' });
    await chat.presses('✓ Record');
    await eventually('the bot to be told of the effect', () => fixture.api.faults.pending === 0);
    assert.equal(await recorded(), 1);
    await killedBeside(next);

    assert.match((await chat.edited()).text, /^(Recorded|Already)/);
    await chat.settled();
    assert.equal(await recorded(), 1);

    const local = new LocalDriver(fixture.core, fixture.ownerId);
    await local.says('/cancel');
    assert.equal((await local.reply()).text, 'There is nothing to cancel.');
  });

  it('kill -9 while Telegram wants a chat left alone: the next bot answers what it was sent, in order and once', async () => {
    const held = async () =>
      (await fixture.core.database.systemPool.query('select from chat.held_updates')).rowCount ?? 0;
    const other = fixture.api.chat({ userId: 4343 });
    await link(other);
    const before = (await answers()).length;
    fixture.api.faults.plan('sendMessage', { kind: 'flood', retryAfter: 30 }, 1, 4242);
    await chat.says('/help holding');
    await chat.says('/cancel');
    await other.says('/cancel');
    assert.equal((await other.reply()).text, 'There is nothing to cancel.');
    await eventually('both to be written down', async () => (await held()) === 2);
    // Telegram has forgotten them by now.
    await eventually('polling to go on', () => fixture.api.polling);
    assert.equal((await answers()).length, before);
    await running.kill();

    running = await family.start(['bot']);
    await chat.settled();
    assert.deepEqual(
      (await answers()).slice(before).map(({ text }) => text.split(' ')[0]),
      ['/holding', 'There'],
    );
  });

  it('kill -9 before a message with a secret is deleted: the next bot deletes it, goes on, and the secret stands nowhere', async () => {
    const next = await family.start(['bot']);
    await chat.says('/add_connection web_sync');
    await shown(/What should it be called\?$/);
    await chat.says('Family');
    await shown(/^User id\?/);
    await chat.says(USER);
    await shown(/^PIN\?/);
    fixture.api.faults.plan('deleteMessage', { kind: 'hang' });
    await chat.says(PIN);
    await eventually('the bot to delete the message', () => fixture.api.faults.pending === 0);
    await killedBeside(next);

    await shown(/^Connect Web sync\?/);
    assert.ok(!(await chat.messages()).some(({ text }) => text === PIN));
    assert.deepEqual(await tablesWith(fixture.core, PIN), []);

    await chat.presses('✓ Connect');
    await shown(/^Which one-time password/);
    await chat.says(web.sentOtps.at(-1)?.otp ?? '');
    await shown(/2 transactions read: 2 new/);
    await chat.settled();
    assert.deepEqual(await tablesWith(fixture.core, PIN), []);

    const local = new LocalDriver(fixture.core, fixture.ownerId);
    await local.says('/list_connections');
    await eventually('the list', async () =>
      (await local.messages()).some(({ text }) => text.startsWith('Family (Web sync RK1234)\nUp to date.')),
    );
    assert.equal((await running.stop()).code, 0);
  });
});
