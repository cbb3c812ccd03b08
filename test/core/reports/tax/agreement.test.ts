import assert from 'node:assert/strict';
import { holdingCard } from '../../../../bot/text/holding-card.ts';
import { earningsLine } from '../../../../bot/text/earnings.ts';
import { taxText } from '../../../../bot/text/tax.ts';
import { AFTER_TAX, AT_DAILY_RATES, AT_LATEST_RATES, BEFORE_TAX } from '../../../../charts/basis-words.ts';
import { GAINS } from '../../../../core/reports/definitions/gains.ts';
import { taxDocument } from '../../../../core/reports/export/tax-document.ts';
import { performanceDocument } from '../../../../core/reports/export/performance-document.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { near } from '../../../support/near.ts';

const by = { actor: 'test' };

/** Figures of the same name in several reports. */
describe('dividends and cost in several places', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: '2026-03-02T06:00:00.000Z' });
    const { core, owner } = fixture;
    const row = { portfolio: 'P', symbol: 'TCS', currency: 'INR', asset_class: 'Indian Equity', fee_tax: 0 };
    const book = async (type: string, date: string, quantity: number, price: number, more: object = {}) =>
      await core.portfolio.transactions.create(
        owner,
        { ...row, type, date, quantity, price, ...more } as never,
        by,
      );
    await book('BUY', '2025-05-05', 10, 100);
    await book('BUY', '2025-06-05', 10, 120);
    await book('SELL', '2025-07-07', 5, 130);
    // 15 units at ₹6, ₹9 withheld: ₹81.
    await book('DIVIDEND', '2025-08-08', 15, 6, { fee_tax: 9 });
    // In another currency than the symbol: the ledger leaves it out, and says so.
    await core.database.asSystem('a row that the ledger leaves out', async (trx) => {
      const bought = (await trx('portfolio.transactions').where({ type: 'DIVIDEND' }).first()) as {
        id: string;
        [column: string]: unknown;
      };
      const { id: _id, created_at: _at, identity: _identity, ...copy } = bought as Record<string, unknown>;
      await trx('portfolio.transactions').insert({ ...copy, trade_date: '2025-09-09', currency: 'USD' });
    });
    // Any change of the symbol replays it.
    await book('BUY', '2025-09-10', 1, 0);
    for (const { id } of await core.portfolio.holdings.all(owner))
      await core.portfolio.holdings.update(owner, id, { current_price: 150 }, by);
  });
  after(() => fixture.close());

  it('a dividend that the ledger leaves out was in the tax report, the yield and the income, and not in the overview', async () => {
    const { core, owner } = fixture;
    const { earnings } = await core.portfolio.dashboard.read(owner);
    const performance = await core.reports.performance.read(owner, {});
    const tax = await core.reports.tax.read(owner, { fy: '2025-26' });
    const dividendYield = await core.reports.dividendYield.read(owner, {});
    const days = await core.reports.days(owner, null);
    await core.income.recompute(owner, by);
    const income = await core.income.summary(owner, {});
    assert.equal(earnings.dividends, 81);
    assert.equal(performance.total_dividends, 81);
    assert.equal(tax.dividends.net, 81);
    assert.equal(dividendYield.paid, 81);
    assert.deepEqual(days.dividends, [{ day: '2025-08-08', amount: 81 }]);
    assert.deepEqual(
      income.by_currency.map(({ currency, paid }) => [currency, paid]),
      [['INR', 81]],
    );
  });

  it('each place says with the same words whether dividends are before or after tax, and at which rates amounts are', async () => {
    const { core, owner } = fixture;
    const dashboard = await core.portfolio.dashboard.read(owner);
    const tax = await core.reports.tax.read(owner, { fy: '2025-26' });
    const holding = await core.reports.holding.read(owner, { symbol: 'TCS' });
    // 5 sold at 130 cost 100 each: 150, and 81 of dividends, of which 90 were declared.
    assert.match(
      earningsLine(dashboard) ?? '',
      new RegExp(
        `^Realised gain \\+₹150\\.00, dividends ${AFTER_TAX} ₹81\\.00, charges .*, all ${AT_LATEST_RATES}$`,
        'm',
      ),
    );
    const card = holdingCard(holding, 'detailed').text;
    assert.ok(card.includes(`Realised gain +₹150.00, ${AT_LATEST_RATES}`), card);
    assert.ok(card.includes(`Dividends ${AFTER_TAX} ₹81.00, ${AT_LATEST_RATES}`), card);
    const { text } = taxText(tax);
    assert.ok(text.includes(`, ${AT_DAILY_RATES}\n`), text);
    assert.ok(text.includes(`Dividends ${BEFORE_TAX} ₹90.00`), text);
    assert.ok(
      taxDocument(tax).key_figures.some(
        ({ label }) => label === `Dividends ${BEFORE_TAX}, ${AT_DAILY_RATES}`,
      ),
    );
    const performance = performanceDocument(await core.reports.performance.read(owner, {}), {
      from: null,
      to: null,
    });
    assert.ok(JSON.stringify(performance.key_figures).includes(`Dividends ${AFTER_TAX}`));
    const definition = GAINS.find(({ key }) => key === 'realised_gain');
    assert.ok(definition?.currency.includes(AT_LATEST_RATES) && definition.currency.includes(AT_DAILY_RATES));
  });

  it('cost: the holding by average, the tax report by lots, each with its method in place', async () => {
    const { core, owner } = fixture;
    const tax = await core.reports.tax.read(owner, { fy: '2025-26' });
    const { total } = await core.portfolio.dashboard.read(owner);
    // Average: (1,000 + 1,200) / 20 = 110; 15 of them and a bonus share for nothing.
    near(total.total_invested, 1650, 1e-6);
    // First in, first out: 5 of the first ten left, so 5 × 100 + 10 × 120.
    assert.equal(tax.remaining.cost, 1700);
    const note = tax.notes.find(({ code }) => code === 'OTHER_PLACES')?.text ?? '';
    assert.match(note, /first in, first out\. The overview and holdings show the average cost/);
    assert.match(note, /Gains and dividends here are for the year, at each day’s rates/);
  });
});
