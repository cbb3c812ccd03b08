import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };

describe('yearly rates of short spans', () => {
  let world: TestCore;
  // A Monday.
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
  });
  const trade = async (type: 'BUY' | 'SELL', date: string, quantity: number, price: number) =>
    await world.core.portfolio.transactions.create(
      world.owner,
      { portfolio: 'Main', symbol: 'TCS', currency: 'INR', type, date, quantity, price },
      by,
    );
  const price = async (current_price: number) => {
    for (const { id } of await world.core.portfolio.holdings.all(world.owner))
      await world.core.portfolio.holdings.update(world.owner, id, { current_price }, by);
  };

  it('a rate of ten days is in the explanation alone, on every report, beside the money that was made', async () => {
    await trade('BUY', '2026-02-20', 10, 100);
    await price(110);
    const { performance, holding, exports } = world.core.reports;
    const view = await performance.read(world.owner, { explain: true });
    assert.deepEqual([view.xirr_pct, view.xirr_state, view.xirr_alternatives_pct], [null, 'NONE', []]);
    assert.match(view.reasons.xirr_pct ?? '', /needs at least 90 days; the payments span 10 days/);
    assert.equal(view.partial.xirr_pct, undefined);
    // Ten at 100 are worth 110 each.
    assert.deepEqual(
      [view.money_made.made, view.money_made.unrealised_gain, view.money_made.reason],
      [100, 100, null],
    );
    const explained = view.explanations?.find(({ figure }) => figure === 'xirr_pct');
    // (1.1) ^ (365 / 10) - 1 is 31.42, or 3,142 %.
    assert.match(explained?.worked ?? '', /discount to zero at 3,?14\d/);
    const one = await holding.read(world.owner, { symbol: 'TCS' });
    assert.deepEqual([one.xirr_pct, one.total_gain], [null, 100]);
    assert.match(one.reasons.xirr_pct ?? '', /needs at least 90 days/);
    const { body } = await exports.file(world.owner, { report: 'performance' });
    const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
    assert.match(text, /\nfigure,made,,2026-03-02,INR,100,/);
    assert.match(text, /\nfigure,xirr_pct,,2026-03-02,,,percent_points,/);
  });

  it('a closed portfolio is measured from its first payment to its last', async () => {
    await trade('BUY', '2024-01-08', 10, 100);
    await trade('SELL', '2024-02-07', 10, 110);
    const view = await world.core.reports.performance.read(world.owner, {});
    assert.match(view.reasons.xirr_pct ?? '', /the payments span 30 days/);
    assert.deepEqual([view.xirr_pct, view.money_made.made, view.money_made.realised_gain], [null, 100, 100]);
    assert.match(
      (await world.core.reports.holding.read(world.owner, { symbol: 'TCS' })).reasons.xirr_pct ?? '',
      /the payments span 30 days/,
    );
  });

  it('a rate of a long span is shown, and one above 1,000 % is not', async () => {
    await trade('BUY', '2025-03-02', 10, 100);
    await price(1090);
    // 10.9 times in a year is 990 %.
    assert.ok(
      Math.abs(((await world.core.reports.performance.read(world.owner, {})).xirr_pct ?? 0) - 990) < 1e-3,
    );
    await price(1101);
    const view = await world.core.reports.performance.read(world.owner, {});
    assert.equal(view.xirr_pct, null);
    assert.match(view.reasons.xirr_pct ?? '', /above 1,000 %/);
  });
});
