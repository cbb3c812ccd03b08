import assert from 'node:assert/strict';
import type { OverlapView } from '../../../../core/reports/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import type { Problem } from '../../../../core/platform/index.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };
/** 2 March 2026 in India. */
const TODAY = '2026-03-02';

describe('looking through funds', () => {
  let fixture: TestCore;
  let owner: string;
  before(async () => {
    fixture = await testCore();
    owner = fixture.owner;
    const hold = async (portfolio: string, symbol: string, more: object) =>
      await fixture.core.portfolio.holdings.create(
        owner,
        { portfolio, symbol, currency: 'INR', avg_buy_price: 1, quantity: 10, ...more },
        by,
      );
    const fund = { asset_class: 'Mutual Fund', isin: 'INF879O01027' };
    // Long term: 1,000 in all. A fund of 500, an ETF of 300, INFY of 150, money of 50.
    await hold('Long term', 'PPFAS', { ...fund, name: 'Flexi cap', current_price: 50 });
    await hold('Long term', 'NIFTYBEES', { asset_class: 'ETF', current_price: 30 });
    await hold('Long term', 'INFY', {
      asset_class: 'Indian Equity',
      name: 'Infosys Limited',
      current_price: 15,
    });
    await hold('Long term', 'INR', { asset_class: 'Cash', quantity: 50 });
    // The same fund under another broker's name, in another portfolio: 1,000 more.
    await hold('Other', 'PARAG FLEXI', { ...fund, current_price: 100 });
  });
  after(() => fixture.close());

  const put = async (fund: string, holdings: object[], more: object = {}) =>
    await fixture.core.reports.fundHoldings.replace(owner, fund, { as_of: TODAY, holdings, ...more }, by);
  const look = async (portfolio: string | undefined = 'Long term', explain = false): Promise<OverlapView> =>
    await fixture.core.reports.overlap.read(owner, { portfolio, explain });
  const row = (stock_symbol: string, weight_pct: number, isin?: string) => ({
    stock_symbol,
    weight_pct,
    ...(isin === undefined ? {} : { isin }),
  });
  const weights = (view: OverlapView) =>
    Object.fromEntries(
      view.exposed_stocks.map(({ stock_symbol, effective_weight_pct }) => [
        stock_symbol,
        effective_weight_pct,
      ]),
    );

  it('portfolio/Report rules 8: funds that nobody told of are missing, which is not the same as no overlap', async () => {
    const view = await look();
    assert.deepEqual(view.missing_funds, ['PPFAS', 'NIFTYBEES']);
    assert.deepEqual([view.covered_funds, view.fund_snapshots], [[], []]);
    // 500 + 300 of 1,000
    assert.equal(view.missing_weight_pct, 80);
    const [warning] = view.warnings;
    assert.equal(warning?.code, 'FUND_HOLDINGS_MISSING');
    assert.match(
      warning?.message ?? '',
      /PPFAS, NIFTYBEES are not recorded \(80% of the portfolio\).* unknown, not zero/,
    );
    assert.deepEqual(weights(view), { INFY: 15 });
  });

  it('portfolio/Report rules 8: an effective weight is the share of the portfolio times the share inside', async () => {
    await put('ppfas', [row('Infosys Ltd.', 8), row('ITC', 6), row('Alphabet Inc', 0)]);
    await put('NIFTYBEES', [row('INFY', 5), row('ITC', 4)]);
    assert.equal((await fixture.core.reports.overlap.read(owner, {})).portfolio, 'Networth');
    const long = await look('long TERM', true);
    // INFY: 15 itself, 50 % × 8 % = 4 in the fund, 30 % × 5 % = 1.5 in the ETF; ITC: 3 + 1.2
    assert.deepEqual(weights(long), { INFY: 20.5, ITC: 4.2 });
    const [infy] = long.exposed_stocks;
    assert.deepEqual(
      infy?.sources.map(({ kind, symbol, portfolio_weight_pct, stock_weight_pct, effective_weight_pct }) => [
        kind,
        symbol,
        portfolio_weight_pct,
        stock_weight_pct,
        effective_weight_pct,
      ]),
      [
        ['DIRECT', 'INFY', 15, 100, 15],
        ['FUND', 'PPFAS', 50, 8, 4],
        ['FUND', 'NIFTYBEES', 30, 5, 1.5],
      ],
    );
    assert.deepEqual([infy?.name, infy?.is_overlap, infy?.value], ['Infosys Limited', true, 205]);
    assert.deepEqual([long.covered_funds, long.missing_funds], [['PPFAS', 'NIFTYBEES'], []]);
    // Above 5 %: INFY. ITC is inside both and below.
    assert.deepEqual(
      long.warnings.map(({ code, stock_symbol }) => [code, stock_symbol]),
      [
        ['OVERLAP_ABOVE_THRESHOLD', 'INFY'],
        ['FUND_HOLDINGS_INCOMPLETE', null],
        ['FUND_HOLDINGS_INCOMPLETE', null],
      ],
    );
    assert.equal(long.explanations?.[0]?.worked, '15 × 100 / 100 + 50 × 8 / 100 + 30 × 5 / 100');
    assert.equal((await look()).explanations, null);
  });

  it('one fund under two names is one fund: its snapshot counts for both, once', async () => {
    const view = await look('Networth');
    // 2,000 in all, 1,500 of them in the fund: 75 % × 8 % + 15 % × 5 % + 7.5 %
    assert.equal(weights(view)['INFY'], 14.25);
    assert.deepEqual(
      view.funds.map(({ symbol, portfolios, portfolio_weight_pct }) => [
        symbol,
        portfolios,
        portfolio_weight_pct,
      ]),
      [
        ['PPFAS', ['Long term', 'Other'], 75],
        ['NIFTYBEES', ['Long term'], 15],
      ],
    );
    assert.deepEqual((await look('Other')).covered_funds, []);
    await put('INF879O01027', [row('ITC', 50)]);
    const other = await look('Other');
    assert.deepEqual([other.covered_funds, weights(other)], [['PARAG FLEXI'], { ITC: 50 }]);
    await fixture.core.reports.fundHoldings.remove(owner, 'INF879O01027', TODAY, by);
  });

  it('portfolio/Report rules 8: only the newest snapshot counts; portfolio/Limits: it is old after PORTFOLIO_FUND_HOLDINGS_STALE_DAYS', async () => {
    await put('NIFTYBEES', [row('TCS', 100)], { as_of: '2026-02-23' });
    const [before] = (await look()).fund_snapshots.filter(({ fund_symbol }) => fund_symbol === 'NIFTYBEES');
    assert.deepEqual([before?.as_of, before?.is_stale], [TODAY, false]);
    assert.equal(weights(await look())['TCS'], undefined);
    await fixture.core.reports.fundHoldings.remove(owner, 'NIFTYBEES', TODAY, by);
    // 23 February to 2 March: seven days, which is not yet more than seven
    const week = (await look()).fund_snapshots.find(({ fund_symbol }) => fund_symbol === 'NIFTYBEES');
    assert.deepEqual([week?.as_of, week?.age_days, week?.is_stale], ['2026-02-23', 7, false]);
    fixture.clock.pass(24 * 60);
    const older = await look();
    assert.deepEqual(
      older.fund_snapshots.map(({ fund_symbol, age_days, is_stale }) => [fund_symbol, age_days, is_stale]),
      [
        ['PPFAS', 1, false],
        ['NIFTYBEES', 8, true],
      ],
    );
    const stale = older.warnings.find(({ code }) => code === 'FUND_HOLDINGS_STALE');
    assert.match(stale?.message ?? '', /NIFTYBEES are from 23 Feb 2026, 8 days ago/);
    fixture.clock.pass(-24 * 60);
  });

  it('PUT replaces the snapshot of the day, and the same body again changes nothing', async () => {
    const { fundHoldings } = fixture.core.reports;
    const body = { as_of: '2026-01-31', holdings: [row('A', 10), row('B', 20)], source: 'FACTSHEET' };
    const first = await fundHoldings.replace(owner, '  my   fund ', body, by);
    assert.deepEqual(
      [first.fund_symbol, first.is_held, first.weight_sum_pct, first.holdings.map((one) => one.stock_symbol)],
      ['MY FUND', false, 30, ['B', 'A']],
    );
    fixture.clock.pass(1);
    assert.deepEqual(await fundHoldings.replace(owner, 'MY FUND', body, by), first);
    const other = await fundHoldings.replace(owner, 'my fund', { ...body, holdings: [] }, by);
    assert.deepEqual([other.holdings, other.source], [[], 'FACTSHEET']);
    assert.deepEqual(
      (await fundHoldings.list(owner)).filter(({ fund_symbol }) => fund_symbol === 'MY FUND').length,
      1,
    );
    const events = await fixture.core.database.asUser(
      owner,
      async (trx) =>
        await trx('evidence.events').where({ subject: 'MY FUND' }).orderBy('id').select('kind', 'data'),
    );
    assert.deepEqual(
      events.map(({ kind, data }) => [kind, (data as { stocks: number }).stocks]),
      [
        ['FUND_HOLDINGS_REPLACED', 2],
        ['FUND_HOLDINGS_REPLACED', 0],
      ],
    );
    assert.deepEqual(await fundHoldings.list(fixture.stranger), []);
  });

  it('portfolio/Reports: a weight above 100 is refused, and whatever cannot be the contents of a fund', async () => {
    const refusal = async (body: object, fund = 'X'): Promise<Problem> =>
      await refused(
        fixture.core.reports.fundHoldings.replace(owner, fund, body, by),
        422,
        'VALIDATION_ERROR',
      );
    const fields = async (body: object, fund?: string) =>
      (await refusal(body, fund)).errors?.map(({ field }) => field);
    const day = { as_of: TODAY };
    assert.deepEqual(await fields({ ...day, holdings: [row('A', 100.01)] }), ['holdings[0].weight_pct']);
    assert.deepEqual(await fields({ ...day, holdings: [row('A', 101)] }), ['holdings[0].weight_pct']);
    assert.deepEqual(await fields({ ...day, holdings: [row('A', -1)] }), ['holdings[0].weight_pct']);
    assert.deepEqual(await fields({ ...day, holdings: [row('A', 60), row('B', 40.6)] }), ['holdings']);
    assert.deepEqual(await fields({ ...day, holdings: [row('A', 60), row(' a ', 1)] }), [
      'holdings[1].stock_symbol',
    ]);
    assert.deepEqual(await fields({ ...day, holdings: [row('A', 1, 'INE009A01022')] }), ['holdings[0].isin']);
    assert.deepEqual(await fields({ as_of: '2026-03-03', holdings: [] }), ['as_of']);
    assert.deepEqual(await fields({ holdings: [] }), ['as_of']);
    assert.deepEqual(await fields(day), ['holdings']);
    assert.deepEqual(await fields({ ...day, holdings: [] }, ' '), ['fund_symbol']);
    // Rounded weights may be a little above: 100.5
    assert.equal((await put('X', [row('A', 60), row('B', 40.5)])).weight_sum_pct, 100.5);
  });

  it('a portfolio that is not there is 404; a stranger sees nothing', async () => {
    await refused(look('Nobody'), 404, 'PORTFOLIO_NOT_FOUND');
    const view = await fixture.core.reports.overlap.read(fixture.stranger, {});
    assert.deepEqual(
      [view.exposed_stocks, view.missing_funds, view.reason],
      [[], [], 'There are no holdings here.'],
    );
  });

  it('an unpriced fund is said to be so: its part is unknown and adds nothing', async () => {
    await fixture.core.portfolio.holdings.create(
      owner,
      {
        portfolio: 'Dark',
        symbol: 'DARKFUND',
        asset_class: 'ETF',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 1,
      },
      by,
    );
    await put('DARKFUND', [row('INFY', 50)]);
    const view = await look('Dark');
    assert.equal(view.total_value, null);
    assert.equal(view.exposed_stocks[0]?.effective_weight_pct, null);
    assert.match(view.exposed_stocks[0]?.sources[0]?.reason ?? '', /DARKFUND has no value/);
    assert.ok(view.warnings.some(({ code }) => code === 'VALUATION_PARTIAL'));
  });
});
