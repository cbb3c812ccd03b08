import assert from 'node:assert/strict';
import { type ApiClient, signedInApi, type TestApi } from '../../support/api-client.ts';
import { heldClock } from '../../support/core.ts';

const BASE = '/api/portfolio/reports';
/** Every report that may be asked of one portfolio. */
const OF_A_PORTFOLIO = [
  'snapshots',
  'performance',
  'risk',
  'monthly-returns',
  'attribution',
  'diversification',
  'overlap',
  'rebalance',
  'income-projection',
  'dividend-yield',
  'tax-lots',
  'activity',
];

describe('what every report may be asked', () => {
  let world: TestApi;
  let client: ApiClient;
  before(
    async () =>
      void ({ world, client } = await signedInApi({ clock: heldClock('2026-03-02T06:00:00.000Z') })),
  );
  after(() => world.close());

  it('portfolio/Reports: before anything is recorded each answers 200, for Networth by name, by no name and by an empty one', async () => {
    for (const name of OF_A_PORTFOLIO) {
      const { body, status } = await client.get(`${BASE}/${name}`);
      assert.equal(status, 200, name);
      for (const words of ['portfolio=', 'portfolio=Networth', 'portfolio=%20networth'])
        assert.deepEqual((await client.get(`${BASE}/${name}?${words}`)).body, body, `${name} ${words}`);
    }
  });

  it('portfolio/Errors: an unknown portfolio is 404, an unknown word 422', async () => {
    for (const name of OF_A_PORTFOLIO) {
      assert.equal((await client.get(`${BASE}/${name}?portfolio=Nobody`)).status, 404, name);
      assert.equal((await client.get(`${BASE}/${name}?since=2026-01-01`)).status, 422, name);
    }
  });
});
