import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { down, up } from '../../../../migrations/main/028_rows_of_imports.ts';
import type { ImportPreview } from '../../../../core/portfolio/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };

const ORDERS =
  'Stock name,Symbol,ISIN,Type,Quantity,Value,Exchange,Exchange Order Id,Execution date and time,Order status\n';
const BOUGHT = 'Infosys,INFY,INE009A01021,BUY,ten,"15,000",NSE,1,05-01-2024 10:00 AM,Executed\n';
const CANCELLED = 'Infosys,INFY,INE009A01021,BUY,10,"15,000",NSE,1,05-01-2024 10:00 AM,Cancelled\n';
const SPILLED = 'Infosys,INFY,INE009A01021,BUY,1,540,50,NSE,1,05-01-2024 10:00 AM,Executed\n';

/** A staged row of a version whose rows had all of this among their fields. */
const BEFORE = {
  bought: {
    symbol: 'INFY',
    isin: 'INE009A01021',
    type: 'BUY',
    quantity: 'ten',
    date: '05-01-2024 10:00 AM',
    currency: 'INR',
    asset_class: 'Indian Equity',
    price_total: '15,000',
  },
};

describe('an import that was staged by an earlier version', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const stage = async (text: string): Promise<ImportPreview> =>
    await fixture.core.portfolio.imports.stage(fixture.owner, Readable.from([Buffer.from(text)]), {});
  const payloads = async (): Promise<{ row: number; payload: Record<string, unknown> | null }[]> =>
    await fixture.core.database.asSystem('look', async (trx) => {
      const { rows } = await trx.raw<{ rows: { row: number; payload: Record<string, unknown> | null }[] }>(
        'select row, payload from portfolio.import_rows order by import_id, row',
      );
      return rows;
    });
  const migrate = async (way: typeof up): Promise<void> =>
    await fixture.core.database.asSystem('migrate', async (trx) => await way(trx));

  it('keeps all that the file said of each row', async () => {
    const { import_id } = await stage(ORDERS + BOUGHT + CANCELLED + SPILLED);
    await stage('Symbol,Quantity,Avg_Buy_Price\nAAA,10,5\n');
    await stage(
      'Scheme Name,AMC,Category,Sub-category,Folio No.,Source,Units,Invested Value,Current Value,Returns,XIRR\n' +
        'Some Fund,Some,Equity,Flexi,1,Groww,ten,1000,1200,200,12\n',
    );
    const now = await payloads();
    await migrate(down);
    const before = await payloads();
    assert.deepEqual(before[0]?.payload, BEFORE.bought);
    assert.equal(
      before[1]?.payload?.['excluded'],
      'The order status is "Cancelled". Only executed orders are trades.',
    );
    assert.match(String(before[2]?.payload?.['malformed']), /^has 11 cells but the header has 10/);
    assert.equal(before[4]?.payload?.['current_price_total'], '1200');
    assert.ok(before.every(({ payload }) => payload?.['fields'] === undefined));
    await migrate(up);
    // What rows state of themselves, and what a person has to enter, is kept by later versions only.
    const known = (payload: Record<string, unknown> | null | undefined) => {
      const { stated: _, undecided: __, ...rest } = payload ?? {};
      return { excluded: null, ...rest };
    };
    assert.deepEqual(
      (await payloads()).map(({ row, payload }) => ({ row, payload: known(payload) })),
      now.map(({ row, payload }) => ({ row, payload: known(payload) })),
    );
    const preview = await fixture.core.portfolio.imports.get(fixture.owner, import_id);
    // The spilled cells have moved what stands for the status, which is then none that is known: that row waits, too.
    assert.deepEqual([preview.invalid_rows, preview.excluded_count], [2, 1]);
  });

  it('portfolio/Import and ledger rules 5: is corrected and committed, each row read as its file is', async () => {
    const { import_id } = await stage(ORDERS + BOUGHT + CANCELLED);
    // The rows as that version left them.
    await fixture.core.database.asSystem('an earlier version', async (trx) => {
      await trx.raw('update portfolio.import_rows set payload = ? where import_id = ? and row = 2', [
        JSON.stringify(BEFORE.bought),
        import_id,
      ]);
      await trx.raw('update portfolio.import_rows set payload = ? where import_id = ? and row = 3', [
        JSON.stringify({ ...BEFORE.bought, quantity: '10', excluded: 'It was cancelled.' }),
        import_id,
      ]);
    });
    await migrate(up);
    const preview = await fixture.core.portfolio.imports.get(fixture.owner, import_id);
    assert.equal(preview.preview[0]?.['symbol'], 'INFY');
    const request = { import_id, row_overrides: { 2: { quantity: 10 }, 3: { note: 'x' } } };
    const result = await fixture.core.portfolio.imports.commit(fixture.owner, request, by);
    assert.deepEqual([result.imported, result.skipped], [1, 1]);
    assert.equal(result.issues[0]?.message, 'It was cancelled.');
    const { items } = await fixture.core.portfolio.transactions.list(fixture.owner, {});
    // 15,000 in all, over the ten units of the correction.
    assert.deepEqual(
      items.map(({ symbol, quantity, price, date }) => [symbol, quantity, price, date]),
      [['INFY', 10, 1500, '2024-01-05']],
    );
  });
});
