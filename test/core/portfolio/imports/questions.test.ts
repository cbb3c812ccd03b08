import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { StageOptions } from '../../../../core/portfolio/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };
/** Nothing here tells a currency, a class, or which of the two numbers is the month. */
const SILENT = 'Symbol,Date,Type,Quantity,Price\nACME,05/03/2024,BUY,2,100\nBETA,06/03/2024,BUY,1,50\n';

describe('what a file does not prove', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const stage = async (text: string, options: StageOptions = {}, user = fixture.owner) =>
    await fixture.core.portfolio.imports.stage(user, Readable.from([Buffer.from(text)]), options);
  const commit = async (import_id: string, request: Record<string, unknown> = {}) =>
    await fixture.core.portfolio.imports.commit(fixture.owner, { import_id, ...request }, by);
  const recorded = async () =>
    (await fixture.core.portfolio.transactions.list(fixture.owner, { order: 'asc' })).items.map(
      ({ symbol, date, currency, asset_class }) => [symbol, date, currency, asset_class],
    );

  it('is asked once per file, with the likely answer', async () => {
    const { questions, valid_rows } = await stage(SILENT);
    assert.equal(valid_rows, 0);
    assert.deepEqual(questions, [
      { field: 'currency', rows: 2, likely: 'INR' },
      { field: 'default_asset_class', rows: 2, likely: 'Indian Equity' },
      { field: 'date_order', rows: 2, likely: 'dmy' },
    ]);
    const isoDates = await stage(SILENT.replaceAll(/0(\d)\/03\/2024/g, '2024-03-0$1'));
    assert.deepEqual(isoDates.questions, [
      { field: 'currency', rows: 2, likely: 'INR' },
      { field: 'default_asset_class', rows: 2, likely: 'Indian Equity' },
    ]);
    // The likely answer counts where nobody gives another.
    await commit(isoDates.import_id);
    assert.deepEqual(
      (await recorded()).map((row) => row[2]),
      ['INR', 'INR'],
    );
  });

  it('is answered with the commit, and remembered for the next file of the same shape, of this person only', async () => {
    const first = await stage(SILENT);
    const answers = { currency: 'EUR', default_asset_class: 'ETF', date_order: 'mdy' };
    assert.equal((await commit(first.import_id, answers)).imported, 2);
    assert.deepEqual(await recorded(), [
      ['ACME', '2024-05-03', 'EUR', 'ETF'],
      ['BETA', '2024-06-03', 'EUR', 'ETF'],
    ]);

    const next = await stage('symbol,DATE,type,quantity,price\nGAMMA,07/03/2024,SELL,1,3\n');
    assert.deepEqual([next.questions, next.valid_rows], [[], 1]);
    assert.match(next.notes.join(), /currency EUR, asset class ETF, dates month first/);
    await commit(next.import_id);
    assert.deepEqual((await recorded()).at(-1), ['GAMMA', '2024-07-03', 'EUR', 'ETF']);
    // Another header is another file, and so is another person's.
    const other = await stage('Symbol,Date,Type,Quantity,Price,Note\nACME,2024-03-05,BUY,2,100,x\n');
    assert.equal(other.questions.length, 2);
    assert.equal((await stage(SILENT, {}, fixture.stranger)).questions.length, 3);
  });

  it('is answered with the upload, which counts more than what was answered before', async () => {
    const iso = 'Symbol,Date,Type,Quantity,Price\nACME,2024-03-05,BUY,2,100\n';
    await commit((await stage(iso, { currency: 'USD', default_asset_class: 'US Equity' })).import_id);
    const again = await stage(iso.replace('ACME', 'BETA'), { currency: 'GBP', default_asset_class: 'ETF' });
    assert.deepEqual(again.questions, []);
    await commit(again.import_id);
    assert.deepEqual(
      (await recorded()).map((row) => row.slice(2)),
      [
        ['USD', 'US Equity'],
        ['GBP', 'ETF'],
      ],
    );
  });

  it('is not asked of rows that tell it: a currency of their own, a sign, an ISIN of India or America', async () => {
    const { questions } = await stage(
      'Symbol,ISIN,Date,Type,Quantity,Price,Currency\nA,INE009A01021,2024-03-05,BUY,2,100,\n' +
        'B,US0378331005,2024-03-05,BUY,2,100,\nC,,2024-03-05,BUY,2,€100,\nD,,2024-03-05,BUY,2,100,JPY\n',
    );
    assert.deepEqual(
      questions.map(({ field, rows }) => [field, rows]),
      // An Indian ISIN of this kind is of shares; an American one may be of a fund.
      [['default_asset_class', 3]],
    );
  });

  it('is asked of holdings, and answered in their own rows', async () => {
    const staged = await stage('Symbol,Quantity,Avg_Buy_Price,Asset_Class\nACME,2,5,ETF\n');
    assert.deepEqual(staged.questions, [{ field: 'currency', rows: 1, likely: 'INR' }]);
    await commit(staged.import_id, { currency: 'USD' });
    const held = await fixture.core.portfolio.holdings.all(fixture.owner);
    assert.deepEqual(
      held.map(({ symbol, currency }) => [symbol, currency]),
      [['ACME', 'USD']],
    );
  });

  it('portfolio/Import and ledger rules 5: a row in dollars is no Indian share, whatever the file is asked about', async () => {
    const rows = ['A,USD', 'B,USD', 'C,INR'].map((row) => `${row},2024-03-05,BUY,2,100`).join('\n');
    const { questions, import_id } = await stage(`Symbol,Currency,Date,Type,Quantity,Price\n${rows}\n`);
    assert.deepEqual(questions, [{ field: 'default_asset_class', rows: 3, likely: 'US Equity' }]);
    await commit(import_id, { default_asset_class: 'Indian Equity' });
    assert.deepEqual(
      (await recorded()).map(([symbol, , , asset_class]) => `${symbol} ${asset_class}`),
      ['A US Equity', 'B US Equity', 'C Indian Equity'],
    );
    const holdings = await stage('Symbol,Currency,Quantity,Avg_Buy_Price\nD,USD,1,2\nE,INR,1,2\n');
    await commit(holdings.import_id, { default_asset_class: 'Indian Equity' });
    const held = await fixture.core.portfolio.holdings.all(fixture.owner);
    assert.deepEqual(
      held
        .filter(({ symbol }) => 'DE'.includes(symbol))
        .map(({ symbol, asset_class }) => `${symbol} ${asset_class}`),
      ['D US Equity', 'E Indian Equity'],
    );
  });
});
