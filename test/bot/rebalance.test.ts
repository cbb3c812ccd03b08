import assert from 'node:assert/strict';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import type { ChatDriver } from '../support/chat-driver.ts';

const by = { actor: 'test' };

describe('/rebalance', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture();
    chat = await fixture.person('local');
  });
  after(() => fixture.close());

  const hold = async (portfolio: string, symbol: string, asset_class: string, current_price: number) =>
    await fixture.core.portfolio.holdings.create(
      fixture.ownerId,
      { portfolio, symbol, asset_class, currency: 'INR', quantity: 10, avg_buy_price: 1, current_price },
      by,
    );
  const target = async (portfolio: string, target_allocation: Record<string, number>) => {
    const found = await fixture.core.portfolio.portfolios.findByName(fixture.ownerId, portfolio);
    await fixture.core.portfolio.portfolios.update(
      fixture.ownerId,
      found?.id ?? '',
      { target_allocation },
      by,
    );
  };

  it('without any target it tells where to give one', async () => {
    await chat.says('/rebalance');
    assert.match(
      (await chat.reply()).text,
      /No portfolio has targets yet.*target allocation.*Portfolios page/s,
    );
    await hold('Long term', 'TCS', 'Indian Equity', 60);
    await chat.says('/rebalance Long term');
    assert.match((await chat.reply()).text, /Long term has no targets/);
    await chat.says('/rebalance Nowhere');
    assert.match((await chat.reply()).text, /You have no portfolio named "Nowhere"/);
  });

  it('portfolio/Chat-messaging commands, /rebalance: drift and whole units as tables, and that no order is placed', async () => {
    await hold('Long term', 'NIFTYBEES', 'ETF', 40);
    await target('Long term', { 'Indian Equity': 40, ETF: 60 });
    // the only one with targets is meant
    await chat.says('/rebalance');
    const { text } = await chat.reply();
    assert.match(text, /Targets of Long term/);
    assert.match(text, /ETF +60\.0% +40% +−20\.0%\nIndian Equity +40\.0% +60% +\+20\.0%/);
    // 200 of 1,000 have to move: 3 at 60 are 180, which buy 4 at 40 for 160. TCS is 420 of 1,000 then, 2 too much;
    // the ETF 560, 4 too little; 20 of money remain. That is 80 in all, as with 4 and 5 (40 and 40), which trade more.
    assert.match(text, /Sell TCS +3 +₹60 +₹180\nBuy NIFTYBEES +4 +₹40 +₹160/);
    assert.match(text, /Largest drift 20\.00 percentage points, 4\.00 percentage points after the trades/);
    assert.match(text, /Sells ₹180, buys ₹160, cash \+₹20\.00/);
    assert.match(text, /Munim never places orders/);
  });

  it('where several have targets it asks which', async () => {
    await hold('Other', 'INFY', 'Indian Equity', 10);
    await target('Other', { 'Indian Equity': 100 });
    await chat.says('/rebalance');
    assert.match((await chat.reply()).text, /Which portfolio\?/);
    await chat.presses('Other');
    const { text } = await chat.edited();
    assert.match(text, /Targets of Other/);
    assert.match(text, /The portfolio is on target/);
  });
});
