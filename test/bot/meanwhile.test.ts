import assert from 'node:assert/strict';
import type { ChatReply } from '../../bot/chat-reply.ts';
import { createBackground, withMeanwhile } from '../../bot/deferred-answer.ts';
import type { PressedMessage, Target, Writer } from '../../bot/respond.ts';
import { plain } from '../../bot/text/lines.ts';
import { conflict, createLog } from '../../core/platform/index.ts';

const log = createLog('silent');
const TARGET: Target = {
  api: {} as Target['api'],
  who: { userId: '1', login: 'owner', name: 'Owner', role: 'owner' },
  place: { transport: 'local', chatId: '1', chatUserId: '1', personName: 'Asha', isGroup: false },
  receiptKey: 'chat:local:1:1',
};

/** Writes down what would stand in the chat. */
function paper(options: { failsAt?: number } = {}) {
  const written: string[] = [];
  const write = async (message: PressedMessage | null, { text }: ChatReply): Promise<PressedMessage> => {
    if (written.length === options.failsAt) throw new Error('the chat is gone');
    written.push(`${message === null ? 'new' : `#${message.message_id}`}: ${text.rawText}`);
    return message ?? { message_id: 7 };
  };
  const writer: Writer = {
    send: (_, answer) => write(null, answer),
    replace: (_, message, answer) => write(message, answer),
  };
  return { written, writer };
}

describe('contract/Chat: work behind an answer', () => {
  it('its outcome takes the place of the answer, and leads where it says', async () => {
    const { written, writer } = paper();
    const responder = withMeanwhile(writer, { log }, createBackground());
    const shown = await responder.send(TARGET, {
      text: plain('Working'),
      async meanwhile(tell) {
        await tell({ text: plain('Half way') });
        return { text: plain('Done'), enter: { dialogue: 'next', args: {} } };
      },
    });
    assert.deepEqual(written, ['new: Working', '#7: Half way', '#7: Done']);
    assert.equal(shown.enter?.dialogue, 'next');
  });

  it('whoever waits too long is not held up; it then goes on by itself', async () => {
    const { written, writer } = paper();
    const background = createBackground();
    const responder = withMeanwhile(writer, { log }, background, 20);
    let finish: (answer: ChatReply) => void = () => undefined;
    const work = new Promise<ChatReply>((resolve) => (finish = resolve));
    const shown = await responder.replace(
      TARGET,
      { message_id: 3 },
      { text: plain('Working'), meanwhile: () => work },
    );
    assert.equal(shown.enter, undefined);
    assert.deepEqual(written, ['#3: Working']);
    finish({ text: plain('Done'), enter: { dialogue: 'next', args: {} } });
    await background.settled(50_000);
    assert.deepEqual(written, ['#3: Working', '#3: Done']);
  });

  it('a refusal is told in its own words, a fault in one sentence', async () => {
    for (const [error, expected] of [
      [conflict('SYNC_RUNNING', 'It is being worked on.'), 'It is being worked on.'],
      [new Error('select secret from table'), 'Something went wrong on my side. Try again in a moment.'],
      [
        Object.assign(new Error('insert … - could not extend file'), { code: '53100' }),
        'The server is out of disk space, so nothing was saved. Free some space on the server, then try again.',
      ],
    ] as const) {
      const { written, writer } = paper();
      const responder = withMeanwhile(writer, { log }, createBackground());
      await responder.send(TARGET, { text: plain('Working'), meanwhile: () => Promise.reject(error) });
      assert.equal(written.at(-1), `#7: ${expected}`);
    }
  });

  it('an outcome that cannot be shown any more breaks nothing', async () => {
    const { writer } = paper({ failsAt: 1 });
    const background = createBackground();
    const responder = withMeanwhile(writer, { log }, background);
    const shown = await responder.send(TARGET, {
      text: plain('Working'),
      meanwhile: async () => ({ text: plain('Done') }),
    });
    assert.equal(shown.text.rawText, 'Working');
    await background.settled(50_000);
  });

  it('stopping waits for what is under way, but not for ever', async () => {
    const background = createBackground();
    background.add(new Promise(() => undefined));
    // What is under way never ends: that this does, is the limit.
    await background.settled(30);
  });
});
