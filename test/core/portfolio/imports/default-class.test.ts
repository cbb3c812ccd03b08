import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };

/** Holdings without a class were refused at upload, and the class that the commit names for them came too late. */
describe('a default asset class that only the commit names', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const stage = async (text: string) =>
    await fixture.core.portfolio.imports.stage(fixture.owner, Readable.from([Buffer.from(text)]), {});
  const commit = async (import_id: string, request: Record<string, unknown>) =>
    await fixture.core.portfolio.imports.commit(fixture.owner, { import_id, ...request }, by);

  it('portfolio/Import and ledger rules 5: holdings that wait for a class get the one of the commit', async () => {
    const staged = await stage(
      'Symbol,Quantity,Avg_Buy_Price,Asset_Class\nAAA,10,5,\nBBB,3,7,Bond\nCCC,x,7,\n',
    );
    assert.equal(staged.valid_rows, 1);
    const result = await commit(staged.import_id, { default_asset_class: 'ETF' });
    assert.deepEqual([result.imported, result.skipped], [2, 1]);
    // What is still wrong with a row is told alone.
    assert.deepEqual(
      result.issues.map(({ row, field }) => [row, field]),
      [[4, 'quantity']],
    );
    const held = await fixture.core.portfolio.holdings.all(fixture.owner);
    assert.deepEqual(
      held.map(({ symbol, asset_class, quantity }) => [symbol, asset_class, quantity]),
      [
        ['AAA', 'ETF', 10],
        ['BBB', 'Bond', 3],
      ],
    );
  });

  it('portfolio/Import and ledger rules 5: an override of a row goes on top of the default of the commit', async () => {
    const staged = await stage('Symbol,Quantity,Avg_Buy_Price\nAAA,x,5\n');
    const request = { default_asset_class: 'ETF', row_overrides: { 2: { quantity: 4 } } };
    assert.equal((await commit(staged.import_id, request)).imported, 1);
  });

  it('portfolio/Import and ledger rules 5: American shares are in dollars, whether the class comes at upload or at commit', async () => {
    const staged = await stage('Symbol,Date,Type,Quantity,Price\nACME,2024-01-05,BUY,2,100\n');
    await commit(staged.import_id, { default_asset_class: 'US Equity' });
    const withCurrency = await stage(
      'Symbol,Date,Type,Quantity,Price,Currency\nBETA,2024-01-05,BUY,2,100,INR\n',
    );
    await commit(withCurrency.import_id, { default_asset_class: 'US Equity' });
    const { items } = await fixture.core.portfolio.transactions.list(fixture.owner, { order: 'asc' });
    assert.deepEqual(
      items.map(({ symbol, currency, asset_class }) => [symbol, currency, asset_class]),
      [
        ['ACME', 'USD', 'US Equity'],
        ['BETA', 'INR', 'US Equity'],
      ],
    );
  });
});
