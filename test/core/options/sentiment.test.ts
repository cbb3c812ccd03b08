import assert from 'node:assert/strict';
import { freshId, type OptionsWorld, optionsWorld, STORES } from '../../support/options-world.ts';

const NOW = '2026-06-15T10:00:00.000Z';
const analysis = (at: string, underlying: string, sentiment: number | null) => ({
  id: freshId('analysis'),
  kind: 'market_analysis',
  at,
  underlying,
  horizon_at: '2026-06-16T10:00:00Z',
  probability_up: 0.6,
  verdict: 'BULLISH',
  sentiment,
});
const snapshot = (at: string, iv_rank: number) => ({
  id: freshId('iv'),
  kind: 'iv_snapshot',
  at,
  underlying: 'NIFTY',
  spot: 24_812.35,
  iv_rank,
});

for (const store of STORES)
  describe(`sentiment, in ${store}`, () => {
    let world: OptionsWorld;
    before(async () => (world = await optionsWorld(store, NOW)));
    beforeEach(() => world.anew());
    after(() => world.close());
    const service = () => world.core.options.sentiment;

    it('portfolio/Option endpoints: the latest of each underlying, with the snapshot that was known then', async () => {
      await world.take(
        analysis('2026-06-15T03:00:00Z', 'NIFTY', 0.5),
        analysis('2026-06-15T04:00:00Z', 'NIFTY', -0.25),
        analysis('2026-06-15T04:00:00Z', 'BANKNIFTY', null),
        snapshot('2026-06-15T03:59:00Z', 42),
        snapshot('2026-06-15T04:01:00Z', 50),
      );
      const { items, reason } = await service().latest(world.owner);
      assert.equal(reason, null);
      assert.deepEqual(
        items.map(({ underlying, sentiment, context, reasons }) => [underlying, sentiment, context, reasons]),
        [
          [
            'BANKNIFTY',
            null,
            null,
            {
              sentiment: 'The analysis reported no sentiment.',
              context: 'No snapshot of BANKNIFTY was reported in the 24 hours before.',
            },
          ],
          [
            'NIFTY',
            -0.25,
            { at: '2026-06-15T03:59:00.000Z', spot: 24_812.35, atm_iv: null, iv_rank: 42, skew: null },
            { sentiment: null, context: null },
          ],
        ],
      );
    });

    it('where nothing was reported there is a reason', async () => {
      const { items, reason } = await service().latest(world.owner);
      assert.deepEqual(items, []);
      assert.match(reason ?? '', /market_analysis/);
    });

    it('portfolio/Option endpoints: the history is paged, newest first, of an underlying and a span of days', async () => {
      await world.take(
        analysis('2026-06-10T18:29:59Z', 'NIFTY', 0.1),
        analysis('2026-06-10T18:30:00Z', 'NIFTY', 0.2),
        analysis('2026-06-12T04:00:00Z', 'NIFTY', 0.3),
        analysis('2026-06-12T05:00:00Z', 'BANKNIFTY', 0.4),
        // older than a day at the last analysis of NIFTY
        snapshot('2026-06-11T03:59:59Z', 10),
      );
      const values = async (query: object) => {
        const { items, total } = await service().history(world.owner, query);
        return [total, ...items.map(({ sentiment }) => sentiment)];
      };
      assert.deepEqual(await values({}), [4, 0.4, 0.3, 0.2, 0.1]);
      assert.deepEqual(await values({ page: 2, page_size: 3 }), [4, 0.1]);
      assert.deepEqual(await values({ underlying: 'NIFTY', from: '2026-06-11', to: '2026-06-11' }), [1, 0.2]);
      assert.equal((await service().history(world.owner, { underlying: 'NIFTY' })).items[0]?.context, null);
      await assert.rejects(
        values({ from: '2026-06-12', to: '2026-06-11' }),
        /from must not be after to|invalid/i,
      );
      assert.deepEqual((await service().history(world.stranger, {})).items, []);
    });
  });
