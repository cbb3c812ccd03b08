import assert from 'node:assert/strict';
import { COMMANDS } from '../../bot/catalogue.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture, endDialogue } from '../support/chat-fixture.ts';
import { inTurn } from '../support/soak.ts';

for (const transport of ['telegram', 'local'] as const) {
  describe(`contract/Chat over ${transport}: every command answers, whatever it is given`, () => {
    const [bare, wrong] = [inTurn(transport), inTurn(transport)];
    let fixture: ChatFixture;
    let chat: ChatDriver;
    before(async () => {
      fixture = await chatFixture();
      chat = await fixture.person(transport);
    });
    after(() => fixture.close());

    for (const row of COMMANDS.filter(({ name }) => name !== 'clear')) {
      bare(`/${row.name} without data`, async () => {
        await chat.says(`/${row.name}`);
        const answer = await chat.reply();
        assert.ok(answer.text.length > 0);
        assert.doesNotMatch(answer.text, /went wrong|undefined|NaN|null|\[object/);
        await endDialogue(fixture, chat);
      });

      wrong(`/${row.name} with a wrong argument`, async () => {
        await chat.says(`/${row.name} zzz yyy xxx www vvv uuu ttt`);
        const { text } = await chat.reply();
        if (row.name === 'cancel') assert.match(text, /nothing to cancel/);
        // Whatever follows is the question.
        else if (row.name === 'ask') assert.match(text, /no AI provider is set up/);
        // A stop is not refused over a word.
        else if (row.name === 'pause_all') assert.match(text, /^All trading is paused/);
        else {
          assert.ok(text.includes(`Usage: ${row.usage}`), text);
          assert.ok(text.includes(`Example: ${row.examples[0] ?? ''}`), text);
        }
      });
    }
  });
}
