import assert from 'node:assert/strict';
import { held, page, trade } from '../../support/fake-broker.ts';
import { type BrokerWorld, sharedBrokerWorld } from './world.ts';

const HOLDINGS = 2_000;
const TRADES = 20_000;

describe('a sync of 2,000 holdings and 20,000 trades', function () {
  // A join without statistics once took more than ten minutes for the first one; it takes five seconds.
  this.timeout(180_000);
  let world: BrokerWorld;
  const worldAnew = sharedBrokerWorld();
  before(async () => {
    world = await worldAnew();
    world.broker.renewal = 'none';
  });
  after(() => world.close());

  it('records all of it, and finds nothing new afterwards within two seconds of processor, on the same day and on the next', async () => {
    world.clock.at = new Date('2026-03-05T10:00:00.000Z');
    world.broker.holdings = Array.from({ length: HOLDINGS }, (_, at) => held(`S${at}`, '10'));
    const day = (at: number) => `2026-0${1 + (at % 2)}-${String(1 + (at % 27)).padStart(2, '0')}`;
    world.broker.pages = [
      page(
        ...Array.from({ length: TRADES }, (_, at) =>
          trade(`E${at}`, `S${at % HOLDINGS}`, '1', { date: day(at) }),
        ),
      ),
    ];
    const { id } = await world.create();
    const first = await world.sync(id);
    assert.deepEqual([first.counts?.trades_new, first.counts?.holdings], [TRADES, HOLDINGS]);
    for (const moment of ['2026-03-05T11:00:00.000Z', '2026-03-06T10:00:00.000Z']) {
      world.clock.at = new Date(moment);
      const begun = process.cpuUsage();
      const { counts } = await world.sync(id);
      const { user, system } = process.cpuUsage(begun);
      assert.ok(user + system < 2_000_000, `${(user + system) / 1e6} seconds of processor for known trades`);
      assert.deepEqual([counts?.trades_new, counts?.trades_known], [0, TRADES]);
    }
    const all = await world.core.portfolio.holdings.all(world.owner);
    assert.deepEqual(
      [all.length, all.filter(({ reconciliation }) => reconciliation.status === 'MATCHED').length],
      [HOLDINGS, HOLDINGS],
    );
  });
});
