import assert from 'node:assert/strict';
import { COMMANDS } from '../../bot/catalogue.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';

/** Commands that show the total where no portfolio is named, with what stands before the name. */
const SHOWN: Record<string, string> = {
  complete_status: '',
  sectors: '',
  allocation: '',
  transactions: 'TCS',
  risk: '',
  chart: 'value',
  rebalance: '',
  benchmark: '1y NIFTY50',
  pnl: '1Y',
  xirr: '',
  tax: '2024-25',
};
/** Commands that change one portfolio. */
const CHANGED: Record<string, string> = {
  add_transaction: 'BUY TCS 1 10 2025-01-06',
  remove_symbol: 'TCS',
};

/** How a word that names no portfolio is refused; /risk takes another word too. */
const UNKNOWN =
  /You have no portfolio named "Nowhere"|"Nowhere" is neither one of your portfolios .* nor the word options\./;
const TRADE = { type: 'BUY', quantity: 1, price: 10, currency: 'INR' };

describe('the name of a portfolio in the chat', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture({ clock: heldClock('2026-03-02T06:00:00.000Z') });
    chat = await fixture.person('local');
    // A line needs two days.
    for (const [portfolio, symbol, date] of [
      ['Zerodha', 'TCS', '2025-01-06'],
      ['Zerodha', 'TCS', '2025-01-08'],
      ['Family', 'INFY', '2025-01-06'],
    ])
      await fixture.core.portfolio.transactions.create(
        fixture.ownerId,
        { ...TRADE, portfolio, symbol, date },
        { actor: 'test' },
      );
  });
  after(() => fixture.close());

  const asked = async (...words: string[]): Promise<string> => {
    await chat.says(`/${words.filter((word) => word !== '').join(' ')}`);
    return (await chat.reply()).text;
  };

  it('every command that takes one is tried here', () => {
    const taking = COMMANDS.filter(({ arguments: all }) => Object.hasOwn(all, 'portfolio'));
    assert.deepEqual(
      taking.map(({ name }) => name).toSorted(),
      [...Object.keys(SHOWN), ...Object.keys(CHANGED)].toSorted(),
    );
  });

  for (const [name, before] of Object.entries(SHOWN))
    it(`/${name}: Networth in any case is everything, and a portfolio goes by its name in any case`, async () => {
      const everything = await asked(name, before);
      for (const total of ['Networth', 'networth', ' NETWORTH '])
        assert.equal(await asked(name, before, total), everything);
      const one = await asked(name, before, 'Zerodha');
      assert.notEqual(one, everything);
      assert.equal(await asked(name, before, ' zerODHA '), one);
      assert.match(await asked(name, before, 'Nowhere'), UNKNOWN);
    });

  for (const [name, before] of Object.entries(CHANGED))
    it(`/${name}: not in the total, however it is spelt`, async () => {
      for (const total of ['Networth', 'networth', ' NETWORTH '])
        assert.match(await asked(name, before, total), /Networth is the total of all portfolios/);
    });

  it('/alert: a drawdown of the total before anything made its row', async () => {
    await fixture.core.database.asSystem('a test begins anew', async (trx) => {
      await trx('portfolio.portfolios').where({ is_protected: true }).delete();
    });
    assert.match(
      await asked('alert', 'networth', 'drawdown', '15'),
      /^Alert .*\nEverything falls 15% below its peak/,
    );
    assert.match(await asked('alert', 'zerodha', 'drawdown', '16'), /Zerodha/);
    assert.match(await asked('alert', 'Nowhere', 'drawdown', '17'), /no portfolio named "Nowhere"/);
  });
});
