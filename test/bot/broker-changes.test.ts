import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';

const by = { actor: 'test' };

describe('/broker_changes', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture();
    chat = await fixture.person('local');
  });
  after(() => fixture.close());

  const price = async () =>
    (await fixture.core.portfolio.transactions.list(fixture.ownerId, { symbol: 'TCS' })).items[0]?.price;

  it('says so when nothing waits', async () => {
    await chat.says('/broker_changes');
    assert.match((await chat.reply()).text, /No change by a broker is waiting/);
    await chat.says('/broker_changes decided');
    assert.match((await chat.reply()).text, /No changes by brokers decided yet/);
  });

  it('shows a change with its effect; accept and undo are one press each, and the holding is marked until then', async () => {
    const { core, ownerId } = fixture;
    const trade = { portfolio: 'Main', symbol: 'TCS', date: '2024-01-05', type: 'BUY', quantity: 10 };
    const { id } = await core.portfolio.transactions.create(
      ownerId,
      { ...trade, price: 100, currency: 'INR' },
      by,
    );
    await core.database.asSystem('a change by a broker for a test', async (trx) => {
      await trx('portfolio.transactions').where({ id }).update({ execution_id: 'NSE:1' });
      await trx.raw(
        `insert into portfolio.broker_changes (owner_user_id, portfolio_id, connection_id, subject, kind, symbol, before, after,
           state, seen_at)
         select owner_user_id, portfolio_id, 1, 'NSE:1', 'CHANGED', symbol, f.facts, f.facts || '{"price": "101"}', 'OPEN', now()
         from portfolio.transactions t, lateral (select jsonb_build_object('symbol', symbol, 'date', trade_date, 'type', type,
           'quantity', '10', 'price', '100', 'fee_tax', '0', 'currency', currency, 'executed_at', null) as facts) f
         where t.id = ?`,
        [id],
      );
    });
    await chat.says('/broker_changes');
    const asked = await chat.reply();
    assert.match(asked.text, /1 change by your broker to check/);
    assert.match(asked.text, /1\. TCS in Main: bought 10 at INR 100 on 5 Jan 2024: price 100 → 101/);
    assert.match(asked.text, /TCS: cost ₹1,000\.00 → ₹1,010\.00/);
    await chat.says('/holding TCS');
    assert.match((await chat.reply()).text, /1 change by your broker waits for your decision/);

    await chat.says('/broker_changes');
    await chat.reply();
    await chat.presses('✓ Accept 1');
    assert.match((await chat.edited()).text, /Your broker's version is recorded/);
    assert.equal(await price(), 101);
    await chat.says('/broker_changes decided');
    assert.match((await chat.reply()).text, /1\. TCS, .*: accepted/);
    await chat.presses('↶ Undo 1');
    assert.match((await chat.edited()).text, /Undone: TCS[\s\S]*1 change by your broker to check/);
    assert.equal(await price(), 100);
    await chat.presses('⏳ Later 1');
    assert.match((await chat.edited()).text, /Asked again in 7 days/);
    await chat.says('/holding TCS');
    assert.match((await chat.reply()).text, /waits for your decision/);
  });
});
