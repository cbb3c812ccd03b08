import assert from 'node:assert/strict';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { labels, type SeenMessage } from '../support/bot-api-messages.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';
import { tablesWith } from '../support/database-text.ts';
import { KiteServer } from '../support/kite-server.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { WebSyncServer } from '../support/web-sync-server.ts';

const PIN = '73918264';
const USER = 'RK1234';
const BY = { actor: 'test' };
/** Noon in India: far from the hour at which sessions of Kite end, and from the end of a day. */
const NOON = '2026-03-02T06:30:00.000Z';

describe('contract/Chat: secrets of connections', () => {
  const web = new WebSyncServer();
  const kite = new KiteServer(() => new Date(NOON));
  let fixture: ChatFixture;
  let chat: LoopbackChat;
  /** The person of this test: books and a chat of their own. */
  let ownerId: string;
  before(async () => {
    await Promise.all([web.start(), kite.start()]);
    fixture = await chatFixture({
      clock: heldClock(NOON),
      environment: {
        ...NOBODY_OUTSIDE,
        WEB_SYNC_BASE_URL: web.url,
        ZERODHA_BASE_URL: kite.url,
        // Nobody listens there.
        IBKR_FLEX_BASE_URL: 'http://127.0.0.1:9',
        BROKER_SECRET_KEY: 'a phrase of tests, long enough',
      },
    });
  });
  after(() => Promise.all([fixture.close(), web.close(), kite.close()]));
  beforeEach(async () => {
    web.reset({ holdings: 1, trades: 2, leftOut: 0 });
    web.addAccount(USER, PIN, { holdings: 1, trades: 2, leftOut: 0 });
    kite.reset({ holdings: 2, trades: 3, leftOut: 0 });
    const newcomer = await fixture.newcomer('telegram');
    ({ ownerId, chat } = { ...newcomer, chat: newcomer.chat as LoopbackChat });
  });
  // Another draft would be looked for, and so would another text, in all tables.
  afterEach(() => fixture.core.database.systemPool.query('delete from chat.secret_drafts'));

  const shownTo = (person: LoopbackChat, text: RegExp, times = 1): Promise<SeenMessage> =>
    eventually(`a message like ${text}`, async () => {
      const fitting = (await person.messages()).filter(
        (message) => message.fromBot && text.test(message.text),
      );
      return fitting.length >= times ? fitting.at(-1) : null;
    });
  const shown = (text: RegExp, times = 1) => shownTo(chat, text, times);

  async function toPin(): Promise<void> {
    await chat.says('/add_connection web_sync');
    await shown(/What should it be called\?$/);
    await chat.says('Family');
    await shown(/^User id\?/);
    await chat.says(USER);
    await shown(/^PIN\?/);
  }

  async function webConnection(): Promise<string> {
    const credentials = { user_id: USER, pin: PIN };
    const input = { broker: 'web_sync', label: 'Family', role: 'SYNC', credentials } as const;
    return (await fixture.core.connections.create(ownerId, input, BY)).id;
  }

  it('a message that cannot be deleted: the secret is kept nowhere, and the person is told to delete it', async () => {
    await toPin();
    fixture.api.faults.plan('deleteMessage', { kind: 'blocked' });
    await chat.says(PIN);
    await shown(/could not delete your message\. Please delete it yourself/);
    await shown(/^Connect Web sync\?/);
    assert.deepEqual(await tablesWith(fixture.core, PIN), []);
  });

  it('a connection that breaks once while deleting does not leave the message there', async () => {
    // Over the wire, where it can break.
    await fixture.restart({ pollSeconds: 20 });
    await toPin();
    fixture.api.faults.plan('deleteMessage', { kind: 'drop' });
    await chat.says(PIN);
    await shown(/^Connect Web sync\?/);
    assert.ok(!(await chat.messages()).some(({ text }) => text === PIN));
    await fixture.restart();
  });

  it('a secret that is delivered again after a crash is taken for the same, not for the next answer', async () => {
    await toPin();
    const update = await chat.says(PIN);
    await shown(/^Connect Web sync\?/);
    await chat.settled();
    await fixture.runtime.stop();
    await fixture.core.database.asSystem('as if killed before the receipt', (trx) =>
      trx('chat.update_receipt').where({ update_id: update }).delete(),
    );
    fixture.api.redeliver(update);
    await fixture.restart();
    await chat.says('/cancel');
    await shown(/^There is nothing to cancel|^Stopped/);
    assert.deepEqual(await tablesWith(fixture.core, PIN), []);
  });

  it('in the local chat a secret that is handled again after a crash finds its text gone, and that is all right', async () => {
    const local = await fixture.person('local', { ownerId });
    const told = (text: RegExp) =>
      eventually(`a message like ${text}`, async () =>
        (await local.messages()).find((message) => message.fromBot && text.test(message.text)),
      );
    for (const [line, answer] of [
      ['/add_connection web_sync', /What should it be called\?$/],
      ['Family', /^User id\?/],
      [USER, /^PIN\?/],
    ] as const) {
      await local.says(line);
      await told(answer);
    }
    const update = await local.says(PIN);
    await told(/^Connect Web sync\?/);
    await local.settled();
    await fixture.runtime.stop();
    await fixture.core.database.asSystem('as if killed before the receipt', async (trx) => {
      await trx('chat.update_receipt').where({ update_id: update }).delete();
      await trx('chat.local_update').where({ id: update }).update({ handled_at: null });
    });
    await fixture.restart();
    await local.settled();
    assert.deepEqual(await tablesWith(fixture.core, PIN), []);
    await local.presses('✓ Connect');
    await told(/^Connected Family/);
  });

  it('a secret that begins with a slash is a secret; a command of mine is a command', async () => {
    await chat.says('/add_connection zerodha');
    await shown(/What should it be called\?$/);
    await chat.presses('Zerodha');
    await shown(/^What is it for\?/);
    await chat.presses('SYNC: reads holdings and transactions');
    await shown(/^Client ID\?/);
    await chat.says('AB1234');
    await shown(/^API key\?/i);
    await chat.says(KiteServer.USER.api_key);
    await shown(/^API secret\?/i);
    await chat.says('/no+command/of/mine==');
    await shown(/^Connect Zerodha\?/);
    await chat.settled();
    assert.deepEqual(await tablesWith(fixture.core, '/no+command/of/mine=='), []);
    assert.ok(!(await chat.messages()).some(({ text }) => text.includes('of/mine')));
  });

  it('credentials typed behind the command are not repeated', async () => {
    await chat.says('/add_connection zerodha AB1234 supersecretkey');
    const told = await shown(/^Send only the broker name/);
    assert.doesNotMatch(told.text, /supersecret|AB1234/);
    await chat.says('/add_connection zerodah');
    await shown(/^There is no broker of that name\. Did you mean zerodha\?/);
    await chat.says('/add_connection Interactive Brokers');
    await shown(/What should it be called\?$/);
    await chat.says('/add_connection dhan');
    await shown(/^Dhan is switched off on this server\. The server’s operator can set DHAN_BASE_URL\./);
  });

  it('zerodha: connecting leads to the login page, the address that comes back is taken, and the sync follows', async () => {
    const { client_id, api_key, api_secret } = KiteServer.USER;
    await chat.says('/add_connection Zerodha');
    await shown(/What should it be called\?$/);
    await chat.says('Zerodha main');
    const role = await shown(/^What is it for\?/);
    assert.equal(labels(role).length, 3);
    await chat.presses('SYNC: reads holdings and transactions');
    for (const value of [client_id, api_key, api_secret]) {
      await chat.says(value);
      await chat.settled();
    }
    await shown(/^Connect Zerodha\?/);
    await chat.presses('✓ Connect');
    await shown(/^Connected Zerodha main\n.*Log in at the broker to start syncing\./s);
    const page = await shown(/^Log in at Zerodha, then send me the address of the page you land on/);
    assert.match(page.text, new RegExp(`https://kite\\.zerodha\\.com/connect/login\\?.*api_key=${api_key}`));
    assert.ok(page.entities.some(({ type }) => type === 'text_link' || type === 'url'));

    await chat.says('https://example.org/?request_token=wrongwrongwrong&status=success');
    await shown(/\nLog in at Zerodha, then send me/);
    const token = kite.requestToken();
    await chat.says(`https://example.org/?action=login&status=success&request_token=${token}`);
    const done = await shown(/is up to date with Zerodha/);
    assert.match(done.text, /^Zerodha accepted it\./);
    await chat.says('/list_connections');
    assert.ok(labels(await shown(/^Zerodha main \(Zerodha AB1234\)\nUp to date/)).includes('Log in again'));
    await chat.settled();
    const secrets = [api_secret, token, 'wrongwrongwrong'];
    assert.deepEqual(await tablesWith(fixture.core, ...secrets), []);
    for (const { text } of await chat.messages())
      for (const secret of secrets) assert.ok(!text.includes(secret), secret);
  });

  it('a viewer may list and nothing else, by command or by button', async () => {
    await webConnection();
    const viewer = (await fixture.person('telegram', {
      userId: 77,
      role: 'viewer',
      ownerId,
    })) as LoopbackChat;
    await viewer.says('/list_connections');
    const list = await shownTo(viewer, /^Family \(Web sync/);
    assert.deepEqual(labels(list), ['↻ Refresh']);
    for (const name of ['add', 'edit', 'sync', 'delete'] as const) {
      await viewer.says(`/${name}_connection Family`);
      await shownTo(viewer, new RegExp(`^Only the portfolio owner can use /${name}_connection`));
    }
  });

  it('in a group nothing confidential is asked, not even by a button', async () => {
    const id = await webConnection();
    const group = fixture.api.chat({ userId: chat.userId, groupId: -9001 });
    const { code } = await fixture.core.identity.chats.createLinkCode(ownerId);
    await group.says(`/start ${code}`);
    await shownTo(group, /^Linked/);
    await group.says('/add_connection');
    await shownTo(group, /private details/);
    await group.says('/edit_connection Family');
    await shownTo(group, /private details/, 2);
    await fixture.core.connections.sync(ownerId, id, BY);
    await group.says('/list_connections');
    await shownTo(group, /^Family .*one-time password/s);
    await group.presses('Enter the password');
    await shownTo(group, /private details/, 3);
    await group.says('123456');
    await group.settled();
    const { rows } = await fixture.core.database.systemPool.query('select from chat.secret_drafts');
    assert.equal(rows.length, 0);
  });

  it('people in one chat each have a draft of their own', async () => {
    const { drafts } = fixture.core.chat;
    const place = (chatUserId: string) => ({ transport: 'telegram' as const, chatId: '1', chatUserId });
    await drafts.begin(ownerId, place('1'));
    await drafts.expect(ownerId, place('1'), 'pin', true);
    assert.equal((await drafts.awaited(ownerId, place('1')))?.name, 'pin');
    assert.equal(await drafts.awaited(ownerId, place('2')), null);
  });

  it('a draft that the key of this server does not open any more is as good as gone, and the person is told', async () => {
    await toPin();
    await chat.says(PIN);
    await shown(/^Connect Web sync\?/);
    await fixture.core.database.asSystem('another key', (trx) =>
      trx('chat.secret_drafts').update({ sealed: 'v1.aaaaaaaaaaaa.AAAA.AAAA' }),
    );
    await chat.presses('✓ Connect');
    await shown(/^Your entries have expired\. Send the command again\./);
    assert.deepEqual(await fixture.core.connections.list(ownerId), []);
  });

  it('a question that another dialogue has taken the place of takes nothing from it', async () => {
    await webConnection();
    await chat.says('/edit_connection Family');
    await shown(/What do you want to change\?$/);
    await chat.says('/add_connection web_sync');
    await shown(/What should it be called\?$/);
    await chat.says('Second');
    await shown(/^User id\?/);
    await chat.says('OTHER1');
    await shown(/^PIN\?/);
    await chat.presses('Name');
    await shown(/^What should Family be called\?/);
    await chat.says('Parents');
    await shown(/^Change Family\?\nNew name: Parents\./);
    assert.ok((await chat.messages()).some(({ text }) => text === 'Parents'));
  });

  it('a value that is left out by a button lets the next message be a message', async () => {
    await chat.says('/add_connection ibkr_flex');
    await shown(/What should it be called\?$/);
    await chat.says('America');
    await shown(/^Flex Web Service token\?/);
    await chat.says('1234567890123456');
    await shown(/^Query ID\?/);
    await chat.says('654321');
    const account = await shown(/^Account\? \(optional\)/);
    assert.deepEqual(labels(account), ['Skip']);
    await chat.presses('Skip');
    const card = await shown(/^Connect Interactive Brokers\?/);
    assert.match(card.text, /Flex Web Service token: entered\nQuery ID: 654321\nAccount: skipped/);
    await chat.says('hello');
    await shown(/^I did not understand that/);
    await chat.presses('✓ Connect');
    await shown(/^Connected America/);
    assert.deepEqual(await tablesWith(fixture.core, '1234567890123456'), []);
  });

  it('a card of an earlier draft connects nothing', async () => {
    await toPin();
    await chat.says(PIN);
    const old = await shown(/^Connect Web sync\?/);
    await chat.settled();
    await toPin();
    chat.pressesOn(old, '✓ Connect');
    await shown(/^Your entries have expired/);
    await chat.says(PIN);
    await shown(/^Connect Web sync\?/);
    assert.deepEqual(await tablesWith(fixture.core, PIN), []);
  });

  it('a label that is taken is refused in the dialogue, one that was taken meanwhile on the press', async () => {
    await chat.says('/add_connection web_sync');
    await shown(/What should it be called\?$/);
    await chat.says('Family');
    await shown(/^User id\?/);
    await chat.says('OTHER1');
    await shown(/^PIN\?/);
    await chat.says(PIN);
    await shown(/^Connect Web sync\?/);
    await webConnection();
    await chat.presses('✓ Connect');
    await shown(/A connection named Family.* already exists.*Nothing was changed\.$/s);
    await chat.says('/add_connection web_sync');
    await shown(/What should it be called\?$/);
    await chat.says('family');
    await shown(/^A connection named Family already exists\..*\nWhat should it be called\?/);
  });
});
