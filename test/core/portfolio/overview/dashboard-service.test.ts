import assert from 'node:assert/strict';
import { createPriceSessions } from '../../../../core/market/calendar/index.ts';
import { createDashboardService } from '../../../../core/portfolio/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };
const tcs = {
  portfolio: 'Long term',
  symbol: 'TCS',
  asset_class: 'Indian Equity',
  currency: 'INR',
  quantity: 10,
  avg_buy_price: 3200,
  current_price: 3500,
  previous_close: 3400,
};

describe('dashboard read model', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const read = async () => await fixture.core.portfolio.dashboard.read(fixture.owner);
  const codes = async () => (await read()).warnings.map((warning) => warning.code);
  const hold = async (changes: Record<string, unknown> = {}) =>
    await fixture.core.portfolio.holdings.create(fixture.owner, { ...tcs, ...changes }, by);

  it('portfolio/States "Dashboard total states": AVAILABLE when everything is priced', async () => {
    await hold();
    const { total } = await read();
    // 10 × 3500; 10 × 3200; 3000 of 32000; 10 × (3500 − 3400); 1000 of 34000.
    assert.equal(total.state, 'AVAILABLE');
    assert.deepEqual(
      [total.current_value, total.total_invested, total.total_profit, total.total_profit_pct],
      [35_000, 32_000, 3000, 9.375],
    );
    assert.equal(total.day_change, 1000);
    assert.ok(Math.abs((total.day_change_pct ?? 0) - 100 / 34) < 1e-9);
    assert.deepEqual(await codes(), []);
  });

  it('figures say that they may change while the waiting corporate actions cannot be read', async () => {
    await hold();
    const { core } = fixture;
    const overview = await createDashboardService(core, core.portfolio.rates, {
      readSyncHealth: async () => [],
      readGoalHighlights: async () => [],
      readUndecided: () => Promise.reject(new Error('no database')),
      readMarketState: async () => '',
      sessions: createPriceSessions(core.calendar),
    }).read(fixture.owner);
    const marks = [overview.provisional_reason, overview.portfolios[0]?.provisional_reason];
    for (const mark of [...marks, overview.warnings[0]?.message])
      assert.match(mark ?? '', /could not be checked, so this may change\. See Corporate actions/);
    assert.equal(overview.total.current_value, 35_000);
  });

  it('portfolio/States "Dashboard total states": PARTIAL without a price, and then no gain', async () => {
    await hold();
    await hold({ symbol: 'INFY', current_price: null, previous_close: null });
    const { total } = await read();
    assert.equal(total.state, 'PARTIAL');
    assert.equal(total.current_value, 35_000);
    assert.equal(total.total_profit, null);
    assert.match(total.reasons.total_profit ?? '', /INFY/);
    assert.ok((await codes()).includes('VALUATION_PARTIAL'));
  });

  it('portfolio/States "Dashboard total states": UNAVAILABLE when nothing is priced, ESTIMATED when converted', async () => {
    const { id } = await hold({
      symbol: 'AAPL',
      asset_class: 'US Equity',
      currency: 'USD',
      avg_buy_price: 100,
      current_price: null,
      previous_close: null,
    });
    assert.equal((await read()).total.state, 'UNAVAILABLE');
    assert.equal((await read()).total.current_value, null);
    await fixture.core.portfolio.holdings.update(fixture.owner, id, { current_price: 150 }, by);
    const { total, by_currency } = await read();
    assert.equal(total.state, 'ESTIMATED');
    // 10 × 150 dollars at the reference of 82 rupees.
    assert.equal(total.current_value, 123_000);
    assert.equal(total.is_estimated, true);
    assert.deepEqual(
      by_currency.map(({ currency, current_value }) => [currency, current_value]),
      [['USD', 1500]],
    );
    assert.ok((await codes()).includes('FX_ESTIMATED'));
  });

  it('portfolio/States "Dashboard total states": today\'s change is null when a valued holding lacks a previous close', async () => {
    await hold();
    await hold({ symbol: 'INFY', previous_close: null });
    const { total } = await read();
    assert.equal(total.day_change, null);
    assert.ok((await codes()).includes('PREVIOUS_CLOSE_MISSING'));
  });

  it('portfolio/Dashboard read model v2 "freshness": prices older than 30 minutes are stale', async () => {
    await hold();
    fixture.clock.pass(30);
    assert.equal((await read()).freshness.stale_holdings, 0);
    fixture.clock.pass(1);
    const { freshness } = await read();
    assert.deepEqual([freshness.stale_holdings, freshness.threshold_minutes], [1, 30]);
    assert.ok((await codes()).includes('VALUATION_STALE'));
  });

  it('a price by hand counts for the interval of its holding, its portfolio or its person, in this order', async () => {
    const { core, owner, clock } = fixture;
    const unlisted = { symbol: 'OYO', asset_class: 'Unlisted', current_price: null, previous_close: null };
    const { id, portfolio } = await hold(unlisted);
    await core.portfolio.holdings.updatePrice(owner, id, { price: 50, valuation_date: '2026-03-02' }, by);
    const warning = async () =>
      (await read()).warnings.find(({ code }) => code === 'VALUATION_STALE')?.message ?? null;
    const [networth, own] = await core.portfolio.portfolios.list(owner);
    assert.deepEqual(
      [networth?.price_interval_days, own?.name, own?.price_interval_days],
      [90, portfolio, null],
    );
    const set = (of: string | undefined, price_interval_days: number | null) =>
      core.portfolio.portfolios.update(owner, of ?? '', { price_interval_days }, by);
    clock.pass(90 * 24 * 60);
    assert.equal(await warning(), null);
    clock.pass(24 * 60);
    // 2 March and 91 days are 1 June.
    assert.equal(await warning(), 'Priced by hand 2 months ago.');
    await set(networth?.id, 120);
    assert.equal(await warning(), null);
    await set(own?.id, 60);
    assert.equal(await warning(), 'Priced by hand 2 months ago.');
    const view = await core.portfolio.holdings.update(owner, id, { price_interval_days: 365 }, by);
    assert.equal(view.price_interval_days, 365);
    assert.equal(await warning(), null);
    await core.portfolio.holdings.update(owner, id, { price_interval_days: null }, by);
    assert.equal(await warning(), 'Priced by hand 2 months ago.');
    for (const price_interval_days of [0, 1.5, 1097])
      await assert.rejects(async () => await set(networth?.id, price_interval_days), {
        code: 'VALIDATION_ERROR',
      });
  });

  it('a listed share whose price was entered is a quoted one, until a refresh finds no source for it', async () => {
    const { core, owner, clock } = fixture;
    await hold();
    clock.pass(7 * 24 * 60);
    const warning = async () =>
      (await read()).warnings.find(({ code }) => code === 'VALUATION_STALE')?.message ?? null;
    assert.equal(await warning(), 'Prices of 2 Mar 2026, 7 days old.');
    const [held] = await core.portfolio.holdings.all(owner);
    const answered = async (reason: string) => {
      const attempt = {
        holding_id: held?.id ?? '',
        status: 'SKIPPED' as const,
        reason,
        tried: [],
        quote: null,
      };
      await core.portfolio.quotes.record(owner, [attempt]);
      clock.pass(1);
    };
    // That no source is switched on says nothing of a share.
    await answered('NO_PROVIDER');
    assert.equal(await warning(), 'Prices of 2 Mar 2026, 7 days old.');
    await answered('PRICED_BY_HAND');
    assert.equal(await warning(), null);
    assert.equal((await core.portfolio.holdings.all(owner))[0]?.price_state, 'FRESH');
    clock.pass(90 * 24 * 60);
    assert.equal(await warning(), 'Priced by hand 3 months ago.');
  });

  it('portfolio/Dashboard read model v2 "goal highlights": the active goals that are due first, with how far they are', async () => {
    const { goals, links } = fixture.core.goals;
    assert.deepEqual((await read()).goal_highlights, []);
    await hold();
    const due = async (name: string, target_date: string, is_active = true) =>
      await goals.create(
        fixture.owner,
        {
          name,
          type: 'CORPUS',
          target_corpus: 70_000,
          target_date,
          expected_return_pct: 0,
          inflation_pct: 0,
          is_active,
        },
        by,
      );
    await due('Later', '2046-03-02');
    const { id } = await due('House', '2036-03-02');
    await due('Closed', '2030-03-02', false);
    const [portfolio] = (await fixture.core.portfolio.portfolios.list(fixture.owner)).filter(
      ({ is_protected }) => !is_protected,
    );
    await links.put(
      fixture.owner,
      id,
      { link_type: 'PORTFOLIO', link_id: portfolio?.id, percentage: 100 },
      by,
    );
    const { goal_highlights } = await read();
    assert.deepEqual(
      goal_highlights.map(({ name }) => name),
      ['House', 'Later'],
    );
    // 10 × 3500 of 70,000 is half, and stays half without a return.
    assert.deepEqual(goal_highlights[0], {
      goal_id: id,
      name: 'House',
      type: 'CORPUS',
      currency: 'INR',
      state: 'BEHIND',
      reason: null,
      current: 35_000,
      target: 70_000,
      progress_pct: 50,
      provisional_reason: null,
      target_date: '2036-03-02',
    });
  });

  it('people who ask at the same moment are each shown their own', async () => {
    const { core, owner, stranger } = fixture;
    const { goals } = core.goals;
    await hold();
    const theirs = { ...tcs, symbol: 'INFY', quantity: 1, current_price: 900, previous_close: 900 };
    await core.portfolio.holdings.create(stranger, { ...theirs, portfolio: 'Theirs' }, by);
    const house = {
      name: 'House',
      type: 'CORPUS',
      target_corpus: 70_000,
      target_date: '2036-03-02',
      expected_return_pct: 0,
      inflation_pct: 0,
    };
    await goals.create(stranger, house, by);
    const both = [owner, stranger].map((id) => core.portfolio.dashboard.read(id));
    assert.deepEqual(
      (await Promise.all(both)).map(({ total, portfolios, allocation, goal_highlights }) => [
        total.current_value,
        portfolios.map(({ portfolio }) => portfolio),
        allocation.currency.map(({ holdings_count }) => holdings_count),
        goal_highlights.map(({ name }) => name),
      ]),
      [
        [35_000, ['Long term'], [1], []],
        [900, ['Theirs'], [1], ['House']],
      ],
    );
  });

  it('a change shows in the next reading, whoever made it', async () => {
    assert.equal((await read()).total.holdings_count, 0);
    await hold();
    assert.equal((await read()).total.holdings_count, 1);
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      {
        portfolio: 'Long term',
        symbol: 'INFY',
        date: '2024-01-05',
        type: 'BUY',
        quantity: 1,
        price: 1500,
        currency: 'INR',
      },
      by,
    );
    const view = await read();
    assert.equal(view.total.holdings_count, 2);
    assert.equal(view.earnings.transactions_count, 1);
    assert.equal((await fixture.core.portfolio.dashboard.read(fixture.stranger)).total.holdings_count, 0);
  });

  it('earnings come from the ledger: realised gains first in first out, dividends after tax', async () => {
    const { transactions } = fixture.core.portfolio;
    const trade = { portfolio: 'P', symbol: 'INFY', currency: 'INR' };
    await transactions.create(
      fixture.owner,
      { ...trade, date: '2024-01-05', type: 'BUY', quantity: 10, price: 100, fee_tax: 10 },
      by,
    );
    await transactions.create(
      fixture.owner,
      { ...trade, date: '2024-02-05', type: 'BUY', quantity: 10, price: 200 },
      by,
    );
    await transactions.create(
      fixture.owner,
      { ...trade, date: '2024-03-05', type: 'SELL', quantity: 10, price: 150, fee_tax: 5 },
      by,
    );
    await transactions.create(
      fixture.owner,
      { ...trade, date: '2024-04-05', type: 'DIVIDEND', quantity: 10, price: 2, fee_tax: 2 },
      by,
    );
    // Sold for 1500 − 5, bought for 1000 + 10.
    assert.deepEqual([(await read()).earnings.realised_gain, (await read()).earnings.dividends], [485, 18]);
  });

  it('portfolio/Resources "Snapshot": one an hour for each portfolio and Networth, repeated without effect', async () => {
    const { snapshots, transactions } = fixture.core.portfolio;
    await refused(snapshots.latest(fixture.owner), 404, 'SNAPSHOT_NOT_FOUND', /every hour/);
    await transactions.create(
      fixture.owner,
      {
        portfolio: 'P',
        symbol: 'INFY',
        date: '2025-03-02',
        type: 'BUY',
        quantity: 10,
        price: 100,
        currency: 'INR',
      },
      by,
    );
    const [holding] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, 'INFY');
    await fixture.core.portfolio.holdings.update(
      fixture.owner,
      holding?.id ?? '',
      { current_price: 110 },
      by,
    );
    assert.equal(await snapshots.take(fixture.owner), 2);
    assert.equal(await snapshots.take(fixture.owner), 0);
    const latest = await snapshots.latest(fixture.owner);
    assert.deepEqual(
      [
        latest.portfolio,
        latest.current_value,
        latest.total_invested,
        latest.total_profit,
        latest.total_profit_pct,
        latest.total_dividends,
      ],
      ['Networth', 1100, 1000, 100, 10, 0],
    );
    // 1000 in, 1100 out 365 days later: 10 % a year.
    assert.ok(Math.abs((latest.xirr ?? 0) - 10) < 1e-6);
    fixture.clock.pass(60);
    assert.equal(await snapshots.take(fixture.owner), 2);
    const { items } = await snapshots.list(fixture.owner, { portfolio: 'p' });
    assert.deepEqual(
      items.map((one) => one.recorded_at),
      ['2026-03-02T06:00:00.000Z', '2026-03-02T07:00:00.000Z'],
    );
    assert.equal(
      (await snapshots.list(fixture.owner, { limit: 1 })).items[0]?.recorded_at,
      '2026-03-02T07:00:00.000Z',
    );
    assert.equal((await snapshots.list(fixture.owner, { to: '2026-03-02T06:30:00.000Z' })).items.length, 1);
    assert.equal((await read()).recent_snapshots.length, 2);
  });

  it('portfolio/Resources "Snapshot": an unknown value is recorded as unknown', async () => {
    await hold({ current_price: null, previous_close: null });
    await fixture.core.portfolio.snapshots.take(fixture.owner);
    const latest = await fixture.core.portfolio.snapshots.latest(fixture.owner);
    assert.deepEqual(
      [latest.state, latest.current_value, latest.total_invested, latest.total_profit, latest.xirr],
      ['UNAVAILABLE', null, 32_000, null, null],
    );
  });
});
