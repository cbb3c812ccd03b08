import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };

/** Books of which no exchange prices anything. */
describe('portfolio/Report rules 4: money and what is valued by hand', function threads(this: Mocha.Suite) {
  // The first question starts the calculating thread.
  this.timeout(600_000);
  let world: TestCore;
  const anew = sharedCore({ at: '2026-03-02T12:00:00.000Z' });
  beforeEach(async () => {
    world = await anew();
  });

  const book = async (row: {
    symbol: string;
    asset_class: string;
    date: string;
    quantity: number;
    price: number;
  }) =>
    await world.core.portfolio.transactions.create(
      world.owner,
      { portfolio: 'P', currency: 'INR', type: 'BUY', ...row },
      by,
    );
  const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

  it('money booked months ago is worth its amount on every day since: no gap, no missing closes', async () => {
    await book({ symbol: 'INR', asset_class: 'Cash', date: '2026-01-05', quantity: 20_000, price: 1 });
    const { reports, portfolio } = world.core;
    const [history, performance, networth, { total }] = [
      await reports.valueHistory.read(world.owner, {}),
      await reports.performance.read(world.owner, {}),
      await reports.networth.read(world.owner, {}),
      await portfolio.dashboard.read(world.owner),
    ];
    assert.deepEqual(
      history.points.map(({ date, value }) => [date, value]),
      [
        ['2026-01-05', 20_000],
        ['2026-03-02', 20_000],
      ],
    );
    assert.deepEqual([history.coverage, performance.coverage, performance.ends_early], [null, null, false]);
    assert.deepEqual(codes(performance.warnings), []);
    assert.deepEqual([total.current_value, networth.history.points.at(-1)?.assets], [20_000, 20_000]);
  });

  it('an unlisted share valued weeks ago does not end the series early', async () => {
    await book({ symbol: 'STARTUP', asset_class: 'Unlisted', date: '2025-12-31', quantity: 10, price: 100 });
    const [startup] = await world.core.portfolio.holdings.all(world.owner);
    const value = { price: 150, valuation_date: '2026-01-31' };
    await world.core.portfolio.holdings.updatePrice(world.owner, startup?.id ?? '', value, by);
    const view = await world.core.reports.performance.read(world.owner, {});
    assert.deepEqual([view.to, view.ends_early, codes(view.warnings)], ['2026-01-31', false, []]);
  });
});
