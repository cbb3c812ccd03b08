import assert from 'node:assert/strict';
import { COMMANDS } from '../../bot/catalogue.ts';
import { PHONE_WIDTH } from '../../bot/text/table.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { heldClock } from '../support/core.ts';

const by = { actor: 'test' };

/** A household with long names, two currencies, large and small amounts, targets, a SIP and years of income. */
async function fill({ core, ownerId }: ChatFixture): Promise<void> {
  const { portfolio, goals } = core;
  for (const [name, symbol, company, quantity, price] of [
    ['Retirement of the family', 'NIFTYBEES', 'Nippon India ETF Nifty 50 BeES', 48_750, 291.15],
    ['Retirement of the family', 'LT', 'Larsen & Toubro', 3250, 4123.19],
    ['Zerodha', 'BAJAJHOLDINGS', 'Bajaj Holdings & Investment', 1234, 11_987.65],
    ['Zerodha', 'TCS', 'Tata Consultancy Services', 35, 3290.36],
  ] as const) {
    const row = { portfolio: name, symbol, currency: 'INR', asset_class: 'Indian Equity' as const };
    await portfolio.transactions.create(
      ownerId,
      { ...row, type: 'BUY', date: '2023-04-10', quantity, price: price * 0.8 },
      by,
    );
    await portfolio.transactions.create(
      ownerId,
      { ...row, type: 'DIVIDEND', date: '2025-06-10', quantity, price: 12.5 },
      by,
    );
    const [held] = await portfolio.holdings.ofSymbol(ownerId, symbol);
    await portfolio.holdings.update(
      ownerId,
      held?.id ?? '',
      {
        name: company,
        sector: symbol === 'TCS' ? 'Technology' : 'Consumer discretionary goods',
        current_price: price,
        previous_close: price * 1.013,
      },
      by,
    );
  }
  await portfolio.holdings.create(
    ownerId,
    {
      portfolio: 'Abroad',
      symbol: 'AAPL',
      asset_class: 'US Equity',
      currency: 'USD',
      quantity: 12_000,
      avg_buy_price: 141.255,
      current_price: 264.9,
      previous_close: 260,
    },
    by,
  );
  const zerodha = await portfolio.portfolios.findByName(ownerId, 'Zerodha');
  await portfolio.portfolios.update(
    ownerId,
    zerodha?.id ?? '',
    { target_allocation: { TCS: 60, BAJAJHOLDINGS: 40 } },
    by,
  );
  await goals.sips.create(
    ownerId,
    {
      name: 'Index fund',
      amount: 1_234_567.5,
      frequency: 'monthly',
      start_date: '2024-01-05',
      step_up_pct: 10,
      portfolio: 'Zerodha',
      symbol: 'TCS',
    },
    by,
  );
}

describe('what the chat sends fits a phone', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture({ clock: heldClock('2026-03-02T06:00:00.000Z') });
    await fill(fixture);
    chat = await fixture.person('telegram');
  });
  after(() => fixture.close());

  it('no line of a table of any command is wider than a phone', async () => {
    const wide: string[] = [];
    let tables = 0;
    const commands = COMMANDS.filter(({ changes, arguments: args }) => {
      const needed = Object.values(args).filter((one) => !one.optional);
      return !changes && needed.length === 0;
    }).map(({ name }) => `/${name}`);
    const asked = [
      ...commands,
      ...COMMANDS.filter(({ changes }) => !changes).flatMap(({ examples }) =>
        examples.filter((example) =>
          /^\/(top_|pnl|dividends|rebalance|sip|benchmark|complete_status)/.test(example),
        ),
      ),
      '/rebalance Zerodha',
      '/top_gainers total',
      '/top_losers',
      '/sip Index fund',
      '/dividends',
    ];
    for (const command of new Set(asked)) {
      await chat.says(command);
      const { text, entities } = await chat.reply();
      for (const { type, offset, length } of entities.filter((entity) => entity.type === 'pre')) {
        assert.equal(type, 'pre');
        tables += 1;
        for (const line of text.slice(offset, offset + length).split('\n'))
          if (line.length > PHONE_WIDTH) wide.push(`${command}: ${line}`);
      }
    }
    assert.deepEqual(wide, []);
    assert.ok(tables >= 10, `only ${tables} tables were seen`);
  });
});
