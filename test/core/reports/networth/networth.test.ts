import assert from 'node:assert/strict';
import { testCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'api:owner' };

describe('net worth', () => {
  let world: TestCore;
  let loan: string;
  before(async () => {
    world = await testCore({ at: '2026-03-02T06:00:00.000Z' });
    const { core, owner } = world;
    const hold = async (portfolio: string, symbol: string, row: object) =>
      await core.portfolio.holdings.create(
        owner,
        { portfolio, symbol, asset_class: 'Indian Equity', currency: 'INR', avg_buy_price: 50, ...row },
        by,
      );
    await hold('Main', 'TCS', { quantity: 10, current_price: 100 });
    await hold('Small', 'ITC', { quantity: 5, current_price: 50 });
    await core.portfolio.snapshots.take(owner);
    world.clock.pass(24 * 60);
    loan = (await core.liabilities.create(owner, { name: 'Car', type: 'LOAN', balance: 400 }, by)).id;
    await core.portfolio.snapshots.take(owner);
    world.clock.pass(24 * 60);
    await core.liabilities.update(owner, loan, { balance: 300 }, by);
    await core.portfolio.snapshots.take(owner);
  });
  after(() => world.close());
  const read = async (query: { from?: string; to?: string; explain?: boolean } = {}, userId = world.owner) =>
    await world.core.reports.networth.read(userId, query);

  it('portfolio/Reports, /networth: assets, liabilities, net worth, and what each portfolio adds', async () => {
    const view = await read();
    // 10 × 100 + 5 × 50 less 300
    assert.deepEqual(
      [view.assets, view.liabilities, view.net_worth, view.currency, view.state, view.is_estimated],
      [1250, 300, 950, 'INR', 'AVAILABLE', false],
    );
    assert.deepEqual(
      view.accounts.map(({ portfolio, assets, invested, share_pct }) => [
        portfolio,
        assets,
        invested,
        share_pct,
      ]),
      [
        ['Main', 1000, 500, 80],
        ['Small', 250, 250, 20],
      ],
    );
    assert.deepEqual(
      view.debts.map(({ name, type, balance, amount }) => [name, type, balance, amount]),
      [['Car', 'LOAN', 300, 300]],
    );
  });

  it('portfolio/Report rules 13: its history, with the basis of each day', async () => {
    const { history } = await read();
    assert.equal(history.liabilities_recorded_since, '2026-03-03');
    assert.deepEqual(
      history.points.map(({ date, assets, liabilities, net_worth, liabilities_basis }) => [
        date,
        assets,
        liabilities,
        net_worth,
        liabilities_basis,
      ]),
      [
        ['2026-03-02', 1250, 300, 950, 'CURRENT'],
        ['2026-03-03', 1250, 400, 850, 'RECORDED'],
        ['2026-03-04', 1250, 300, 950, 'RECORDED'],
      ],
    );
    const narrowed = await read({ from: '2026-03-03', to: '2026-03-03' });
    assert.deepEqual(
      [narrowed.history.days, narrowed.history.points[0]?.net_worth, narrowed.net_worth],
      [1, 850, 950],
    );
    await assert.rejects(read({ from: '2026-03-03', to: '2026-03-02' }), /VALIDATION_ERROR/);
  });

  it('explains each headline figure', async () => {
    const { explanations } = await read({ explain: true });
    assert.deepEqual(
      explanations?.map(({ figure, value, worked }) => [figure, value, worked]),
      [
        ['assets', 1250, '1,000 + 250'],
        ['liabilities', 300, '300'],
        ['net_worth', 950, '1,250 − 300'],
      ],
    );
    // Half past one at night in India is still the day before in Greenwich.
    world.clock.pass(13 * 60 + 30 + 60);
    const night = (await read({ explain: true })).explanations?.[2]?.inputs.map(({ date }) => date);
    world.clock.pass(-(13 * 60 + 30 + 60));
    assert.deepEqual(night, ['2026-03-05', '2026-03-05']);
  });

  it('a debt in a currency without a rate makes net worth unknown; one with a rate an estimate', async () => {
    const { core, owner } = world;
    const card = { name: 'Card', type: 'CARD', balance: 2, currency: 'USD' };
    const dollars = await core.liabilities.create(owner, card, by);
    const estimated = await read();
    // 2 dollars at the reference of 82
    assert.deepEqual([estimated.liabilities, estimated.net_worth, estimated.is_estimated], [464, 786, true]);
    assert.deepEqual(
      estimated.fx_rates.map(({ from, rate }) => [from, rate]),
      [['USD', 82]],
    );
    await core.liabilities.update(owner, dollars.id, { currency: 'CHF' }, by);
    const unknown = await read();
    assert.deepEqual([unknown.assets, unknown.liabilities, unknown.net_worth], [1250, null, null]);
    assert.match(unknown.net_worth_reason ?? '', /No exchange rate for CHF/);
    await core.liabilities.remove(owner, dollars.id, by);
    assert.equal((await read()).net_worth, 950);
  });

  it('what has no price is left out and named; a stranger owns and owes nothing', async () => {
    const held = { symbol: 'OYO', asset_class: 'Unlisted', currency: 'INR', quantity: 1, avg_buy_price: 1 };
    await world.core.portfolio.holdings.create(world.owner, { portfolio: 'Small', ...held }, by);
    const view = await read();
    assert.deepEqual([view.state, view.net_worth], ['PARTIAL', 950]);
    assert.match(view.assets_reason ?? '', /No price for OYO/);
    assert.match(view.accounts.find(({ portfolio }) => portfolio === 'Small')?.reason ?? '', /OYO/);
    const other = await read({}, world.stranger);
    assert.deepEqual(
      [other.assets, other.liabilities, other.net_worth, other.accounts, other.history.points],
      [0, 0, 0, [], []],
    );
    assert.match(other.history.reason ?? '', /every hour/);
  });
});
