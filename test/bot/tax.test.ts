import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';

const by = { actor: 'test' };

describe('/tax', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture();
    chat = await fixture.person('local');
    const trade = async (type: string, quantity: number, price: number, date: string) =>
      await fixture.core.portfolio.transactions.create(
        fixture.ownerId,
        { portfolio: 'Main', symbol: 'SBIN', type, quantity, price, date, currency: 'INR' } as never,
        by,
      );
    // 10 × (806 - 800) on the day; against the oldest 10 × (806 - 200).
    await trade('BUY', 10, 200, '2023-01-02');
    await trade('BUY', 10, 800, '2024-07-01');
    await trade('SELL', 10, 806, '2024-07-01');
  });
  after(() => fixture.close());

  it('shows intraday trades apart, and one press puts them in first in, first out and back', async () => {
    await chat.says('/tax 2024-25');
    const shown = (await chat.reply()).text;
    assert.match(shown, /Intraday gain \+?₹60.*1 lot: speculative business, not a capital gain/);
    assert.match(shown, /Long-term: no sales/);
    await chat.presses('Match intraday first: on');
    assert.match((await chat.edited()).text, /Intraday matching is off[\s\S]*first in, first out/);
    await chat.says('/tax 2024-25');
    const off = (await chat.reply()).text;
    assert.match(off, /Long-term gain \+?₹6,060/);
    assert.match(off, /Intraday matching is off: all sales are first in, first out\./);
    await chat.presses('Match intraday first: off');
    assert.match((await chat.edited()).text, /Intraday matching is on/);
  });
});
