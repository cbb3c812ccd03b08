import assert from 'node:assert/strict';
import type { HoldingReport } from '../../core/reports/index.ts';
import { holdingCard } from '../../bot/text/holding-card.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { labels } from '../support/bot-api-messages.ts';
import { heldClock } from '../support/core.ts';

const by = { actor: 'test' };
const SHARES = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
ALPHA,Alpha Steel Limited,EQ,06-OCT-2008,5,1,INE001A01010,5
`;

describe('/holding as a card', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture({ clock: heldClock('2026-03-02T06:00:00.000Z') });
    const { core, ownerId } = fixture;
    await core.instruments.importLists([{ name: 'EQUITY_L.csv', bytes: Buffer.from(SHARES) }], {});
    const found = await core.instruments.resolve({ symbol: 'ALPHA' });
    assert.ok(found.outcome === 'FOUND');
    await core.history.store(
      ['2025-02-03', '2025-06-02', '2026-02-27'].map((day, at) => ({
        instrument_id: found.instrument.id,
        day,
        close: 100 + at * 10,
      })),
      { source: 'FILE' },
    );
    const row = { portfolio: 'Main', currency: 'INR', asset_class: 'Indian Equity' as const };
    for (const [type, symbol, date, quantity, price] of [
      ['BUY', 'ALPHA', '2025-02-03', 10, 100],
      ['SELL', 'ALPHA', '2025-06-02', 4, 110],
      ['BUY', 'GONE', '2024-02-05', 10, 100],
      ['SELL', 'GONE', '2025-02-05', 10, 150],
    ] as const)
      await core.portfolio.transactions.create(ownerId, { ...row, type, symbol, date, quantity, price }, by);
    const [held] = await core.portfolio.holdings.ofSymbol(ownerId, 'ALPHA');
    await core.portfolio.holdings.update(
      ownerId,
      held?.id ?? '',
      { name: 'Alpha Steel', current_price: 125, previous_close: 120 },
      by,
    );
    chat = await fixture.person('telegram');
  });
  after(() => fixture.close());
  const read = (symbol: string): Promise<HoldingReport> =>
    fixture.core.reports.holding.read(fixture.ownerId, { symbol });

  it('one card under the chart of its price, with the figures of the page', async () => {
    await chat.says('/holding ALPHA');
    const card = await chat.reply();
    assert.equal(card.photo?.subarray(1, 4).toString('latin1'), 'PNG');
    assert.equal(
      card.text,
      [
        'ALPHA · Alpha Steel',
        'Indian Equity, INE001A01010',
        // 6 of 10 at ₹100 are left, worth ₹125 each.
        'Value ₹750.00, 100.0% of everything',
        'Gain +₹150.00 (+25.00%)',
        'Today +₹30.00 (+4.17%)',
        `XIRR +${(await read('ALPHA')).xirr_pct?.toFixed(2) ?? ''}% a year`,
        '6 at ₹100.00 a unit, oldest lots first',
        'Price ₹125.00, 2 Mar 2026, 11:30 IST',
        'Held since 3 Feb 2025',
        'Realised gain +₹40.00, at the latest rates',
        'Total gain +₹190.00',
        'In Main',
      ].join('\n'),
    );
    assert.deepEqual(labels(card), ['Transactions', 'Alert', 'News', '↻ Refresh', 'All holdings']);
    await chat.presses('Transactions');
    assert.match((await chat.reply()).text, /Transactions: ALPHA\n2 Jun 2025 · SELL 4 ALPHA at ₹110\.00\n/);
  });

  it('its company’s name is answered at once', async () => {
    await chat.says('/holding alpha steel');
    assert.match((await chat.reply()).text, /^ALPHA · Alpha Steel\n/);
  });

  it('what was sold completely says when, and what it came to', async () => {
    await chat.says('/holding gone');
    const { text, photo } = await chat.reply();
    assert.equal(photo, null);
    assert.match(
      text,
      /^GONE\nIndian Equity\nYou sold all of it on 5 Feb 2025\.\nRealised gain \+₹500\.00, at the latest rates\nXIRR \+49\.\d\d% a year$/,
    );
  });

  it('what was never there is still not known', async () => {
    await chat.says('/holding NOSUCH');
    assert.match((await chat.reply()).text, /You hold no NOSUCH/);
  });

  it('in short, an unknown figure says why, and a payment of unknown size is told without one', async () => {
    const view = await read('ALPHA');
    const unpriced: HoldingReport = {
      ...view,
      value: null,
      weight_pct: null,
      unrealised_gain: null,
      unrealised_gain_pct: null,
      cost_methods: {
        ...view.cost_methods,
        fifo: { ...view.cost_methods.fifo, unrealised_gain: null, unrealised_gain_pct: null },
      },
      reasons: { value: 'No price for ALPHA.', unrealised_gain: 'No price for ALPHA.' },
      next_payment: {
        date: '2026-06-12',
        type: 'DIVIDEND',
        amount: null,
        currency: 'INR',
        status: 'DECLARED',
        note: null,
      },
    };
    const short = holdingCard(unpriced, 'compact').text;
    assert.match(short, /\nValue unknown \(no price for ALPHA\)\nGain unknown \(no price for ALPHA\)\n/i);
    assert.doesNotMatch(short, /Held since/);
    assert.match(holdingCard(unpriced, 'detailed').text, /\nNext dividend on 12 Jun 2026, amount unknown\n/);
  });

  it('a symbol from before a change answers with the card of today’s', async () => {
    const changes = 'Alpha Steel Limited,OLDALPHA,ALPHA,01-APR-2015\n';
    await fixture.core.instruments.importLists(
      [{ name: 'symbolchange.csv', bytes: Buffer.from(changes) }],
      {},
    );
    await chat.says('/holding oldalpha');
    assert.match((await chat.reply()).text, /^ALPHA · Alpha Steel\n/);
    await chat.says('/holding nosuch');
    assert.match((await chat.reply()).text, /NOSUCH/);
  });
});
