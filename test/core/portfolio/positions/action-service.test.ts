import assert from 'node:assert/strict';
import type { ActionTerms } from '../../../../core/portfolio/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { tradesOf } from '../../../support/entered-trades.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };

describe('corporate actions in the ledger', () => {
  let fixture: TestCore;
  let portfolioId: string;
  const coreAnew = sharedCore({ at: '2026-08-03T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
    const made = await fixture.core.portfolio.portfolios.create(fixture.owner, { name: 'Main' }, by);
    portfolioId = made.id;
  });

  const trade = tradesOf(() => fixture);
  const terms = (
    given: Partial<ActionTerms> & Pick<ActionTerms, 'symbol' | 'kind' | 'ex_date'>,
  ): ActionTerms => ({
    portfolio_id: portfolioId,
    new_shares: null,
    old_shares: null,
    into_symbol: null,
    into_isin: null,
    cost_pct: null,
    fraction_price: null,
    source: 'NSE',
    ...given,
  });
  const apply = async (given: Parameters<typeof terms>[0]) =>
    await fixture.core.portfolio.actions.apply(fixture.owner, [terms(given)], by);
  const held = async (symbol: string) => {
    const [row] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, symbol);
    return row === undefined ? null : { quantity: row.quantity, cost: row.avg_buy_price };
  };
  const lots = async (fy: string) => {
    const report = await fixture.core.reports.tax.read(fixture.owner, { portfolio: 'Main', fy });
    return report.lots.map((lot) => [lot.symbol, lot.buy_date, lot.quantity, lot.gain]);
  };
  const split = {
    symbol: 'IRCTC',
    kind: 'SPLIT',
    ex_date: '2021-10-28',
    new_shares: '5',
    old_shares: '1',
  } as const;

  it('a split that no tradebook contains: 202 shares become 1,010, and a year without a loss shows none', async () => {
    await trade('IRCTC', '2021-03-10', 202, 1900);
    await trade('IRCTC', '2021-12-01', -949, 800);
    assert.equal(await held('IRCTC'), null);
    assert.deepEqual(await apply(split), { changed: 1 });
    // 202 × 5 = 1010, of which 949 are sold: 61 stay. They cost 202 × 1900 / 1010 = 380 each.
    assert.deepEqual(await held('IRCTC'), { quantity: 61, cost: 380 });
    // 949 × (800 − 380) = 398,580 of one lot of 10 March 2021, whose day stays.
    assert.deepEqual(await lots('2021-22'), [['IRCTC', '2021-03-10', 949, 398_580]]);
  });

  it('applied for ever, once: again it changes nothing, and older trades that come later are split too', async () => {
    await trade('IRCTC', '2021-03-10', 2, 1900);
    await apply(split);
    assert.deepEqual(await apply(split), { changed: 0 });
    assert.deepEqual(await held('IRCTC'), { quantity: 10, cost: 380 });
    await trade('IRCTC', '2020-03-10', 200, 1900);
    assert.deepEqual(await held('IRCTC'), { quantity: 1010, cost: 380 });
  });

  it('undone in one press, and applied again', async () => {
    await trade('IRCTC', '2021-03-10', 202, 1900);
    await apply(split);
    const [decision] = await fixture.core.portfolio.actions.list(fixture.owner);
    assert.equal(decision?.rows, 1);
    await fixture.core.portfolio.actions.undo(fixture.owner, decision?.id ?? '', [], by);
    assert.deepEqual(await held('IRCTC'), { quantity: 202, cost: 1900 });
    await apply(split);
    assert.deepEqual(await held('IRCTC'), { quantity: 1010, cost: 380 });
  });

  it('a row that follows from an action is not edited by itself', async () => {
    await trade('IRCTC', '2021-03-10', 202, 1900);
    await apply(split);
    const { items } = await fixture.core.portfolio.transactions.list(fixture.owner, {
      symbol: 'IRCTC',
      type: 'SPLIT',
    });
    const id = items[0]?.id ?? '';
    await refused(
      fixture.core.portfolio.transactions.remove(fixture.owner, id, by),
      409,
      'TRANSACTION_DERIVED',
    );
  });

  it('a bonus is a lot of its own that cost nothing and counts from its ex-date; a fraction is paid out', async () => {
    await trade('WIPRO', '2018-06-01', 5, 300);
    await apply({
      symbol: 'WIPRO',
      kind: 'BONUS',
      ex_date: '2019-03-06',
      new_shares: '4',
      old_shares: '3',
      fraction_price: '270',
    });
    // 1:3 on 5 shares is 1.6666666667: one share comes, and two thirds of one are paid with 180 (rounded to 10 decimals).
    assert.equal((await held('WIPRO'))?.quantity, 6);
    const report = await fixture.core.reports.tax.read(fixture.owner, { portfolio: 'Main', fy: '2018-19' });
    assert.deepEqual(
      report.remaining_lots.map((lot) => [lot.buy_date, lot.quantity, lot.cost]),
      [
        ['2018-06-01', 5, 1500],
        ['2019-03-06', 1, 0],
      ],
    );
    assert.deepEqual(
      report.lots.map((lot) => [lot.buy_date, lot.quantity, lot.gain]),
      [['2019-03-06', 0.6666666667, 180.000000009]],
    );
  });

  it('a merger carries quantity, cost and days over: HDFC into HDFC Bank, 42 for 25', async () => {
    await trade('HDFC', '2020-05-04', 100, 1800);
    await trade('HDFC', '2022-05-04', 179, 2200);
    await trade('HDFCBANK', '2021-01-04', 51, 1400);
    await apply({
      symbol: 'HDFC',
      kind: 'MERGER',
      ex_date: '2023-07-13',
      new_shares: '42',
      old_shares: '25',
      into_symbol: 'HDFCBANK',
      fraction_price: '1600',
    });
    assert.equal(await held('HDFC'), null);
    // 279 × 42 / 25 = 468.72: 468 shares come and 0.72 is paid out. 51 + 468 = 519.
    assert.equal((await held('HDFCBANK'))?.quantity, 519);
    const report = await fixture.core.reports.tax.read(fixture.owner, { portfolio: 'Main', fy: '2023-24' });
    // 100 × 1.68 = 168 and 179 × 1.68 = 300.72. The fraction leaves the newest lot: 0.72 of 300.72 cost
    // 393,800 × 0.72 / 300.72 = 942.8571…; 0.72 × 1600 = 1152 came.
    assert.deepEqual(
      report.remaining_lots.map((lot) => [lot.symbol, lot.buy_date, lot.quantity]),
      [
        // First in, first out goes by the day on which shares entered the account; their term by the day of purchase.
        ['HDFCBANK', '2021-01-04', 51],
        ['HDFCBANK', '2020-05-04', 168],
        ['HDFCBANK', '2022-05-04', 300],
      ],
    );
    const sum = report.remaining_lots.reduce((total, lot) => total + (lot.cost ?? 0), 0);
    const paid = report.lots.reduce((total, lot) => total + (lot.cost ?? 0), 0);
    // 100 × 1800 + 179 × 2200 + 51 × 1400 = 645,200, to the paisa.
    assert.equal(Math.round((sum + paid) * 100), 64_520_000);
    assert.deepEqual(
      report.lots.map((lot) => [lot.symbol, lot.buy_date, lot.quantity, lot.proceeds]),
      [['HDFCBANK', '2022-05-04', 0.72, 1152]],
    );
  });

  it('a demerger divides the cost by the published percentages, and the days stay', async () => {
    await trade('RELIANCE', '2021-04-05', 82, 2000);
    await apply({
      symbol: 'RELIANCE',
      kind: 'DEMERGER',
      ex_date: '2023-07-20',
      new_shares: '1',
      old_shares: '1',
      into_symbol: 'JIOFIN',
      cost_pct: '4.68',
    });
    // 164,000 × 4.68 % = 7,675.20 goes: 93.60 a share; 1,906.40 stays.
    assert.deepEqual(await held('RELIANCE'), { quantity: 82, cost: 1906.4 });
    assert.deepEqual(await held('JIOFIN'), { quantity: 82, cost: 93.6 });
    await trade('JIOFIN', '2023-09-01', -82, 250);
    assert.deepEqual(await lots('2023-24'), [['JIOFIN', '2021-04-05', 82, 12_824.8]]);
  });

  it('without the percentages units count, and the cost of the new shares is unknown', async () => {
    await trade('ITC', '2021-04-05', 185, 200);
    await apply({
      symbol: 'ITC',
      kind: 'DEMERGER',
      ex_date: '2025-01-06',
      new_shares: '1',
      old_shares: '10',
      into_symbol: 'ITCHOTELS',
    });
    assert.deepEqual(await held('ITCHOTELS'), { quantity: 18, cost: null });
    assert.deepEqual(await held('ITC'), { quantity: 185, cost: 200 });
  });

  it('portfolio/Price refresh rules: a trade from before a demerger prices nothing, though its division of the cost is unknown', async () => {
    const priceOf = async () => {
      const [row] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, 'ITC');
      return [row?.current_price, row?.price_note];
    };
    await trade('ITC', '2025-01-02', 10, 480);
    assert.deepEqual(await priceOf(), [480, 'your last trade, 2 Jan 2025']);
    await apply({
      symbol: 'ITC',
      kind: 'DEMERGER',
      ex_date: '2025-01-06',
      new_shares: '1',
      old_shares: '10',
      into_symbol: 'ITCHOTELS',
    });
    assert.deepEqual(await priceOf(), [null, null]);
    await trade('ITC', '2025-01-07', 1, 450);
    assert.deepEqual(await priceOf(), [450, 'your last trade, 7 Jan 2025']);
  });

  it('renames join: one position under the name of today, also for rows that come later, until it is undone', async () => {
    await trade('LTI', '2021-01-04', 10, 3600);
    await trade('LTIM', '2023-01-04', 5, 4300);
    await trade('LTM', '2026-03-04', 5, 5000);
    await apply({ symbol: 'LTI', kind: 'RENAME', ex_date: '2022-12-05', into_symbol: 'LTIM' });
    await apply({ symbol: 'LTIM', kind: 'RENAME', ex_date: '2026-02-27', into_symbol: 'LTM' });
    // (36,000 + 21,500 + 25,000) / 20 = 4,125.
    assert.deepEqual(await held('LTM'), { quantity: 20, cost: 4125 });
    await trade('LTI', '2020-01-06', 20, 4125);
    assert.deepEqual(await held('LTM'), { quantity: 40, cost: 4125 });
    assert.equal(await held('LTI'), null);
    // Another company may bear the old name later.
    await trade('LTI', '2026-05-04', 1, 10);
    assert.deepEqual(await held('LTI'), { quantity: 1, cost: 10 });
    const second = (await fixture.core.portfolio.actions.list(fixture.owner)).find(
      (one) => one.symbol === 'LTIM',
    );
    await fixture.core.portfolio.actions.undo(fixture.owner, second?.id ?? '', [], by);
    assert.deepEqual((await held('LTIM'))?.quantity, 35);
    assert.deepEqual((await held('LTM'))?.quantity, 5);
    assert.deepEqual((await held('LTI'))?.quantity, 1);
  });

  it('never twice: what the ledger records already is left alone', async () => {
    await trade('WIPRO', '2024-06-03', 100, 450);
    await trade('WIPRO', '2024-12-16', 100, 0);
    await apply({ symbol: 'WIPRO', kind: 'BONUS', ex_date: '2024-12-03', new_shares: '2', old_shares: '1' });
    assert.equal((await held('WIPRO'))?.quantity, 200);
  });
});
