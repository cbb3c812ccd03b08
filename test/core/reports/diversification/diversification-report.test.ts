import assert from 'node:assert/strict';
import type { DiversificationView } from '../../../../core/reports/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';
import { near } from '../../../support/near.ts';

const by = { actor: 'test' };

describe('the diversification report', () => {
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
          quantity: 100,
          avg_buy_price: 50,
          ...over,
        } as never,
        by,
      );
    // 4,100 + 4,100 rupees and 100 dollars, which are 8,200 at the 82 of the settings: a quarter, a quarter, a half.
    await hold('TCS', { current_price: 41, sector: 'IT' });
    await hold('HDFC', { current_price: 21, sector: 'Banks' });
    await hold('HDFC', { portfolio: 'Q', current_price: 20, sector: 'Banks' });
    await hold('AAPL', { currency: 'USD', asset_class: 'US Equity', current_price: 1 });
    await hold('MUTE', { sector: 'IT' });
  });
  after(() => fixture.close());
  const read = async (query: { portfolio?: string; explain?: boolean } = {}): Promise<DiversificationView> =>
    await fixture.core.reports.diversification.read(fixture.owner, query);

  it('portfolio/Reports "/diversification": asset classes, sectors and holdings, dollars in rupees', async () => {
    const view = await read();
    assert.deepEqual([view.currency, view.total_value], ['INR', 16_400]);
    assert.deepEqual(
      view.asset_class.map(({ label, value, share_pct, holdings_count }) => [
        label,
        value,
        share_pct,
        holdings_count,
      ]),
      [
        ['Indian Equity', 8200, 50, 3],
        ['US Equity', 8200, 50, 1],
      ],
    );
    assert.deepEqual(
      view.sector.map(({ label, share_pct }) => [label, share_pct]),
      [
        ['Unclassified', 50],
        ['Banks', 25],
        ['IT', 25],
      ],
    );
    assert.deepEqual(
      view.holdings.map(({ symbol, share_pct, portfolios }) => [symbol, share_pct, portfolios]),
      [
        ['AAPL', 50, ['P']],
        ['HDFC', 25, ['P', 'Q']],
        ['TCS', 25, ['P']],
        ['MUTE', null, ['P']],
      ],
    );
    assert.match(view.holdings[3]?.reason ?? '', /No price for MUTE/);
  });

  it('portfolio/Reports "/diversification": Herfindahl, concentration and warnings', async () => {
    const view = await read();
    // 0.25 + 0.0625 + 0.0625.
    near(view.herfindahl, 0.375);
    assert.deepEqual(
      [view.concentration.largest, view.concentration.largest_pct, view.concentration.top_5_pct],
      ['AAPL', 50, 100],
    );
    near(view.concentration.effective_count, 1 / 0.375);
    assert.deepEqual(
      view.warnings.map(({ code, count }) => [code, count]),
      [
        ['LARGE_HOLDING', 1],
        ['CONCENTRATED', 1],
        ['VALUATION_PARTIAL', 1],
        ['SECTOR_UNKNOWN', 1],
        ['FX_ESTIMATED', 1],
      ],
    );
    // what to do about it is said with it
    const bare = view.warnings.find(({ code }) => code === 'SECTOR_UNKNOWN')?.message ?? '';
    assert.match(bare, /npm run import-instruments.* daily update, or edit a holding/);
  });

  it('by a second path: the shares are those of the overview', async () => {
    const { allocation } = await fixture.core.portfolio.dashboard.read(fixture.owner);
    const view = await read();
    for (const { label, share_pct } of view.asset_class)
      near(allocation.asset_class.find((one) => one.label === label)?.share_pct, share_pct);
  });

  it('one portfolio has its own, and explain=true its trail', async () => {
    const view = await read({ portfolio: 'Q', explain: true });
    assert.deepEqual([view.herfindahl, view.total_value], [1, 2000]);
    assert.deepEqual(
      view.explanations?.map(({ figure }) => figure),
      ['herfindahl', 'concentration.largest_pct', 'total_value'],
    );
    assert.equal(view.explanations?.[0]?.worked, '1 ^ 2 = 1');
    for (const { figure, inputs } of view.explanations?.slice(0, 2) ?? [])
      assert.ok(
        inputs.some(({ label, value }) => label === 'Value of all' && value === 2000),
        figure,
      );
  });

  it('nothing held: nulls with their reasons', async () => {
    const { reports } = fixture.core;
    const view = await reports.diversification.read(fixture.stranger, {});
    assert.deepEqual([view.herfindahl, view.total_value, view.concentration.largest_pct], [null, null, null]);
    assert.equal(view.reasons.herfindahl, 'There are no holdings.');
    await refused(
      reports.diversification.read(fixture.stranger, { portfolio: 'P' }),
      404,
      'PORTFOLIO_NOT_FOUND',
    );
  });
});
