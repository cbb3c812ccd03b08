import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';
import { governmentBond } from '../support/government-bond.ts';
import { sampled, type Transport } from '../support/soak.ts';

const by = { actor: 'test' };

for (const transport of sampled<readonly Transport[]>(['local'], ['telegram', 'local'])) {
  describe(`contract/Chat over ${transport}: income`, () => {
    let fixture: ChatFixture;
    let chat: ChatDriver;
    before(async () => {
      fixture = await chatFixture({ clock: heldClock('2026-03-02T06:00:00.000Z') });
      chat = await fixture.person(transport);
    });
    after(() => fixture.close());
    const ask = async (text: string) => {
      await chat.says(text);
      return (await chat.reply()).text;
    };

    it('portfolio/Chat-messaging commands: without any income, each command says where it comes from', async () => {
      assert.match(await ask('/dividends'), /No income yet\nDividends come from your transactions/);
      assert.match(await ask('/dividends 2025'), /No income in 2025/);
      assert.match(await ask('/bonds'), /No bonds\n.*add a holding of asset class Bond/);
      assert.match(await ask('/dividends 12'), /"12" is not a year/);
    });

    it('portfolio/Chat-messaging commands: /dividends by year and symbol, page by page, and /bonds', async () => {
      const { core, ownerId } = fixture;
      const trade = { portfolio: 'Main', type: 'DIVIDEND', currency: 'INR', asset_class: 'Indian Equity' };
      // Twelve of 10 × 4 − 5 in 2025, and one of 100 in this year.
      for (let month = 1; month <= 12; month += 1) {
        const date = `2025-${String(month).padStart(2, '0')}-10`;
        const row = { ...trade, symbol: 'TCS', date, quantity: 10, price: 4, fee_tax: 5 };
        await core.portfolio.transactions.create(ownerId, row, by, month === 12 ? 'BROKER' : 'MANUAL');
      }
      const row = { ...trade, symbol: 'ITC', date: '2026-02-10', quantity: 0, price: 100 };
      await core.portfolio.transactions.create(ownerId, row, by);
      await core.portfolio.holdings.create(ownerId, governmentBond, by);
      await core.income.recompute(ownerId, by);

      // 12 × 35 = 420; a coupon of 1,815 is still to come this year, two in the next.
      const all = await ask('/dividends');
      assert.match(all, /Paid in 2026 ₹100\.00\nStill expected ₹1,815\.00, before tax/);
      // from March 2025 on ten of 35, and 100, are 450 of 500 × 101; a holding without a price has no value
      assert.match(all, /Yield, last 12 months: on cost 0\.89%, on value unknown \(No price/);
      assert.match(all, /Expected in the next 12 months: ₹3,630\.00, before tax/);
      assert.match(all, /2025 +₹420 +–/);
      assert.match(all, /2027 +– +₹3,630/);
      assert.match(all, /Next\n6 Aug 2026: 726GS2033 ₹1,815\.00 for 500 units, forecast/);

      const year = await ask('/dividends 2025');
      assert.match(year, /Income: 2025\nPaid ₹420\.00, after ₹60\.00 of tax withheld/);
      assert.match(year, /10 Dec 2025: TCS ₹35\.00 for 10 units, paid, from the broker/);
      assert.match(year, /1 to 10 of 12 events/);
      assert.match(
        await ask('/dividends itc'),
        /Income: ITC\nPaid ₹100\.00\n\n10 Feb 2026: ITC ₹100\.00, paid/,
      );

      assert.match(await ask('/dividends itc 2026'), /Income: ITC, 2026\nPaid ₹100\.00/);
      assert.match(await ask('/dividends 2025 itc'), /No income from ITC in 2025/);

      const bonds = await ask('/bonds');
      assert.match(bonds, /500 726GS2033, in Main\n7\.26 % in 2 payments a year: ₹3,630\.00/);
      assert.match(bonds, /next 6 Aug 2026: ₹1,815\.00\nmatures 6 Feb 2033: ₹50,000\.00/);
    });
  });
}
