import assert from 'node:assert/strict';
import type { Transformer } from 'grammy';
import { type ChatPauses, createChatPauses } from '../../../bot/transports/chat-pauses.ts';
import { eventually } from '../../support/chat-driver.ts';
import { MovedTimers } from '../../support/moved-timers.ts';

const FLOOD = {
  ok: false,
  error_code: 429,
  description: 'Too Many Requests',
  parameters: { retry_after: 30 },
};
const FAILED = { ok: false, error_code: 502, description: 'Bad Gateway' };
const DONE = { ok: true, result: true };

describe('contract/Chat: chats that Telegram wants left alone', () => {
  let timers: MovedTimers;
  let pauses: ChatPauses;
  let made: string[];
  /** What the server answers next; DONE when nothing is left. */
  let planned: unknown[];
  beforeEach(() => {
    timers = new MovedTimers();
    pauses = createChatPauses(timers);
    made = [];
    planned = [];
  });

  const through = (transformer: Transformer, method: string, payload: Record<string, string | number>) => {
    const server = async (name: string, sent: Record<string, string | number>) => {
      made.push(`${name} ${String(sent['chat_id'] ?? '')} ${String(sent['text'] ?? '')}`.trim());
      return planned.shift() ?? DONE;
    };
    return transformer(server as never, method as never, payload as never) as Promise<typeof DONE>;
  };
  const send = (chat_id: number, text: string) => through(pauses.waiting, 'sendMessage', { chat_id, text });
  const push = (chat_id: number, text: string) => through(pauses.refusing, 'sendMessage', { chat_id, text });

  it('a call waits until the pause of its chat is over, and other chats go on', async () => {
    planned = [FLOOD];
    const first = send(1, 'one');
    await eventually('the pause', () => pauses.isPaused('1'));
    const second = send(1, 'two');
    assert.deepEqual(await send(2, 'other'), DONE);
    timers.pass(29_999);
    assert.deepEqual(made, ['sendMessage 1 one', 'sendMessage 2 other']);
    timers.pass(1);
    assert.deepEqual(await Promise.all([first, second]), [DONE, DONE]);
    assert.deepEqual(made.slice(2), ['sendMessage 1 one', 'sendMessage 1 two']);
    assert.equal(pauses.isPaused('1'), false);
  });

  it('an answer waits as often and as long as it is asked to: it has to arrive', async () => {
    const hour = { ...FLOOD, parameters: { retry_after: 3600 } };
    planned = [hour, hour, hour, hour];
    const sent = send(1, 'one');
    for (let round = 0; round < 4; round += 1) {
      await eventually('the pause', () => timers.sleepers === 1);
      timers.pass(3_600_000);
    }
    assert.deepEqual(await sent, DONE);
  });

  it('what is kept elsewhere is refused at once, without a call, and told how long to wait', async () => {
    planned = [FLOOD];
    assert.deepEqual(await push(1, 'one'), FLOOD);
    timers.pass(10_000);
    const refused = {
      ...FLOOD,
      description: 'Too Many Requests: retry after 20',
      parameters: { retry_after: 20 },
    };
    assert.deepEqual(await push(1, 'two'), refused);
    assert.deepEqual(await push(2, 'other'), DONE);
    assert.deepEqual(made, ['sendMessage 1 one', 'sendMessage 2 other']);
    timers.pass(20_000);
    assert.deepEqual(await push(1, 'three'), DONE);
  });

  it('stopping leaves a waiting call without an answer, as a kill does, and says so', async () => {
    planned = [FLOOD];
    let answered = false;
    void send(1, 'one').then(() => (answered = true));
    await eventually('the pause', () => timers.sleepers === 1);
    pauses.stop();
    await pauses.abandoned('1');
    timers.pass(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(answered, false);
    assert.equal(made.length, 1);
  });

  it('what the server fails at by itself is tried twice more, and polling is left to itself', async () => {
    planned = [FAILED, FAILED];
    const first = send(1, 'one');
    for (const seconds of [3, 6]) {
      await eventually('the wait', () => timers.sleepers === 1);
      timers.pass(seconds * 1000 - 1);
      assert.equal(timers.sleepers, 1);
      timers.pass(1);
    }
    assert.deepEqual(await first, DONE);
    planned = [FAILED, FAILED, FAILED];
    const second = send(1, 'two');
    for (const seconds of [3, 6]) {
      await eventually('the wait', () => timers.sleepers === 1);
      timers.pass(seconds * 1000);
    }
    assert.deepEqual(await second, FAILED);
    planned = [FAILED];
    assert.deepEqual(await through(pauses.waiting, 'getUpdates', {}), FAILED);
    assert.equal(made.length, 7);
  });

  it('stopping ends the wait after a failure: without an answer in a chat, with it elsewhere', async () => {
    planned = [FAILED, FAILED];
    let answered = false;
    void send(1, 'one').then(() => (answered = true));
    const press = through(pauses.waiting, 'answerCallbackQuery', { callback_query_id: 'q' });
    await eventually('both waits', () => timers.sleepers === 2);
    pauses.stop();
    await pauses.abandoned('1');
    assert.deepEqual(await press, FAILED);
    assert.deepEqual([answered, made.length], [false, 2]);
  });

  it('calls without a chat wait a minute at most, and polling is left to itself', async () => {
    planned = [FLOOD];
    assert.deepEqual(await through(pauses.waiting, 'getUpdates', {}), FLOOD);
    planned = [FLOOD, FLOOD, FLOOD];
    const press = through(pauses.waiting, 'answerCallbackQuery', { callback_query_id: 'q' });
    for (let round = 0; round < 2; round += 1) {
      await eventually('the wait', () => timers.sleepers === 1);
      timers.pass(30_000);
    }
    assert.deepEqual(await press, FLOOD);
    assert.equal(pauses.isPaused('1'), false);
  });
});
