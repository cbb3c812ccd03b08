import assert from 'node:assert/strict';
import type { AttributionView } from '../../../../core/reports/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';
import { near } from '../../../support/near.ts';

const by = { actor: 'test' };

describe('the attribution report', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore();
    const hold = async (symbol: string, over: Record<string, unknown>) =>
      await fixture.core.portfolio.holdings.create(
        fixture.owner,
        {
          portfolio: 'P',
          symbol,
          asset_class: 'Indian Equity',
          currency: 'INR',
          quantity: 10,
          avg_buy_price: 100,
          ...over,
        } as never,
        by,
      );
    await hold('UP', { current_price: 150 });
    await hold('DOWN', { current_price: 80 });
    // 1,000 dollars became 1,200, at the 82 rupees of the settings: 82,000 became 98,400.
    await hold('AAPL', { currency: 'USD', avg_buy_price: 100, current_price: 120, asset_class: 'US Equity' });
    await hold('GIFT', { avg_buy_price: 0, current_price: 50 });
    await hold('MUTE', {});
    await hold('UP', { portfolio: 'Q', current_price: 110 });
  });
  after(() => fixture.close());
  const read = async (query: { portfolio?: string; explain?: boolean } = {}): Promise<AttributionView> =>
    await fixture.core.reports.attribution.read(fixture.owner, query);

  it('portfolio/Report rules 5: gain / total invested × 100, all in rupees', async () => {
    const view = await read();
    // 1,000 three times, and 1,000 dollars; 500 - 200 + 100 and 200 dollars.
    assert.deepEqual([view.currency, view.total_invested, view.total_gain], ['INR', 85_000, 16_800]);
    assert.deepEqual(
      view.holdings.map(({ symbol, portfolio, gain }) => [symbol, portfolio, gain]),
      [
        ['AAPL', 'P', 16_400],
        ['UP', 'P', 500],
        ['UP', 'Q', 100],
        ['DOWN', 'P', -200],
      ],
    );
    near(view.holdings[0]?.contributed_pct, (16_400 / 85_000) * 100);
    assert.equal(view.is_estimated, true);
    assert.equal(view.fx_rates[0]?.rate, 82);
  });

  it('portfolio/Reports "/attribution": contributors and detractors apart; no cost basis, no contribution', async () => {
    const view = await read();
    assert.deepEqual(
      [view.top_contributors, view.top_detractors].map((list) => list.map(({ symbol }) => symbol)),
      [['AAPL', 'UP', 'UP'], ['DOWN']],
    );
    assert.deepEqual(
      view.excluded.map(({ symbol }) => symbol),
      ['GIFT', 'MUTE'],
    );
    assert.ok(view.excluded.every(({ reason }) => reason !== ''));
  });

  it('by a second path: contributions add up to the capital return of the performance report', async () => {
    const view = await read({ portfolio: 'q' });
    const performance = await fixture.core.reports.performance.read(fixture.owner, { portfolio: 'Q' });
    assert.deepEqual([view.portfolio, view.holdings.length], ['Q', 1]);
    near(view.contributed_pct, 10);
    near(performance.capital_return_pct, 10);
    const all = await read();
    near(
      all.holdings.reduce((sum, { contributed_pct }) => sum + contributed_pct, 0),
      (16_800 / 85_000) * 100,
    );
  });

  it('explain=true lists costs, gains, prices and rates', async () => {
    assert.equal((await read()).explanations, null);
    const { explanations } = await read({ explain: true });
    const kinds = new Set(explanations?.[0]?.inputs.map(({ kind }) => kind));
    assert.deepEqual(kinds, new Set(['figure', 'price', 'rate']));
    assert.ok(
      explanations?.[0]?.inputs.some(({ label, value }) => label === 'Total invested' && value === 85_000),
    );
    assert.match(explanations?.[0]?.worked ?? '', /^16,800 \/ 85,000 × 100 = 19\.7647 %/);
  });

  it('nothing held has no contributions, and says so', async () => {
    const view = await fixture.core.reports.attribution.read(fixture.stranger, { explain: true });
    assert.deepEqual([view.contributed_pct, view.holdings], [null, []]);
    assert.equal(view.reasons.contributed_pct, 'There are no holdings.');
    await refused(
      fixture.core.reports.attribution.read(fixture.stranger, { portfolio: 'P' }),
      404,
      'PORTFOLIO_NOT_FOUND',
    );
  });
});
