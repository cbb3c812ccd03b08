import assert from 'node:assert/strict';
import { goalsText, goalText } from '../../../../bot/text/goals.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { listWithCloses } from '../../../support/listed-closes.ts';

const by = { actor: 'test' };
const DAY = 24 * 60;
/** Fridays of August 2025: TCS at 100, 110, 105, 120 and 130. */
const CLOSES = {
  '2025-08-01': 100,
  '2025-08-08': 110,
  '2025-08-14': 105,
  '2025-08-22': 120,
  '2025-08-29': 130,
};

/** Ten TCS bought on 1 August 2025, priced on the 29th, and looked at on Monday, 30 November 2026. */
describe('reports of books whose last prices are fifteen months old', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: '2025-08-29T11:00:00.000Z' });
    const { core, owner, clock } = fixture;
    await listWithCloses(core, 'TCS', CLOSES);
    const trade = {
      portfolio: 'P',
      symbol: 'TCS',
      currency: 'INR',
      type: 'BUY',
      asset_class: 'Indian Equity',
    };
    await core.portfolio.transactions.create(
      owner,
      { ...trade, quantity: 10, price: 100, date: '2025-08-01' },
      by,
    );
    for (const { id } of await core.portfolio.holdings.all(owner))
      await core.portfolio.holdings.update(owner, id, { current_price: 130 }, by);
    clock.pass(458 * DAY);
  });
  after(() => fixture.close());

  it('portfolio/Dashboard read model v2: the value of the overview is the end of the chart, of the same day', async () => {
    const { core, owner } = fixture;
    const { total, freshness } = await core.portfolio.dashboard.read(owner);
    assert.deepEqual(
      [total.current_value, freshness.prices_of, freshness.age_message],
      [1300, '2025-08-29', 'Prices of 29 Aug 2025, 15 months old'],
    );
    const history = await core.reports.valueHistory.read(owner, {});
    const end = history.points.findLast(({ value }) => value !== null);
    assert.deepEqual([end?.date, end?.value], [freshness.prices_of, total.current_value]);
    // After ten days the price counts no more: the line has a gap up to today.
    assert.deepEqual(history.points.at(-1), { date: '2026-11-30', value: null, invested: null });
  });

  it('every report of the daily line has the age of its prices in one field, as the overview has it', async () => {
    const { core, owner } = fixture;
    const { freshness } = await core.portfolio.dashboard.read(owner);
    const { performance, risk, comparison, monthlyReturns, valueHistory, networth } = core.reports;
    const read = { performance, risk, comparison, monthlyReturns, valueHistory };
    for (const [name, report] of Object.entries(read))
      for (const query of [{}, { portfolio: 'P' }]) {
        const view = await report.read(owner, query);
        assert.deepEqual([name, view.freshness], [name, freshness]);
        assert.deepEqual(
          [name, ...view.limits.filter(({ code }) => code !== 'FEW_RETURNS').map(({ label }) => label)],
          [name, 'up to 29 Aug 2025', '15 months old'],
        );
        assert.equal(view.ends_early, true);
      }
    assert.deepEqual((await networth.read(owner, {})).freshness, freshness);
  });

  it('figures of few daily returns say how many these are, the windows too', async () => {
    const { core, owner } = fixture;
    const few = {
      code: 'FEW_RETURNS',
      label: '4 daily returns',
      message: 'Calculated from only 4 daily returns.',
    };
    const performance = await core.reports.performance.read(owner, {});
    const risk = await core.reports.risk.read(owner, {});
    assert.deepEqual([performance.limits[0], risk.limits[0]], [few, few]);
    assert.deepEqual([performance.returns_count, risk.returns_count], [4, 4]);
    const comparison = await core.reports.comparison.read(owner, {});
    for (const { periods } of [performance, comparison]) {
      const max = periods.find(({ period }) => period === 'Max');
      assert.deepEqual(
        [max?.returns_count, ...(max?.limits ?? []).map(({ code }) => code)],
        [4, 'FEW_RETURNS', 'ENDS_EARLY', 'OLD_PRICES'],
      );
    }
  });

  it('the warning names the last day with a value, not the day on which the price counts no more', async () => {
    const { reports } = fixture.core;
    for (const report of [reports.performance, reports.risk, reports.comparison, reports.monthlyReturns]) {
      const { warnings } = await report.read(fixture.owner, {});
      const told = warnings.find(({ code }) => code === 'SERIES_ENDS_EARLY');
      assert.match(told?.message ?? '', /^No price is known after 29 Aug 2025: /);
    }
  });

  it('a series up to a past day has no age, and ends early only if its last sessions have no price', async () => {
    const { performance } = fixture.core.reports;
    const of = async (to: string) => {
      const { freshness, ends_early, limits } = await performance.read(fixture.owner, { to });
      return [freshness, ends_early, limits.map(({ label }) => label)];
    };
    assert.deepEqual(await of('2025-08-22'), [null, false, ['3 daily returns']]);
    assert.deepEqual(await of('2025-12-31'), [null, true, ['4 daily returns', 'up to 29 Aug 2025']]);
  });

  it('a share valued by hand a month ago is current for a year: its line does not end early', async () => {
    const { core, owner, clock } = fixture;
    const shares = { portfolio: 'Private', symbol: 'STARTUP', asset_class: 'Unlisted', currency: 'INR' };
    await core.portfolio.holdings.create(
      owner,
      { ...shares, quantity: 10, avg_buy_price: 50, current_price: 60 },
      by,
    );
    await core.portfolio.snapshots.take(owner);
    clock.pass(30 * DAY);
    const { ends_early, freshness, limits } = await core.reports.performance.read(owner, {
      portfolio: 'Private',
    });
    assert.deepEqual(
      [ends_early, freshness?.age, limits.map(({ label }) => label)],
      [false, null, ['no daily returns']],
    );
    const { points } = await core.reports.valueHistory.read(owner, { portfolio: 'Private' });
    assert.deepEqual([points.at(-1)?.date, points.at(-1)?.value], ['2026-12-30', 600]);
    clock.pass(-30 * DAY);
  });

  it('portfolio/Resources, Goal: a goal has the age of the prices of its holdings, in chat too; without any it has none', async () => {
    const { core, owner } = fixture;
    const body = { name: 'House', type: 'CORPUS', target_corpus: 5000, target_date: '2030-03-01' };
    const { id, progress: bare } = await core.goals.goals.create(
      owner,
      { ...body, expected_return_pct: 10 },
      by,
    );
    assert.equal(bare.freshness, null);
    const link_id = (await core.portfolio.portfolios.findByName(owner, 'P'))?.id;
    await core.goals.links.put(owner, id, { link_type: 'PORTFOLIO', link_id, percentage: 50 }, by);
    const goal = await core.goals.goals.get(owner, id);
    assert.equal(goal.progress.current, 650);
    const { freshness } = await core.reports.performance.read(owner, { portfolio: 'P' });
    assert.deepEqual(goal.progress.freshness, freshness);
    assert.match(goalText(goal).text, /^Now: ₹650\.00, [^\n]+\nPrices of 29 Aug 2025, 15 months old\.$/m);
    assert.match(goalsText([goal], { from: 0, total: 1 }).text, /^Prices of 29 Aug 2025, 15 months old\.$/m);
  });

  it('portfolio/Resources, Goal: the days of a volatility say where they end', async () => {
    const days = await fixture.core.reports.days(fixture.owner, null);
    assert.equal(days.ends_on, '2025-08-29');
  });
});
