import assert from 'node:assert/strict';
import type { Api } from 'grammy';
import type { ChatContext } from '../../bot/context.ts';
import { createRefusals, type Refusal } from '../../bot/refusals.ts';
import { createUnlinkedChats } from '../../bot/unlinked-chats.ts';
import type { Place, Who } from '../../bot/ports.ts';
import { createLog, Problem } from '../../core/platform/index.ts';
import { MovedTimers } from '../support/moved-timers.ts';

const log = createLog('silent');
const WHO: Who = { userId: '1', login: 'owner', name: 'Owner', role: 'owner' };

describe('contract/Who may use the chat: strangers cost nothing', () => {
  let timers: MovedTimers;
  beforeEach(() => {
    timers = new MovedTimers();
  });

  /** Strangers before the bot, with what was asked of the database and what they were told. */
  function gate() {
    const asked: string[] = [];
    const told: Refusal[] = [];
    const linked = new Set<string>();
    let guesses = 0;
    const strangers = createUnlinkedChats({
      transport: 'telegram',
      access: {
        resolve: async ({ chatUserId }) => {
          asked.push(chatUserId);
          return linked.has(chatUserId) ? WHO : null;
        },
        isOfPausedPerson: async () => false,
        redeem: async () => {
          guesses += 1;
          if (guesses > 10) throw new Problem(429, 'RATE_LIMITED', 'Too many attempts.', { retryAfter: 600 });
          return null;
        },
      },
      refusals: { tell: (_, refusal) => void told.push(refusal), stop: async () => undefined },
      commands: [{ name: 'help' }],
      log,
      timers,
    });
    let update = 0;
    /** @returns whether it was let through. */
    const says = async (from: number, text: string, chat: object = { id: from, type: 'private' }) => {
      const ctx = {
        update: { update_id: (update += 1) },
        me: { username: 'munim_bot' },
        chat,
        from: { id: from, first_name: 'Ravi' },
        message: { text },
      } as unknown as ChatContext;
      let isThrough = false;
      await strangers.middleware(ctx, async () => void (isThrough = true));
      return { isThrough, turnAway: () => strangers.turnAway(ctx) };
    };
    return { asked, told, linked, says, guesses: () => guesses };
  }

  it('a thousand lines within two seconds are one question to the database', async () => {
    const { asked, says } = gate();
    for (let line = 0; line < 1000; line += 1) assert.equal((await says(7, 'hello')).isThrough, false);
    assert.deepEqual(asked, ['7']);
  });

  it('a link that another process makes counts two seconds later', async () => {
    const { linked, says } = gate();
    assert.equal((await says(7, 'hello')).isThrough, false);
    linked.add('7');
    timers.pass(2000);
    assert.equal((await says(7, 'hello')).isThrough, true);
  });

  it('whoever turns out not to be linked any more is a stranger from then on', async () => {
    const { asked, linked, says, told } = gate();
    linked.add('7');
    const { turnAway } = await says(7, '/help');
    linked.clear();
    await turnAway();
    assert.equal(told.length, 1);
    assert.equal((await says(7, '/help')).isThrough, false);
    assert.deepEqual(asked, ['7']);
  });

  it('guesses end where the limit says so, without asking it again', async () => {
    const { guesses, says, told } = gate();
    for (let guess = 0; guess < 500; guess += 1) await says(7, '/start AAAAAAAA');
    assert.equal(guesses(), 11);
    assert.deepEqual(told.at(-1), { text: 'Too many attempts.' });
    await says(8, '/start AAAAAAAA');
    assert.equal(guesses(), 12, 'another person has guesses of their own');
  });

  it('in a group only a command for the bot is answered', async () => {
    const { says, told } = gate();
    const group = { id: -5, type: 'group' };
    for (const text of ['hello', '/play', '/help@another_bot', '/play@another_bot'])
      await says(7, text, group);
    assert.deepEqual(told, []);
    for (const text of ['/help', '/play@munim_bot']) await says(7, text, group);
    assert.equal(told.length, 2);
    assert.ok(told.every((refusal) => 'onceADay' in refusal));
  });
});

describe('contract/Who may use the chat: refusals', () => {
  const place = (chatUserId: string, chatId = chatUserId): Place => ({
    transport: 'telegram',
    chatId,
    chatUserId,
    personName: 'Ravi',
    isGroup: chatId !== chatUserId,
  });
  /** Refusals over an API that takes each message when the test says so. */
  function setUp(timers = new MovedTimers()) {
    const sent: string[] = [];
    const spent = new Set<string>();
    const api = {
      sendMessage: async (chatId: string, text: string) => void sent.push(`${chatId}: ${text}`),
      answerCallbackQuery: async (id: string, { text }: { text: string }) => void sent.push(`${id}: ${text}`),
    } as unknown as Api;
    const daily = {
      spend: async (key: string) => {
        if (spent.has(key)) throw new Problem(429, 'RATE_LIMITED', 'Enough.');
        spent.add(key);
      },
      forget: async () => undefined,
    };
    const refusals = createRefusals({ api, log, daily, timers });
    const settle = async () => {
      for (let round = 0; round < 200; round += 1) {
        timers.pass(1000);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    return { refusals, sent, settle, timers, api, daily };
  }

  it('three an hour for a person, presses among them, and ten for a chat', async () => {
    const { refusals, sent, settle, timers } = setUp();
    for (let line = 0; line < 1000; line += 1) refusals.tell(place('7'), { text: 'no' });
    refusals.tell(place('7'), { toast: 'no', queryId: 'q' });
    await settle();
    assert.deepEqual(sent, ['7: no', '7: no', '7: no']);
    timers.pass(3_600_000);
    refusals.tell(place('7'), { toast: 'no', queryId: 'q' });
    await settle();
    assert.equal(sent.at(-1), 'q: no');
    sent.length = 0;
    for (let person = 10; person < 60; person += 1)
      refusals.tell(place(String(person), '-5'), { text: 'no' });
    await settle();
    assert.equal(sent.length, 10);
  });

  it('one a day for a person in a group, also when the bot was started anew', async () => {
    const { refusals, sent, settle, timers, api, daily } = setUp();
    const say = async (from: typeof refusals, person: string) => {
      from.tell(place(person, '-5'), { text: 'no', onceADay: true });
      await settle();
    };
    await say(refusals, '7');
    await say(refusals, '7');
    await say(createRefusals({ api, log, daily, timers }), '7');
    assert.equal(sent.length, 1);
    await say(refusals, '8');
    assert.equal(sent.length, 2);
  });

  it('what does not fit into the queue is dropped, and nothing is sent twice or after the end', async () => {
    const { refusals, sent, settle } = setUp();
    for (let person = 0; person < 500; person += 1) refusals.tell(place(String(person)), { text: 'no' });
    await settle();
    assert.equal(sent.length, 50);
    refusals.tell(place('501'), { text: 'no' });
    refusals.tell(place('502'), { text: 'no' });
    await refusals.stop();
    refusals.tell(place('503'), { text: 'no' });
    await settle();
    assert.ok(sent.length <= 52);
    assert.ok(!sent.includes('503: no'));
  });
});
