import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };
const FUND = 'Axis Bluechip Fund - Direct Growth';
const ISIN = 'INF846K01DP8';
const TRADES = [
  'Portfolio,Symbol,Date,Type,Quantity,Price,Currency,ISIN,Asset_Class',
  `Funds,${FUND},2024-01-05,BUY,100,50,INR,${ISIN},Mutual Fund`,
  `Funds,${FUND},2024-02-05,BUY,10,60,INR,${ISIN},Mutual Fund`,
].join('\n');

/**
 * A fund without a ticker goes by its name, in the letters of the file it came from. Whoever types it, types it in any:
 * an edit of a note once moved the transaction to a second, upper-case fund, and the real one could not be removed.
 */
describe('funds that go by their name', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
    const { imports } = fixture.core.portfolio;
    const staged = await imports.stage(fixture.owner, Readable.from([Buffer.from(TRADES)]), {});
    const { imported } = await imports.commit(fixture.owner, { import_id: staged.import_id }, by);
    assert.equal(imported, 2);
  });

  const held = async () =>
    (await fixture.core.portfolio.holdings.all(fixture.owner)).map(({ symbol, quantity }) => [
      symbol,
      quantity,
    ]);
  const trades = async (symbol?: string) =>
    (await fixture.core.portfolio.transactions.list(fixture.owner, { symbol, order: 'asc' })).items;

  it('portfolio/Import and ledger rules 3: an edited transaction of a fund stays with the fund', async () => {
    const { transactions } = fixture.core.portfolio;
    const [first] = await trades();
    assert.ok(first);
    const edited = await transactions.update(fixture.owner, first.id, { note: 'first instalment' }, by);
    assert.equal(edited.symbol, FUND);
    await transactions.update(fixture.owner, first.id, { symbol: FUND, quantity: 90 }, by);
    // 90 + 10
    assert.deepEqual(await held(), [[FUND, 100]]);
  });

  it('portfolio/Import and ledger rules 3: a purchase that is typed in belongs to the fund there is', async () => {
    const typed = await fixture.core.portfolio.transactions.create(
      fixture.owner,
      {
        portfolio: 'funds',
        symbol: FUND.toLowerCase(),
        date: '2024-03-05',
        type: 'BUY',
        quantity: 5,
        price: 70,
        currency: 'INR',
      },
      by,
    );
    assert.equal(typed.symbol, FUND);
    // 100 + 10 + 5
    assert.deepEqual(await held(), [[FUND, 115]]);
  });

  it('portfolio/Resources: a fund is found by its name in any letters, and a holding of it keeps the name when edited', async () => {
    const { holdings } = fixture.core.portfolio;
    assert.equal((await trades(FUND)).length, 2);
    assert.equal((await trades(FUND.toUpperCase())).length, 2);
    assert.equal((await trades('Axis')).length, 0);
    const [found] = await holdings.ofSymbol(fixture.owner, FUND.toLowerCase());
    assert.ok(found);
    const edited = await holdings.update(fixture.owner, found.id, { sector: 'Funds' }, by);
    assert.deepEqual([edited.symbol, edited.source], [FUND, 'LEDGER']);
    const again = {
      portfolio: 'Funds',
      symbol: FUND.toUpperCase(),
      asset_class: 'Mutual Fund',
      currency: 'INR',
      isin: ISIN,
      quantity: 1,
      avg_buy_price: 1,
    };
    await refused(holdings.create(fixture.owner, again, by), 409, 'HOLDING_EXISTS');
  });

  it('portfolio/Resources: a fund is removed by its name in any letters, and comes back whole', async () => {
    const { symbols } = fixture.core.portfolio;
    const gone = await symbols.remove(fixture.owner, { symbol: FUND.toUpperCase(), portfolio: 'Funds' }, by);
    assert.deepEqual([gone.symbol, gone.transactions], [FUND, 2]);
    assert.deepEqual(await held(), []);
    await symbols.restore(fixture.owner, gone.undo_id, by);
    assert.deepEqual(await held(), [[FUND, 110]]);
  });

  it('portfolio/Income rules 2: what a fund paid is found by its name in any letters', async () => {
    const { core, owner } = fixture;
    const paid = { portfolio: 'Funds', symbol: FUND, date: '2024-06-05', type: 'DIVIDEND', currency: 'INR' };
    await core.portfolio.transactions.create(owner, { ...paid, quantity: 110, price: 2 }, by);
    await core.income.recompute(owner, by);
    const { items } = await core.income.events(owner, { symbol: FUND.toLowerCase() });
    assert.deepEqual(
      items.map(({ symbol, status, gross_amount }) => [symbol, status, gross_amount]),
      // 110 × 2
      [[FUND, 'PAID', 220]],
    );
  });
});
