import assert from 'node:assert/strict';
import type { Bot } from 'grammy';
import type { ChatContext } from '../../bot/context.ts';
import { createChatQueues } from '../../bot/chat-queues.ts';
import type { PendingUpdate } from '../../core/chat/index.ts';
import { createLog } from '../../core/platform/index.ts';

const log = createLog('silent');

describe('contract/Chat: the order in which chats are answered', () => {
  /** Turns over a table in memory, and updates that are handled when the test says so. */
  function setUp({ keep, patienceMs = 20 }: { keep?: () => Promise<void>; patienceMs?: number } = {}) {
    const table = new Map<number, string>();
    const begun: number[] = [];
    const ends = new Map<number, () => void>();
    const turns = createChatQueues({
      held: {
        async keep({ updateId, text }) {
          await keep?.();
          table.set(updateId, text);
        },
        waiting: async () => [...table].map(([updateId, text]): PendingUpdate => ({ updateId, text })),
        release: async (updateId) => void table.delete(updateId),
      },
      pauses: {
        isPaused: () => false,
        onPause: () => () => undefined,
        abandoned: () => new Promise(() => undefined),
      },
      log,
      isUrgent: ({ message }) => message?.text === 'stop',
      patienceMs,
    });
    const run = turns.middleware as (ctx: ChatContext, next: () => Promise<void>) => Promise<void>;
    const comes = (updateId: number, chatId: string, text = 'hello') =>
      run(
        {
          update: { update_id: updateId, message: { text } },
          message: { text },
          place: { chatId },
        } as unknown as ChatContext,
        () => {
          begun.push(updateId);
          return new Promise<void>((resolve) => ends.set(updateId, resolve));
        },
      );
    const end = async (updateId: number) => {
      ends.get(updateId)?.();
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    return { begun, comes, end, table, turns };
  }

  it('polling waits for an update that is answered soon, and nothing is written down', async () => {
    const { comes, end, table } = setUp({ patienceMs: 60_000 });
    let isDone = false;
    const handed = comes(1, 'a').then(() => (isDone = true));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isDone, false);
    await end(1);
    await handed;
    assert.equal(table.size, 0);
  });

  it('one chat in order, others beside it; what takes long is written down until it is answered', async () => {
    const { begun, comes, end, table } = setUp();
    await comes(1, 'a');
    await comes(2, 'a');
    await comes(3, 'b');
    assert.deepEqual(begun, [1, 3]);
    assert.deepEqual([...table.keys()], [1, 2, 3]);
    await end(1);
    assert.deepEqual(begun, [1, 3, 2]);
    assert.deepEqual([...table.keys()], [2, 3]);
    await end(3);
    await end(2);
    assert.equal(table.size, 0);
  });

  it('what is urgent waits for nothing else in its chat, and nothing else waits for it', async () => {
    const { begun, comes, end, table } = setUp();
    await comes(1, 'a');
    await comes(2, 'a', 'stop');
    await comes(3, 'a', 'stop');
    assert.deepEqual(begun, [1, 2]);
    await end(2);
    assert.deepEqual(begun, [1, 2, 3]);
    assert.deepEqual([...table.keys()], [1, 3]);
    await end(1);
    await comes(4, 'a');
    assert.deepEqual(begun, [1, 2, 3, 4]);
    for (const id of [3, 4]) await end(id);
    assert.equal(table.size, 0);
  });

  it('an update that is delivered again while it is in hand is not begun again', async () => {
    const { begun, comes, end, table } = setUp();
    await comes(1, 'a');
    await comes(1, 'a');
    assert.deepEqual(begun, [1]);
    await end(1);
    assert.equal(table.size, 0);
  });

  it('one that is answered while it is being written down is crossed off all the same', async () => {
    let written: () => void = () => undefined;
    const { comes, end, table } = setUp({ keep: () => new Promise((resolve) => (written = resolve)) });
    const handed = comes(1, 'a');
    await new Promise((resolve) => setTimeout(resolve, 40));
    await end(1);
    written();
    await handed;
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(table.size, 0);
  });

  it('where it cannot be written down polling waits: nothing but Telegram holds it then', async () => {
    const { comes, end } = setUp({ keep: () => Promise.reject(new Error('no database')) });
    let isDone = false;
    const handed = comes(1, 'a').then(() => (isDone = true));
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(isDone, false);
    await end(1);
    await handed;
  });

  it('once closed nothing begins: what comes is written down, and taken up by the next start in order', async () => {
    const { begun, comes, end, table, turns } = setUp();
    await comes(1, 'a');
    await comes(2, 'a');
    turns.close();
    await comes(3, 'b');
    await end(1);
    await turns.stop();
    assert.deepEqual(begun, [1]);
    assert.deepEqual([...table.keys()], [2, 3]);

    const resumed: number[] = [];
    const next = setUp();
    for (const [updateId, text] of table) next.table.set(updateId, text);
    const bot = {
      handleUpdate: async ({ update_id }: { update_id: number }) => {
        resumed.push(update_id);
        await next.comes(update_id, 'a');
      },
    } as unknown as Bot<ChatContext>;
    await next.turns.resume(bot);
    await next.turns.resume(bot);
    assert.deepEqual(resumed, [2, 3], 'those in hand are not taken up again');
    assert.deepEqual(next.begun, [2]);
    await next.end(2);
    await next.end(3);
    assert.deepEqual(next.begun, [2, 3]);
    assert.equal(next.table.size, 0);
  });
});
