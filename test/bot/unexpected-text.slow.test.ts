import assert from 'node:assert/strict';
import type { SeenMessage } from '../support/bot-api-messages.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { tablesWith } from '../support/database-text.ts';
import { pickedFrom } from '../support/talking.ts';

/** Fits no question but that for a name. */
const SECRET = 'tTq8!kd0_Zx91-Lm+77aa/9Qe==';
const PIN = '74829163';
/** Where the local chat keeps what was said in it. */
const HISTORY = ['chat.local_update', 'chat.message'];

// A dialogue kept each message it was answered with and repeated what did not fit, whatever that was: a secret for another
// question, a one-time password that came late.
for (const transport of ['telegram', 'local'] as const) {
  describe(`contract/Chat over ${transport}: text that nobody asked for is neither repeated nor kept`, () => {
    let fixture: ChatFixture;
    let chat: ChatDriver;
    before(async () => {
      fixture = await chatFixture({
        environment: {
          WEB_SYNC_BASE_URL: 'http://127.0.0.1:9',
          ZERODHA_BASE_URL: 'http://127.0.0.1:9',
          BROKER_SECRET_KEY: 'a phrase of tests, long enough',
        },
      });
      chat = await fixture.person(transport);
    });
    after(() => fixture.close());
    afterEach(async () => {
      await chat.says('/cancel');
      await shown(/^Stopped\. |^There is nothing to cancel/);
    });

    const seen = new Set<number>();
    /** The next message of the bot like this. */
    async function shown(text: RegExp): Promise<SeenMessage> {
      const message = await pickedFrom(chat, `a message like ${text}`, (messages) =>
        messages.find((one) => !seen.has(one.id) && text.test(one.text)),
      );
      seen.add(message.id);
      return message;
    }
    const repeated = async () =>
      (await chat.messages()).some((one) => one.fromBot && JSON.stringify(one).includes(SECRET));
    const kept = async () => {
      await chat.settled();
      return await tablesWith(fixture.core, SECRET);
    };
    const stands = async () => (await chat.messages()).some(({ text }) => text.includes(SECRET));

    it('a choice of a connection’s dialogue: it is taken out of the chat too', async () => {
      await chat.says('/add_connection');
      await shown(/Which broker\?/);
      await chat.says(SECRET);
      await shown(
        /^There is no broker of that name\. .*I deleted your message in case it was a secret\.\nWhich/,
      );
      await chat.says(`AB1234 ${SECRET}`);
      await shown(/^Send only the broker name.*\nWhich broker\?/);
      await chat.says('zerodha');
      await shown(/What should it be called\?$/);
      await chat.says(`#${SECRET}`);
      await shown(/^A name must have 1 to 60 characters.*\nWhat should it be called\?$/);
      await chat.says('Main');
      await shown(/^What is it for\?/);
      await chat.says(SECRET);
      await shown(/^That is not one of TRADING, .*\nWhat is it for\?/);
      assert.deepEqual(await kept(), []);
      assert.equal(await repeated(), false);
      assert.equal(await stands(), false);
    });

    it('the questions of a transaction', async () => {
      await chat.says('/add_transaction');
      for (const [question, fits] of [
        [/What type of transaction\?$/, 'BUY'],
        [/Which symbol\?$/, 'TCS'],
        [/How many units\?$/, '10'],
        [/At what price per unit\?$/, '3200'],
        [/On which date\?$/, '2024-01-05'],
      ] as const) {
        await shown(question);
        await chat.says(SECRET);
        await shown(question);
        assert.deepEqual(await kept(), []);
        await chat.says(fits);
      }
      await shown(/^Record this\?\nBUY 10 TCS at ₹3,200\.00/);
      assert.equal(await repeated(), false);
    });

    it('words after the end of a dialogue, and an unknown command: offered is a command of the catalogue, and nothing else is kept', async () => {
      await chat.says(`helpp ${SECRET}`);
      const offered = await shown(/^I did not understand that/);
      assert.deepEqual(
        offered.keyboard.flat().map(({ text }) => text),
        ['/help'],
      );
      await chat.says(`/tTq8kd0 ${SECRET}`);
      assert.doesNotMatch((await shown(/^Unknown command/)).text, /tTq8/i);
      await chat.says(`/${SECRET}`);
      await shown(/^(Unknown command|I did not understand)/);
      assert.equal(await repeated(), false);
      assert.deepEqual(await kept(), transport === 'local' ? HISTORY : []);
      await fixture.core.database.asSystem('for the tests behind', async (trx) => {
        await trx('chat.message').whereLike('text', `%${SECRET}%`).delete();
        await trx('chat.local_update').whereRaw('position(? in body::text) > 0', [SECRET]).delete();
      });
    });

    it('a secret for a question that has been waiting for too long', async () => {
      await chat.says('/add_connection web_sync');
      await shown(/What should it be called\?$/);
      await chat.says('Family');
      await shown(/^User id\?/);
      await chat.says('RK1234');
      await shown(/^PIN\?/);
      await chat.settled();
      await fixture.core.database.asSystem('a day later', (trx) =>
        trx('chat.conversation_state').update({ updated_at: new Date(Date.now() - 86_500_000) }),
      );
      await chat.says(PIN);
      await shown(/^That question is closed, and your message was not stored/);
      await chat.settled();
      assert.deepEqual(await tablesWith(fixture.core, PIN), []);
      assert.ok(!(await chat.messages()).some(({ text }) => text.includes(PIN)));
    });

    it('an answer that is delivered again after a crash is not taken for that to the next question', async () => {
      await chat.says('/add_transaction BUY TCS');
      await shown(/How many units\?$/);
      const update = await chat.says('10');
      await shown(/At what price per unit\?$/);
      await chat.settled();
      await fixture.runtime.stop();
      await fixture.core.database.asSystem('as if killed before the receipt', async (trx) => {
        await trx('chat.update_receipt').where({ transport, update_id: update }).delete();
        await trx('chat.local_update').where({ id: update }).update({ handled_at: null });
      });
      if (transport === 'telegram') fixture.api.redeliver(update);
      await fixture.restart();
      await chat.says('3200');
      await shown(/On which date\?$/);
      await chat.says('2024-01-05');
      await shown(/^Record this\?\nBUY 10 TCS at ₹3,200\.00/);
    });
  });
}
