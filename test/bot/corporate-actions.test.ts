import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';

const by = { actor: 'test' };

describe('/actions', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture();
    chat = await fixture.person('local');
    await fixture.core.database.asSystem('announcements of a test', async (trx) => {
      for (const [symbol, ex_date, kind, to] of [
        ['IRCTC', '2021-10-28', 'SPLIT', 5],
        ['WIPRO', '2024-12-03', 'BONUS', 2],
        ['TATASTEEL', '2022-07-28', 'SPLIT', 10],
      ] as const) {
        await trx('market.corporate_actions').insert({
          exchange: 'NSE',
          symbol,
          ex_date,
          raw: kind,
          kind,
          new_shares: to,
          old_shares: 1,
          status: 'READ',
          source: 'NSE',
        });
      }
    });
  });
  after(() => fixture.close());

  const trade = async (symbol: string, date: string, quantity: number) =>
    await fixture.core.portfolio.transactions.create(
      fixture.ownerId,
      { portfolio: 'Main', symbol, date, type: 'BUY', quantity, price: 100, currency: 'INR' },
      by,
    );
  const held = async (symbol: string) =>
    (await fixture.core.portfolio.holdings.ofSymbol(fixture.ownerId, symbol))[0]?.quantity;

  it('says so when nothing waits', async () => {
    await chat.says('/actions');
    assert.match((await chat.reply()).text, /No corporate action is waiting/);
    await chat.says('/actions decided');
    assert.match((await chat.reply()).text, /No corporate actions decided yet/);
    await chat.says('/actions yesterday');
    assert.match((await chat.reply()).text, /decided/);
  });

  it('asks with apply, not mine and apply all; each press says what still waits', async () => {
    await trade('IRCTC', '2021-03-10', 202);
    await trade('WIPRO', '2024-01-04', 247);
    await trade('TATASTEEL', '2022-01-04', 105);
    await chat.says('/actions');
    const { text } = await chat.reply();
    assert.match(text, /3 corporate actions to check/);
    assert.match(text, /1\. IRCTC split 5 for 1 on 28 Oct 2021: 202 shares become 1,010\./);
    await chat.presses('✗ Not mine 2');
    assert.match((await chat.edited()).text, /Dismissed: not yours[\s\S]*2 corporate actions to check/);
    await chat.presses('✓ Apply 1');
    assert.match((await chat.edited()).text, /Applied 1 corporate action[\s\S]*WIPRO gave a 1:1 bonus/);
    assert.equal(await held('IRCTC'), 1010);
    assert.equal(await held('TATASTEEL'), 105);
  });

  it('lists what was decided, and undoes it in one press', async () => {
    await chat.says('/actions decided');
    assert.match(
      (await chat.reply()).text,
      /1\. TATASTEEL 10 for 1 split, 28 Jul 2022: not applied\n2\. IRCTC 5 for 1 split, 28 Oct 2021: applied/,
    );
    await chat.presses('↶ Undo 2');
    assert.match((await chat.edited()).text, /Undone: IRCTC/);
    assert.equal(await held('IRCTC'), 202);
  });
});
