import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };
const then = { as_known: 'then' } as const;

describe('GET /history', () => {
  let world: TestCore;
  const anew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    world = await anew();
  });
  const history = async (query: { portfolio?: string; as_known?: 'then' } = {}) =>
    await world.core.reports.valueHistory.read(world.owner, query);
  const buy = async (over: Record<string, unknown>) =>
    await world.core.portfolio.transactions.create(
      world.owner,
      { portfolio: 'P', symbol: 'INFY', currency: 'INR', type: 'BUY', quantity: 10, price: 100, ...over },
      by,
    );
  const hold = async (over: Record<string, unknown> = {}) =>
    await world.core.portfolio.holdings.create(
      world.owner,
      {
        portfolio: 'P',
        symbol: 'TCS',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 100,
        ...over,
      },
      by,
    );

  it('as known then, value and cost are as they were recorded; before a record there is a reason', async () => {
    await buy({ date: '2024-01-05' });
    await buy({ date: '2024-02-05', type: 'SELL', quantity: 5, price: 150 });
    const before = await history(then);
    assert.deepEqual(before.points, []);
    assert.match(before.reason ?? '', /it records one every hour once all holdings have prices\.$/);
    const [holding] = await world.core.portfolio.holdings.ofSymbol(world.owner, 'INFY');
    await world.core.portfolio.holdings.update(world.owner, holding?.id ?? '', { current_price: 110 }, by);
    await world.core.portfolio.snapshots.take(world.owner);
    // A file that comes later is in neither figure of the record, and in both of the calculated line.
    await buy({ date: '2024-01-08' });
    const after = await history({ portfolio: 'p', ...then });
    assert.deepEqual(after.points, [{ date: '2026-03-02', value: 550, invested: 500 }]);
    assert.deepEqual([after.reason, after.notes], [null, []]);
    // 15 units at 110; 5 of 20 units sold at an average of 100.
    assert.deepEqual((await history()).points.at(-1), { date: '2026-03-02', value: 1650, invested: 1500 });
  });

  it('as known then, a value without some holdings is shown with a note', async () => {
    await buy({ date: '2020-01-05' });
    await hold({ current_price: 90 });
    // INFY has no price of the last three years: the value of the day is that of TCS alone.
    await world.core.portfolio.snapshots.take(world.owner);
    const { points, notes, reason } = await history(then);
    assert.deepEqual(points, [{ date: '2026-03-02', value: 900, invested: 2000 }]);
    assert.equal(reason, null);
    assert.deepEqual(notes, ['The value of 2 Mar 2026 excludes holdings without a price or exchange rate.']);
  });

  it('holdings by hand without a price have no line and a reason; with one they are in it from their first day', async () => {
    const { id } = await hold();
    const before = await history();
    assert.deepEqual(before.points, [{ date: '2026-03-02', value: null, invested: 1000 }]);
    assert.match(before.reason ?? '', /^No TCS close is recorded for 1 of the days you held it/);
    await world.core.portfolio.holdings.update(world.owner, id, { current_price: 90 }, by);
    const { points, reason } = await history();
    assert.deepEqual([points, reason], [[{ date: '2026-03-02', value: 900, invested: 1000 }], null]);
    assert.match((await world.core.reports.performance.read(world.owner, {})).reasons.xirr_pct ?? '', /TCS/);
  });

  it('holdings by hand keep the recorded values of days of which no units were kept, with a note', async () => {
    const { id } = await hold({ current_price: 90 });
    const { portfolio, database } = world.core;
    await portfolio.snapshots.take(world.owner);
    await database.systemPool.query('update portfolio.snapshots set units = null');
    world.clock.pass(24 * 60);
    await portfolio.holdings.update(world.owner, id, { current_price: 95 }, by);
    await portfolio.snapshots.take(world.owner);
    const { points, notes } = await history();
    assert.deepEqual(points, [
      { date: '2026-03-02', value: 900, invested: 1000 },
      { date: '2026-03-03', value: 950, invested: 1000 },
    ]);
    assert.deepEqual(notes, [
      'Values until 2 Mar 2026 are as they were recorded, without the units behind them.',
    ]);
  });

  it('cash by hand never expires, and a price by hand expires after three years', async () => {
    await hold({ symbol: 'INR CASH', asset_class: 'Cash', quantity: 500, avg_buy_price: 1 });
    await hold({ symbol: 'GOLD', asset_class: 'Commodity', quantity: 1, current_price: 90 });
    await world.core.portfolio.snapshots.take(world.owner);
    world.clock.pass(1096 * 24 * 60);
    const values = async () => {
      const { days, daily, covered } = await world.core.reports.values.read(world.owner);
      return [days.length, daily.value.at(-1), covered?.daily.value.at(-1)];
    };
    assert.deepEqual(await values(), [1097, 590, undefined]);
    world.clock.pass(24 * 60);
    // GOLD has no price any more; 500 of the last known 590 are covered.
    assert.deepEqual(await values(), [1098, null, 500]);
  });
});
