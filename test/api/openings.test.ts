import assert from 'node:assert/strict';
import type { OpeningView, RecordedOpenings, TransactionView } from '../../core/portfolio/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';

const OPENINGS = '/api/portfolio/openings';
const TRANSACTIONS = '/api/portfolio/transactions';

describe('opening positions over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient;
  before(async () => {
    world = await testApi();
    owner = await world.signedIn();
    const sale = { portfolio: 'Main', type: 'SELL', date: '2024-03-05', currency: 'INR' };
    await owner.post(TRANSACTIONS, { ...sale, symbol: 'TCS', quantity: 20, price: 4000 });
  });
  after(async () => await world.close());

  it('proposals are listed, filled in as CSV, recorded once for the same key, and deleted again', async () => {
    const { body } = await owner.get<{ items: OpeningView[] }>(OPENINGS);
    assert.deepEqual(
      body.items.map(({ symbol, quantity, latest_date, reason }) => [symbol, quantity, latest_date, reason]),
      [['TCS', 20, '2024-03-04', '20 more sold than bought, first on 5 Mar 2024.']],
    );
    const csv = await owner.get(`${OPENINGS}.csv`);
    assert.match(csv.headers.get('content-disposition') ?? '', /munim-openings-\d{4}-\d\d-\d\d\.csv/);
    assert.match(csv.text, /^Portfolio,Symbol,.*\r\nMain,TCS,/);

    const openings = [{ portfolio: 'Main', symbol: 'TCS', quantity: 20, date: '2024-03-04', price: null }];
    const headers = { 'Idempotency-Key': 'openings-of-this-test' };
    const first = await owner.post<RecordedOpenings>(OPENINGS, { openings }, { headers });
    const again = await owner.post<RecordedOpenings>(OPENINGS, { openings }, { headers });
    assert.deepEqual([first.status, first.body.recorded, again.body], [200, 1, first.body]);
    const id = first.body.items[0]?.transaction_id ?? '';
    const { body: row } = await owner.get<TransactionView>(`${TRANSACTIONS}/${id}`);
    assert.deepEqual([row.type, row.price, row.amount], ['TRANSFER_IN', null, null]);
    assert.deepEqual((await owner.get<{ items: unknown[] }>(OPENINGS)).body.items, []);
    assert.equal((await owner.delete(`${TRANSACTIONS}/${id}`)).status, 204);
    assert.equal((await owner.get<{ items: unknown[] }>(OPENINGS)).body.items.length, 1);
  });

  it('what cannot be read is refused field by field, and so is a price of units whose cost is not known', async () => {
    const none = await owner.post(OPENINGS, { openings: [] });
    assert.equal(none.status, 422);
    const opening = { portfolio: 'Main', symbol: 'TCS', quantity: 20, date: '2024-03-04', price: 0 };
    const free = await owner.post<{ errors: { field: string; message: string }[] }>(OPENINGS, {
      openings: [opening],
    });
    assert.deepEqual(free.body.errors, [
      {
        field: 'openings[0].price',
        message: 'price must be above zero. Omit it if the cost is unknown.',
      },
    ]);
    const transfer = { ...opening, type: 'TRANSFER_IN', currency: 'INR', price: 10 };
    const priced = await owner.post<{ errors: unknown }>(TRANSACTIONS, transfer);
    assert.deepEqual(priced.body.errors, [
      { field: 'price', message: 'A TRANSFER_IN has no price. If you know the cost, record a BUY.' },
    ]);
    const derived = await owner.post<{ detail: string }>(TRANSACTIONS, { ...transfer, type: 'TRANSFER_OUT' });
    assert.match(derived.body.detail, /Other types come from corporate actions/);
  });
});
