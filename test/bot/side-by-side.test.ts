import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { tablesWith } from '../support/database-text.ts';
import { MovedTimers } from '../support/moved-timers.ts';

const PAUSE = { kind: 'flood', retryAfter: 30 } as const;

// One queue held everything: a 429 for any chat, even a stranger's, was slept out in it, and each line of a stranger was
// answered in it.
describe('contract/Chat: chats do not hold each other up', () => {
  let fixture: ChatFixture;
  let timers: MovedTimers;
  let one: LoopbackChat;
  let two: LoopbackChat;
  before(async () => {
    fixture = await chatFixture({
      environment: { BROKER_SECRET_KEY: 'a phrase of tests, long enough' },
      isWired: true,
    });
    timers = new MovedTimers();
    await again();
    one = (await fixture.person('telegram', { userId: 4242 })) as LoopbackChat;
    two = (await fixture.person('telegram', { userId: 4343 })) as LoopbackChat;
  });
  after(() => fixture.close());
  afterEach(() => fixture.api.faults.clear());

  const again = () => fixture.restart({ pollSeconds: 20, backoffMs: 20, timers });
  const told = async (chat: ChatDriver) => (await chat.messages()).filter(({ fromBot }) => fromBot);
  const held = async () =>
    (await fixture.core.database.systemPool.query('select from chat.held_updates')).rowCount ?? 0;
  /** The texts of the next replies, in the order in which they were sent. */
  const replies = async (chat: ChatDriver, count: number) => {
    const texts: string[] = [];
    while (texts.length < count) texts.push((await chat.reply()).text);
    return texts;
  };

  it('a thousand lines of a stranger, whose chat does not even take an answer, and the owner is answered', async () => {
    const stranger = fixture.api.chat({ userId: 9999 });
    fixture.api.faults.plan('sendMessage', { kind: 'hang' }, 1000, 9999);
    const tried = () =>
      fixture.api.calls.filter(
        ({ method, payload }) => method === 'sendMessage' && payload['chat_id'] === '9999',
      );
    for (let line = 0; line < 500; line += 1) await stranger.says(`line ${line}`);
    await one.says('/complete_status');
    for (let line = 0; line < 500; line += 1) await stranger.says('/start AAAAAAAA');
    assert.match((await one.reply()).text, /You have no records yet/);
    await stranger.settled();
    assert.ok(tried().length <= 3, 'three refusals an hour');
    const receipts = await fixture.core.database.systemPool.query('select from chat.update_receipt');
    assert.ok((receipts.rowCount ?? 0) < 20, 'nothing is written down of a stranger’s lines');
    const { rows } = await fixture.core.database.systemPool.query<{ points: number }>(
      `select points from platform.rate_limits where key = 'link_chat:telegram:9999'`,
    );
    assert.equal(
      rows[0]?.points,
      11,
      'ten guesses, and one that was refused; the others did not come so far',
    );
    await again();
    fixture.api.faults.clear();
    await stranger.says('hello?');
    assert.match((await stranger.reply()).text, /This chat is not linked/);
  });

  it('a 429 for a stranger and for a linked chat: another linked chat is answered, and the paused one afterwards, in order', async () => {
    fixture.api.faults.plan('sendMessage', PAUSE, 1, 9998);
    fixture.api.faults.plan('sendMessage', PAUSE, 1, 4242);
    await fixture.api.chat({ userId: 9998 }).says('hello');
    await one.says('/help holding');
    await one.says('/cancel');
    await one.says('/help format');
    await two.says('/cancel');
    assert.equal((await two.reply()).text, 'There is nothing to cancel.');
    await eventually('what the paused chat was sent to be written down', async () => (await held()) === 3);
    const before = (await told(one)).length;
    timers.pass(29_000);
    await two.says('/cancel');
    await two.reply();
    assert.equal((await told(one)).length, before);
    timers.pass(1000);
    const [first, second, third] = await replies(one, 3);
    assert.match(first ?? '', /^\/holding /);
    assert.equal(second, 'There is nothing to cancel.');
    assert.match(third ?? '', /^\/format /);
    await eventually('it to be crossed off', async () => (await held()) === 0);
    // The stranger is told once, and not again when the pause is over.
    assert.equal((await told(fixture.api.chat({ userId: 9998 }))).length, 0);
  });

  it('stopped while a chat is paused, the bot ends at once; the next one answers, in order and once', async () => {
    fixture.api.faults.plan('sendMessage', PAUSE, 1, 4242);
    await one.says('/add_transaction');
    await one.says('/cancel');
    await eventually('both to be written down', async () => (await held()) === 2);
    assert.deepEqual(await tablesWith(fixture.core, '/add_transaction'), []);
    const before = (await told(one)).length;
    await fixture.runtime.stop();
    assert.equal((await told(one)).length, before);
    await again();
    await one.says('/help format');
    const texts = await replies(one, 4);
    assert.match(texts[0] ?? '', /^New transaction/);
    assert.match(texts[1] ?? '', /^What type of transaction\?/);
    assert.equal(texts[2], 'Stopped. Nothing was changed.');
    assert.match(texts[3] ?? '', /^\/format /);
    await one.settled();
    assert.equal((await told(one)).length, before + 4);
  });

  it('a message that waits is decrypted with the key of this server or dropped, and what came after it is answered', async () => {
    await fixture.runtime.stop();
    await fixture.core.database.systemPool.query(
      `insert into chat.held_updates values (1, 'v1.aaaaaaaaaaaa.AAAA.AAAA', now())`,
    );
    await again();
    await one.says('/cancel');
    assert.equal((await one.reply()).text, 'There is nothing to cancel.');
    assert.equal(await held(), 0);
  });

  it('a command that takes its time holds up its own chat alone', async () => {
    const blocker = await fixture.core.database.systemPool.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table broker.connections in access exclusive mode');
      await one.says('/list_connections');
      await one.says('/help format');
      await eventually('both to be written down', async () => (await held()) === 2);
      await two.says('/cancel');
      assert.equal((await two.reply()).text, 'There is nothing to cancel.');
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    const [first, second] = await replies(one, 2);
    assert.match(first ?? '', /^No broker is connected yet/);
    assert.match(second ?? '', /^\/format /);
  });

  // One call that Telegram left open held its chat for a minute, and notices to every other chat with it.
  it('a message that Telegram does not take holds up no other chat, and its own for as long as one call may take', async () => {
    await fixture.restart({ pollSeconds: 20, backoffMs: 20, timers, callLimitMs: 400 });
    fixture.api.faults.plan('sendMessage', { kind: 'hang' }, 1, 4242);
    const begun = performance.now();
    await one.says('/help format');
    await one.says('/cancel');
    await two.says('/cancel');
    assert.equal((await two.reply()).text, 'There is nothing to cancel.');
    const [first, second] = await replies(one, 2);
    assert.match(first ?? '', /^\/format /);
    assert.equal(second, 'There is nothing to cancel.');
    assert.ok(performance.now() - begun >= 390, 'the first call was waited for');
    await one.settled();
    await again();
  });

  it('a notification for a paused chat goes back to the outbox, and others get theirs', async () => {
    await one.settled();
    fixture.api.faults.plan('sendMessage', PAUSE, 1, 4242);
    await fixture.core.notifications.notify(fixture.ownerId, {
      kind: 'system_notice',
      dedupKey: 'one',
      title: 'A title',
      body: 'Body of a push',
    });
    await eventually('the other chat’s', async () =>
      (await told(two)).find(({ text }) => text.includes('Body of a push')),
    );
    const { items } = await fixture.core.notifications.list(fixture.ownerId);
    const delivery = await eventually('it to be put back', async () => {
      const { rows } = await fixture.core.database.systemPool.query<{ next_attempt_at: Date }>(
        `select next_attempt_at from notifications.deliveries where chat_id = '4242' and state = 'PENDING' and attempts = 1`,
      );
      return rows[0];
    });
    assert.ok(delivery.next_attempt_at.getTime() - Date.parse(items[0]?.created_at ?? '') >= 29_000);
    assert.ok((await told(one)).every(({ text }) => !text.includes('Body of a push')));
  });

  it('a notice that Telegram does not take is sent again, and other chats have theirs at once', async () => {
    await fixture.restart({ pollSeconds: 20, backoffMs: 20, timers, callLimitMs: 400 });
    fixture.api.faults.plan('sendMessage', { kind: 'hang' }, 1, 4242);
    await fixture.core.notifications.notify(fixture.ownerId, {
      kind: 'system_notice',
      dedupKey: 'hanging',
      title: 'A title',
      body: 'A notice for both',
    });
    await eventually('the other chat’s', async () =>
      (await told(two)).find(({ text }) => text.includes('A notice for both')),
    );
    const sentTo = () =>
      fixture.api.calls
        .filter(
          ({ method, payload }) => method === 'sendMessage' && String(payload['text']).includes('for both'),
        )
        .map(({ payload }) => String(payload['chat_id']));
    assert.deepEqual(new Set(sentTo()), new Set(['4242', '4343']));
    const pool = fixture.core.database.systemPool;
    await eventually('it to be put back', async () => {
      const { rowCount } = await pool.query(
        `select from notifications.deliveries d join notifications.outbox o on o.id = d.notification_id
         where o.dedup_key = 'hanging' and d.chat_id = '4242' and d.state = 'PENDING' and d.attempts = 1`,
      );
      return rowCount === 1;
    });
  });
});
