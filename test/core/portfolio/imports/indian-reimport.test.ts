import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { indianSample } from './samples/india.ts';
import { bytesOf } from './samples/sample.ts';

const by = { actor: 'test' };

describe('portfolio/import Indian broker files, written', function limited(this: Mocha.Suite) {
  this.timeout(120_000);
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const imports = () => fixture.core.portfolio.imports;
  const stage = async (name: string) =>
    await imports().stage(fixture.owner, Readable.from([bytesOf(indianSample(name))]), { file_name: name });
  const write = async (name: string) =>
    await imports().commit(fixture.owner, { import_id: (await stage(name)).import_id }, by);
  const transactions = async () =>
    (await fixture.core.portfolio.transactions.list(fixture.owner, { order: 'asc', page_size: 200 })).items;

  it('an order that a script listed twice is written once: 8 bought, 3 sold', async () => {
    await write('order_history.csv');
    const held = await fixture.core.portfolio.holdings.all(fixture.owner);
    assert.deepEqual(
      held
        .map(({ symbol, quantity }) => `${symbol} ${quantity}`)
        .toSorted((one, other) => one.localeCompare(other)),
      ['NTPC 5', 'WIPRO 6'],
    );
  });

  it('two fills that are alike in all are two: 5 + 5 − 4', async () => {
    await write('tradebook (FYERS).csv');
    const held = await fixture.core.portfolio.holdings.all(fixture.owner);
    assert.deepEqual(
      held.map(({ symbol, quantity }) => [symbol, quantity]),
      [['NTPC', 6]],
    );
  });

  it('a final and a special dividend of a day are both written', async () => {
    const { imported } = await write('dividend_1AA111_2425.xlsx');
    assert.equal(imported, 3);
    const paid = (await transactions()).map(({ quantity, price }) => Number(quantity) * Number(price));
    // 80 + 80 + 162, whether two equal rows are kept as two or as their sum
    assert.equal(
      paid.reduce((sum, one) => sum + one, 0),
      322,
    );
  });

  it('a tax report beside the tradebook and the dividends writes nothing at all', async () => {
    await write('tradebook-AB1234-EQ.xlsx');
    await write('dividends-AB1234-2024_2025.xlsx');
    const before = await transactions();
    const preview = await stage('taxpnl-AB1234-2024_2025-Q1-Q4.xlsx');
    assert.deepEqual(
      [preview.detected_format, preview.valid_rows, preview.issue_count],
      ['zerodha-tax-pnl', 2, 0],
    );
    assert.deepEqual((await write('taxpnl-AB1234-2024_2025-Q1-Q4.xlsx')).imported, 0);
    assert.deepEqual(await transactions(), before);
  });

  it('a tax report without dividends is shown with the reason of each row, not refused', async () => {
    const preview = await stage('taxpnl.xlsx');
    assert.deepEqual(
      [preview.total_rows, preview.valid_rows, preview.issue_count, preview.excluded_count],
      [6, 0, 0, 6],
    );
  });
});
