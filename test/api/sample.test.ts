import assert from 'node:assert/strict';
import type {
  DashboardView,
  HoldingView,
  ImportPreview,
  ImportResult,
  PortfolioView,
} from '../../core/portfolio/index.ts';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';
import type { Page } from '../../core/platform/index.ts';

describe('api sample files', () => {
  let world: TestApi;
  let client: ApiClient;
  before(async () => void ({ world, client } = await signedInApi()));
  after(() => world.close());

  const importSample = async (type: 'transactions' | 'holdings'): Promise<ImportResult> => {
    const { text } = await client.get<string>(`/api/portfolio/csv/sample?type=${type}`);
    const form = new FormData();
    form.set('file', new Blob([text]), `sample-${type}.csv`);
    const { body } = await client.post<ImportPreview>('/api/portfolio/csv/upload', form);
    assert.deepEqual(
      [body.type, body.issue_rows, body.excluded_count, body.unmapped_columns],
      [type, [], 0, []],
    );
    assert.equal(body.valid_rows, body.total_rows);
    const { import_id } = body;
    return (await client.post<ImportResult>('/api/portfolio/csv/commit', { import_id })).body;
  };
  const overview = async () => (await client.get<DashboardView>('/api/portfolio/v2/dashboard')).body;
  const portfolios = async () =>
    (await client.get<Page<PortfolioView>>('/api/portfolio/v2/portfolios')).body.items;

  it('the trades show what was paid and earned; the holdings are what they add up to, and bring values', async () => {
    assert.equal((await importSample('transactions')).imported, 10);
    const traded = await overview();
    // Nothing but the trades themselves has a price.
    assert.equal(traded.total.state, 'AVAILABLE');
    assert.match(traded.freshness.age_message ?? '', /^Prices of your last trades/);
    // 25 × 19.50 + 8 × 76
    assert.equal(traded.earnings.dividends, 1095.5);
    assert.equal((await importSample('holdings')).imported, 5);
    const { body } = await client.get<Page<HoldingView>>('/api/portfolio/holdings');
    assert.deepEqual(
      body.items.map(({ symbol, reconciliation }) => [symbol, reconciliation.status]),
      ['HDFCBANK', 'INFY', 'NIFTYBEES', 'RELIANCE', 'TCS'].map((symbol) => [symbol, 'MATCHED']),
    );
    const { total, movers, allocation, portfolios: each } = await overview();
    // 20 × 1302.45 + 25 × 1662.30 + 180 × 262.85 + 15 × 1884.20 + 8 × 4124.60
    assert.deepEqual([total.state, total.current_value], ['AVAILABLE', 176_179.3]);
    assert.ok(
      movers.day.gainers.length > 0 && movers.day.losers.length > 0,
      'something rose, something fell',
    );
    assert.ok(movers.total.gainers.length > 0 && movers.total.losers.length > 0);
    assert.ok(allocation.sector.length === 4 && allocation.asset_class.length === 2);
    assert.deepEqual(
      each.map(({ portfolio }) => portfolio),
      ['Sample'],
    );
  });

  it('both are gone with the portfolio they made', async () => {
    const sample = (await portfolios()).find(({ name }) => name === 'Sample');
    assert.equal((await client.delete(`/api/portfolio/v2/portfolios/${sample?.id}`)).status, 204);
    const { total, earnings } = await overview();
    assert.deepEqual([total.holdings_count, earnings.transactions_count], [0, 0]);
    assert.deepEqual(
      (await portfolios()).map(({ name }) => name),
      ['Networth'],
    );
  });
});
