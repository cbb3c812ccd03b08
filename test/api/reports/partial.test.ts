import assert from 'node:assert/strict';
import { ROUTES } from '../../../api/routes/index.ts';
import type { DashboardView } from '../../../core/portfolio/index.ts';
import type { PerformanceView } from '../../../core/reports/index.ts';
import { type ApiClient, type TestApi, testApi } from '../../support/api-client.ts';
import { heldClock } from '../../support/core.ts';
import { buyKnownShares, enterHoles, LAST_BOOK_DAY, writeBookCloses } from '../../support/partial-book.ts';

const REPORTS = '/api/portfolio/reports';

describe('figures of a part of the holdings over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient;
  before(async () => {
    world = await testApi({ clock: heldClock(`${LAST_BOOK_DAY}T11:00:00.000Z`) });
    const { id } = await world.core.identity.users.ensureOwner();
    await writeBookCloses(world.core);
    await buyKnownShares(world.core, id);
    await enterHoles(world.core, id);
    owner = await world.signedIn('owner');
  });
  after(() => world.close());

  /** The body, which must be what the API document says. */
  async function get<T>(path: string): Promise<T> {
    const { status, body } = await owner.get<T>(`${path}?portfolio=P`.replace(/(v2\/dashboard).*/, '$1'));
    assert.equal(status, 200);
    const route = ROUTES.find((one) => one.method === 'GET' && one.path === path);
    const schema = route?.response ?? null;
    assert.ok(schema !== null && typeof schema !== 'string', path);
    schema.validateSync(body, { strict: true });
    return body;
  }

  it('portfolio/States: the binding figures stay null, and the part stands beside them with what is missing', async () => {
    const { total } = await get<DashboardView>('/api/portfolio/v2/dashboard');
    assert.deepEqual([total.state, total.total_profit, total.day_change], ['PARTIAL', null, null]);
    const { total_profit: gain } = total.partial;
    assert.deepEqual(
      [gain?.state, gain?.holdings_counted, gain?.holdings_total, gain?.missing_count],
      ['PARTIAL', 4, 6, 2],
    );
    assert.deepEqual(
      gain?.missing.map(({ symbol, code, mend }) => [symbol, code, mend]),
      [
        ['GIFT', 'NO_COST', 'Import the tradebook, or edit the holding and enter its average cost.'],
        ['OLD', 'NO_PRICE', 'Refresh prices, or edit the holding and enter one.'],
      ],
    );
    const performance = await get<PerformanceView>(`${REPORTS}/performance`);
    assert.equal(performance.xirr_pct, null);
    assert.equal(performance.partial.xirr_pct?.holdings_counted, 2);
  });

  it('every report of days says how much it covers, and answers as its document says', async () => {
    for (const path of ['risk', 'monthly-returns', 'comparison', 'performance'].map(
      (name) => `${REPORTS}/${name}`,
    )) {
      const { coverage } = await get<{ coverage: { holdings_counted: number } | null }>(path);
      assert.equal(coverage?.holdings_counted, 5, path);
    }
    const history = await get<{ coverage: { missing: { symbol: string }[] } }>('/api/portfolio/history');
    assert.deepEqual(
      history.coverage.missing.map(({ symbol }) => symbol),
      ['OLD'],
    );
  });
});
