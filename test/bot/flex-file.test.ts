import assert from 'node:assert/strict';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { flexCash, flexPosition, flexReport, flexTax, flexTrade } from '../support/flex-statement.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';

const STATEMENT = flexReport({
  positions: [flexPosition()],
  trades: [flexTrade(), flexTrade({ tradeID: '2', assetCategory: 'OPT' })],
  cash: [flexCash(), flexTax()],
});

describe('a Flex statement dropped into the chat', () => {
  let fixture: ChatFixture;
  before(async () => {
    fixture = await chatFixture({ environment: NOBODY_OUTSIDE });
  });
  after(() => fixture.close());

  for (const transport of ['local', 'telegram'] as const) {
    it(`is shown and imported on a press, other XML refused in words: ${transport}`, async () => {
      const person = await fixture.person(transport);
      await person.sendsFile('flex.xml', Buffer.from(STATEMENT), `By ${transport}`);
      const shown = await person.reply();
      assert.match(shown.text, /Flex statement of Interactive Brokers, 5 rows of transactions/);
      assert.match(shown.text, /2 rows can be imported, 3 excluded/);
      assert.match(shown.text, /ACME/);
      await person.presses(`✓ Import into By ${transport}`);
      assert.match((await person.edited()).text, /2 rows into By/);
      await person.sendsFile('other.xml', Buffer.from('<?xml version="1.0"?><Samples/>'));
      assert.match((await person.reply()).text, /neither a Flex statement of Interactive Brokers nor OFX/);
    });
  }
});
