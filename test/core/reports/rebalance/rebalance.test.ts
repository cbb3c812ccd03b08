import assert from 'node:assert/strict';
import type { RebalanceView } from '../../../../core/reports/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };

describe('targets against what is held', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore();
  });
  after(() => fixture.close());

  const hold = async (portfolio: string, symbol: string, more: object) =>
    await fixture.core.portfolio.holdings.create(
      fixture.owner,
      {
        portfolio,
        symbol,
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 1,
        ...more,
      },
      by,
    );
  const target = async (portfolio: string, target_allocation: Record<string, number>) => {
    const found = await fixture.core.portfolio.portfolios.findByName(fixture.owner, portfolio);
    await fixture.core.portfolio.portfolios.update(fixture.owner, found?.id ?? '', { target_allocation }, by);
  };
  const read = async (portfolio?: string, explain = false): Promise<RebalanceView> =>
    await fixture.core.reports.rebalance.read(fixture.owner, { portfolio, explain });

  it('portfolio/Report rules 10: Networth has no target, not even one of its own', async () => {
    await hold('A', 'TCS', { current_price: 10 });
    await fixture.core.portfolio.portfolios.list(fixture.owner);
    await target('Networth', { 'Indian Equity': 100 });
    const view = await read();
    assert.deepEqual([view.portfolio, view.has_targets, view.targets], ['Networth', false, {}]);
    assert.match(view.reason ?? '', /has no targets of its own: choose one/);
    assert.deepEqual([view.suggested_trades, view.max_drift_pct, view.explanations], [[], null, null]);
    await refused(read('Nobody'), 404, 'PORTFOLIO_NOT_FOUND');
  });

  it('targets on the holdings count where the portfolio has none', async () => {
    await hold('Own', 'TCS', { current_price: 30, target_allocation_pct: 50 });
    await hold('Own', 'ITC', { current_price: 10, target_allocation_pct: 50 });
    const view = await read('own');
    assert.deepEqual(
      [view.targets_of, view.current, view.drift],
      ['HOLDINGS', { TCS: 75, ITC: 25 }, { TCS: 25, ITC: -25 }],
    );
    // 100 of 400 move: 3 TCS at 30 bring 90, which buy 9 ITC at 10.
    assert.deepEqual(
      view.suggested_trades.map(({ side, symbol, quantity, after_quantity }) => [
        side,
        symbol,
        quantity,
        after_quantity,
      ]),
      [
        ['SELL', 'TCS', 3, 7],
        ['BUY', 'ITC', 9, 19],
      ],
    );
    assert.deepEqual([view.sells_value, view.buys_value, view.cash_change], [90, 90, 0]);
    // 210 and 190 of 400
    assert.equal(view.after_max_drift_pct, 2.5);
  });

  it('another currency is traded in its own price and counted in the portfolio’s', async () => {
    await hold('World', 'AAPL', {
      asset_class: 'US Equity',
      currency: 'USD',
      quantity: 2,
      current_price: 100,
    });
    await hold('World', 'TCS', { current_price: 820 });
    await target('World', { 'US Equity': 25, 'Indian Equity': 75 });
    const view = await read('World', true);
    // By the reference of 82: 16,400 in dollars and 8,200 in rupees, of 24,600. The dollars are 10,250 too much, which
    // is one share of 8,200, and 10 TCS at 820.
    assert.deepEqual(
      view.suggested_trades.map(({ side, symbol, quantity, price, currency, value, base_value }) => [
        side,
        symbol,
        quantity,
        price,
        currency,
        value,
        base_value,
      ]),
      [
        ['SELL', 'AAPL', 1, 100, 'USD', 100, 8200],
        ['BUY', 'TCS', 10, 820, 'INR', 8200, 8200],
      ],
    );
    assert.ok(view.notes.some((note) => /USD are converted at the newest rate/.test(note)));
    assert.equal(view.explanations?.[0]?.figure, 'drift.Indian Equity');
    assert.equal(view.explanations?.[0]?.worked, '8,200 / 24,600 × 100 - 75');
  });

  it('portfolio/Report rules 10: without a trade it says why: the rest has no target, or is not held, or all is well', async () => {
    await hold('Short', 'TCS', { current_price: 50 });
    await hold('Short', 'GOLDBEES', { asset_class: 'ETF', current_price: 150 });
    // 500 and 1,500 of 2,000: the shares are a quarter, and what there is too much of has no target
    await target('Short', { 'Indian Equity': 100 });
    const why = async () => {
      const { suggested_trades, trades_reason } = await read('Short');
      assert.deepEqual(suggested_trades, []);
      return trades_reason ?? '';
    };
    assert.match(
      await why(),
      /^Nothing is above its target: 75% .* no target names\. Give that a target too/,
    );
    await target('Short', { 'Indian Equity': 0, ETF: 50, Bond: 50 });
    assert.equal(
      await why(),
      'Nothing that is held and can be traded is below its target: buy something of what is missing first.',
    );
    await target('Short', { 'Indian Equity': 25, ETF: 75 });
    assert.equal(await why(), 'Everything is where it should be.');
    // one unit of the fund is 7.5 points
    await target('Short', { 'Indian Equity': 26, ETF: 74 });
    assert.equal(await why(), 'No trade in whole units would bring it nearer.');
  });

  it('portfolio/Report rules 10: what no target names is told, and neither sold nor forgotten; what has no price is unknown', async () => {
    await hold('Mixed', 'TCS', { current_price: 50 });
    await hold('Mixed', 'GOLDBEES', { asset_class: 'ETF', current_price: 50 });
    await hold('Mixed', 'DARK', { asset_class: 'Bond' });
    await target('Mixed', { 'Indian Equity': 90, Bond: 10 });
    const view = await read('Mixed');
    assert.deepEqual([view.outside_pct, view.suggested_trades], [50, []]);
    assert.deepEqual(
      view.left_out.map(({ symbol, bucket }) => [symbol, bucket]),
      [
        ['DARK', 'Bond'],
        ['GOLDBEES', null],
      ],
    );
    assert.ok(view.notes.some((note) => /DARK could not be valued/.test(note)));
    // What a bucket without any price comes to is not known, and not 0 %. Shares are 500 of 1,000: 40 points short of 90.
    assert.deepEqual(
      [view.current, view.drift, view.max_drift_pct],
      [{ 'Indian Equity': 50, Bond: null }, { 'Indian Equity': -40, Bond: null }, 40],
    );
    const [, bonds] = (await read('Mixed', true)).explanations ?? [];
    assert.deepEqual([bonds?.figure, bonds?.value, bonds?.worked], ['drift.Bond', null, null]);
    assert.equal(bonds?.reason, 'No price is known for DARK.');
  });

  it('an empty portfolio with targets has a reason in the place of figures', async () => {
    await fixture.core.portfolio.portfolios.create(
      fixture.owner,
      { name: 'Empty', target_allocation: { ETF: 100 } },
      by,
    );
    const view = await read('Empty');
    assert.deepEqual(
      [view.has_targets, view.current, view.max_drift_pct, view.unmatched_targets, view.reason],
      [true, { ETF: null }, null, ['ETF'], 'Nothing is held in this portfolio.'],
    );
  });
});
