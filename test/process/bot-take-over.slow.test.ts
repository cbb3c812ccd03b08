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

/** A bot is killed once, with three chats in the middle of something. Each test looks at what the next bot makes of one. */
describe('architecture/Processes: a bot is killed and another takes over', () => {
  const web = new WebSyncServer();
  let fixture: ChatFixture;
  let family: MunimFamily;
  let next: MunimProcess;
  let recording: LoopbackChat;
  let flooded: LoopbackChat;
  let connecting: LoopbackChat;
  /** Answers that the flooded chat had before. */
  let answered: number;

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
    const killed = await family.start(['bot']);
    next = await family.start(['bot']);
    recording = await linked(4242);
    flooded = await linked(4343);
    connecting = await linked(4444);

    answered = (await answers(flooded)).length;
    fixture.api.faults.plan('sendMessage', { kind: 'flood', retryAfter: 300 }, 1, flooded.chatId);
    await flooded.says('/help holding');
    await flooded.says('/cancel');
    await connecting.says('/cancel');
    assert.equal((await connecting.reply()).text, 'There is nothing to cancel.');
    const held = async () =>
      (await fixture.core.database.systemPool.query('select from chat.held_updates')).rowCount ?? 0;
    await eventually('both to be written down', async () => (await held()) === 2);

    await recording.says('/add_transaction BUY TCS 10 3200 2024-01-05');
    await recording.reply();
    fixture.api.faults.plan('editMessageText', { kind: 'hang' }, 1, recording.chatId);
    await recording.presses('✓ Record');

    await connecting.says('/add_connection web_sync');
    await shown(/What should it be called\?$/);
    await connecting.says('Family');
    await shown(/^User id\?/);
    await connecting.says(USER);
    await shown(/^PIN\?/);
    fixture.api.faults.plan('deleteMessage', { kind: 'hang' }, 1, connecting.chatId);
    await connecting.says(PIN);

    await eventually('the bot to be in the middle of all', () => fixture.api.faults.pending === 0);
    // Telegram has forgotten what is held by now.
    await eventually('polling to go on', () => fixture.api.polling);
    assert.equal(await recorded(), 1);
    assert.equal((await answers(flooded)).length, answered);
    assert.ok((await connecting.messages()).some(({ text }) => text === PIN));
    await killed.kill();
  });
  after(async () => {
    await family.close();
    await fixture.close();
    await web.close();
  });

  const linked = async (userId: number): Promise<LoopbackChat> => {
    const phone = fixture.api.chat({ userId });
    const { code } = await fixture.core.identity.chats.createLinkCode(fixture.ownerId);
    await phone.says(`/start ${code}`);
    assert.match((await phone.reply()).text, /^Linked/);
    return phone;
  };
  const answers = async (chat: LoopbackChat) => (await chat.messages()).filter(({ fromBot }) => fromBot);
  const shown = (text: RegExp) =>
    eventually(`a message like ${text}`, async () =>
      (await answers(connecting)).findLast((one) => text.test(one.text)),
    );
  const recorded = async () => (await fixture.core.portfolio.transactions.list(fixture.ownerId, {})).total;

  it('kill -9 after the effect and before the answer: the next bot answers, the effect happened once', async () => {
    assert.match((await recording.edited()).text, /^(Recorded|Already)/);
    await recording.settled();
    assert.equal(await recorded(), 1);

    const local = new LocalDriver(fixture.core, fixture.ownerId);
    await local.says('/cancel');
    assert.equal((await local.reply()).text, 'There is nothing to cancel.');
  });

  it('kill -9 while Telegram wants a chat left alone: the next bot answers what it was sent, in order and once', async () => {
    await flooded.settled();
    assert.deepEqual(
      (await answers(flooded)).slice(answered).map(({ text }) => text.split(' ')[0]),
      ['/holding', 'There'],
    );
  });

  it('kill -9 before a message with a secret is deleted: the next bot deletes it, goes on, and the secret stands nowhere', async () => {
    await shown(/^Connect Web sync\?/);
    assert.ok(!(await connecting.messages()).some(({ text }) => text === PIN));
    assert.deepEqual(await tablesWith(fixture.core, PIN), []);

    await connecting.presses('✓ Connect');
    await shown(/^Which one-time password/);
    await connecting.says(web.sentOtps.at(-1)?.otp ?? '');
    await shown(/2 transactions read: 2 new/);
    await connecting.settled();
    assert.deepEqual(await tablesWith(fixture.core, PIN), []);

    const local = new LocalDriver(fixture.core, fixture.ownerId);
    await local.says('/list_connections');
    await eventually('the list', async () =>
      (await local.messages()).some(({ text }) => text.startsWith('Family (Web sync RK1234)\nUp to date.')),
    );
    assert.equal((await next.stop()).code, 0);
  });
});
