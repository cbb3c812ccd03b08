import assert from 'node:assert/strict';
import { CAPTION_LIMIT } from '../../bot/text/split.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { sampled, type Transport } from '../support/soak.ts';

const by = { actor: 'test' };

describe('an answer too long for the caption of its picture', () => {
  let fixture: ChatFixture;
  before(async () => {
    fixture = await chatFixture();
    const { portfolio } = fixture.core;
    const trade = { date: '2025-01-06', type: 'BUY', quantity: 10, price: 100, currency: 'INR' };
    for (let at = 0; at < 30; at++)
      await portfolio.transactions.create(
        fixture.ownerId,
        { ...trade, portfolio: `A portfolio with a long name ${at}`, symbol: `COMPANY${at}` },
        by,
      );
    for (const { id } of await portfolio.holdings.all(fixture.ownerId))
      await portfolio.holdings.update(
        fixture.ownerId,
        id,
        { current_price: 120, previous_close: 110, sector: 'Information Technology' },
        by,
      );
    await portfolio.snapshots.take(fixture.ownerId);
  });
  after(() => fixture.close());

  for (const transport of sampled<readonly Transport[]>(['telegram'], ['telegram', 'local']))
    it(`${transport}: /report of thirty portfolios comes as a picture and a message, where it came as an apology`, async () => {
      const chat = await fixture.person(transport);
      await chat.says('/report');
      const picture = await chat.reply();
      assert.ok(picture.photo !== null, picture.text);
      assert.equal(picture.text, '');
      const words = await chat.reply();
      assert.match(words.text, /^Report, /);
      assert.match(words.text, /A portfolio …/);
      assert.ok(words.text.length > CAPTION_LIMIT, `${words.text.length} characters would fit`);
    });
});
