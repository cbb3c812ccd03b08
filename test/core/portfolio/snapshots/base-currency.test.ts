import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };

describe('the base currency of all portfolios together', () => {
  let world: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
    const { holdings } = world.core.portfolio;
    // ₹1,640 of rupee shares and $10 of dollar shares; the reference rate is 82 rupees for a dollar.
    for (const [symbol, currency, asset_class, price] of [
      ['TCS', 'INR', 'Indian Equity', 164],
      ['ACME', 'USD', 'US Equity', 1],
    ] as const)
      await holdings.create(
        world.owner,
        {
          portfolio: 'Main',
          symbol,
          currency,
          asset_class,
          quantity: 10,
          avg_buy_price: price,
          current_price: price,
        },
        by,
      );
  });

  const choose = async (base_currency: string) => {
    const networth = (await world.core.portfolio.portfolios.list(world.owner)).find(
      (one) => one.is_protected,
    );
    await world.core.portfolio.portfolios.update(world.owner, networth?.id ?? '', { base_currency }, by);
  };
  const recorded = async () =>
    (await world.core.portfolio.snapshots.list(world.owner, {})).items.map((one) => one.current_value);

  it('is obeyed by the overview and by every report', async () => {
    await choose('USD');
    const { reports, portfolio } = world.core;
    const { total, base_currency } = await portfolio.dashboard.read(world.owner);
    // 1,640 / 82 + 10
    assert.deepEqual([base_currency, total.current_value], ['USD', 30]);
    for (const [name, currency] of Object.entries({
      history: (await reports.valueHistory.read(world.owner, {})).currency,
      performance: (await reports.performance.read(world.owner, {})).currency,
      risk: (await reports.risk.read(world.owner, {})).currency,
      attribution: (await reports.attribution.read(world.owner, {})).currency,
      diversification: (await reports.diversification.read(world.owner, {})).currency,
      'net worth': (await reports.networth.read(world.owner, {})).currency,
      rebalance: (await reports.rebalance.read(world.owner, {})).currency,
      'monthly returns': (await reports.monthlyReturns.read(world.owner, {})).currency,
    }))
      assert.equal(currency, 'USD', name);
    const { asset_class } = await reports.diversification.read(world.owner, {});
    assert.deepEqual(
      asset_class.map(({ label, value }) => [label, value]),
      [
        ['Indian Equity', 20],
        ['US Equity', 10],
      ],
    );
  });

  it('values recorded in another currency are no figures of this one, and are there again after a change back', async () => {
    await world.core.portfolio.snapshots.take(world.owner);
    // ₹1,640 + 10 × 82
    assert.deepEqual(await recorded(), [2460]);
    await choose('USD');
    assert.deepEqual(await recorded(), []);
    const history = async (as_known: 'now' | 'then') =>
      (await world.core.reports.valueHistory.read(world.owner, { as_known })).points.map(
        ({ value }) => value,
      );
    assert.deepEqual(await history('then'), []);
    // Calculated: 1,640 / 82 + 10 dollars.
    assert.deepEqual(await history('now'), [30]);
    assert.equal(await world.core.portfolio.snapshots.take(world.owner), 1);
    assert.deepEqual(await recorded(), [30]);
    await choose('INR');
    assert.deepEqual(await recorded(), [2460]);
    assert.equal(await world.core.portfolio.snapshots.take(world.owner), 0);
  });
});
