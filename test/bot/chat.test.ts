import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { labels } from '../support/bot-api-messages.ts';

// One suite for both transports: what a person sees must not depend on what carries it.
for (const transport of ['telegram', 'local'] as const) {
  describe(`contract/Chat over ${transport}`, () => {
    let fixture: ChatFixture;
    let chat: ChatDriver;
    before(async () => {
      fixture = await chatFixture();
      chat = await fixture.person(transport);
    });
    after(() => fixture.close());

    it('/help lists every family, and /help command explains one', async () => {
      await chat.says('/help');
      const overview = await chat.reply();
      assert.match(overview.text, /What I can do/);
      assert.match(overview.text, /Chat\n\/start/);
      await chat.says('/help format');
      const one = await chat.reply();
      assert.match(one.text, /Usage: \/format compact\|detailed\nExample: \/format compact/);
    });

    it('a wrong argument answers with the usage line and an example', async () => {
      await chat.says('/format tiny');
      const { text } = await chat.reply();
      assert.equal(
        text,
        '"tiny" is not one of compact, detailed.\nUsage: /format compact|detailed\nExample: /format compact',
      );
    });

    it('a missing argument answers with a picker, and the choice edits it in place', async () => {
      await chat.says('/format');
      const picker = await chat.reply();
      assert.deepEqual(labels(picker), ['compact', 'detailed']);
      await chat.presses('compact');
      const edited = await chat.edited();
      assert.equal(edited.id, picker.id);
      assert.match(edited.text, /now short/);
    });

    it('an unknown command is answered with what may have been meant', async () => {
      await chat.says('/fromat');
      const answer = await chat.reply();
      assert.match(answer.text, /Did you mean \/format/);
      await chat.presses('/format');
      assert.deepEqual(labels(await chat.edited()), ['compact', 'detailed']);
    });

    it('words that are no command are answered, never met with silence', async () => {
      await chat.says('good morning');
      assert.match((await chat.reply()).text, /I did not understand that/);
    });

    it('/clear takes the bot’s own messages away and leaves the person’s', async () => {
      await chat.says('/clear');
      const told = await chat.reply();
      assert.match(told.text, /^Removed \d+ messages\.$/);
      const left = await chat.messages();
      assert.deepEqual(
        left.filter((message) => message.fromBot).map((message) => message.id),
        [told.id],
      );
      assert.ok(left.some((message) => !message.fromBot));
    });

    it('/cancel with nothing waiting says so', async () => {
      await chat.says('/cancel');
      assert.equal((await chat.reply()).text, 'There is nothing to cancel.');
    });
  });
}
