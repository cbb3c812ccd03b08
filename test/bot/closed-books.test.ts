import assert from 'node:assert/strict';
import { morningPortfolioReport } from '../../jobs/morning-portfolio-report.ts';
import { figuresOf } from '../../jobs/reports/figures.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';

const by = { actor: 'test' };

/** 40 TCS bought at 100 on 26 January 2026 and sold at 120 on 26 February 2026: nothing is held any more. */
describe('books without holdings after everything was sold, in the chat', () => {
  const clock = heldClock('2026-03-02T12:00:00.000Z');
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture({ clock });
    const { core, ownerId } = fixture;
    const row = {
      portfolio: 'A',
      symbol: 'TCS',
      currency: 'INR',
      asset_class: 'Indian Equity',
      quantity: 40,
    };
    for (const more of [
      { type: 'BUY', date: '2026-01-26', price: 100 },
      { type: 'SELL', date: '2026-02-26', price: 120 },
    ])
      await core.portfolio.transactions.create(ownerId, { ...row, ...more }, by);
    chat = await fixture.person('local');
  });
  after(() => fixture.close());

  async function answer(words: string): Promise<string> {
    await chat.says(words);
    const first = await chat.reply();
    return first.text === '' ? (await chat.reply()).text : first.text;
  }

  it('no answer says that there are no records', async () => {
    assert.match(await answer('/networth'), /^Net worth\n₹0\.00\nAssets ₹0\.00\n/);
    for (const command of ['/sectors', '/allocation', '/currency'])
      assert.match(await answer(command), /^You hold nothing now\.\nSend \/pnl/, command);
    const status = await answer('/complete_status');
    assert.match(status, /^\+₹800\.00 in all, after charges$/m);
    assert.match(status, /^As of 2 Mar 2026/m);
    assert.doesNotMatch(status, /No prices yet/);
    const { core, ownerId } = fixture;
    const figures = figuresOf(await core.portfolio.dashboard.read(ownerId));
    // Monday.
    const due = { dueAt: clock.now(), isLate: false } as Parameters<typeof morningPortfolioReport.compose>[1];
    const { title, body } = morningPortfolioReport.compose(figures, due) ?? {};
    assert.equal(title, 'Nothing to report');
    assert.match(body ?? '', /^You hold nothing now\. [^]*\nRealised gain so far \+₹800\.00/);
  });

  it('/pnl a year after the sale shows no return for the last month', async () => {
    const soon = await answer('/pnl');
    assert.match(soon, /^1M +\+20\.00%\* /m);
    assert.match(soon, /^All periods end on 26 Feb 2026\.$/m);
    clock.at = new Date('2027-03-01T12:00:00.000Z');
    const later = await answer('/pnl');
    assert.match(later, /^1M +– +–$/m);
    assert.match(later, /^Max +\+20\.00%\* /m);
    assert.match(later, /^All periods end on 26 Feb 2026\.$/m);
    assert.match(later, /^\* Few days: Max \(no daily returns\)\.$/m);
    const month = await answer('/pnl 1M');
    assert.match(month, /You held nothing in this period: everything was sold by 26 Feb 2026\./);
    assert.doesNotMatch(month, /Refresh prices/);
  });

  it('/pnl after a new purchase a year later shows the return of its month', async () => {
    const { core, ownerId } = fixture;
    clock.at = new Date('2027-03-02T12:00:00.000Z');
    const row = { portfolio: 'A', symbol: 'TCS', currency: 'INR', asset_class: 'Indian Equity' };
    await core.portfolio.transactions.create(
      ownerId,
      { ...row, type: 'BUY', date: '2027-03-01', quantity: 10, price: 50 },
      by,
    );
    const [tcs] = await core.portfolio.holdings.all(ownerId);
    await core.portfolio.holdings.update(ownerId, tcs?.id ?? '', { current_price: 55 }, by);
    const { periods, twr_pct } = await core.reports.performance.read(ownerId, {});
    const shown = periods.map(({ period, from, start_value, twr_pct: twr }) => [
      period,
      from,
      start_value,
      twr === null ? null : Number(twr.toFixed(6)),
    ]);
    // 50 to 55 are 10 % in every window that began while nothing was held; 1.2 × 1.1 is 32 % in all.
    assert.deepEqual(shown.slice(0, 3), [
      ['1M', '2027-02-02', 0, 10],
      ['3M', '2026-12-02', 0, 10],
      ['6M', '2026-09-02', 0, 10],
    ]);
    assert.ok(Math.abs((twr_pct ?? 0) - 32) < 1e-6);
    const { months } = await core.reports.monthlyReturns.read(ownerId, {});
    assert.deepEqual(
      months.slice(-2).map(({ month, return_pct, reason }) => [month, return_pct?.toFixed(4) ?? reason]),
      [
        [2, 'Nothing was held in this month.'],
        [3, '10.0000'],
      ],
    );
  });
});
