import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addDays } from '../../../../core/platform/index.ts';
import type { HoldingView } from '../../../../core/portfolio/index.ts';
import { sharedCore, testCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };
const tcs = {
  portfolio: 'Long term',
  symbol: 'TCS',
  asset_class: 'Indian Equity',
  currency: 'INR',
  quantity: 10,
  avg_buy_price: 3200,
};
const buy = {
  portfolio: 'Long term',
  symbol: 'TCS',
  date: '2024-01-05',
  type: 'BUY',
  quantity: 8,
  price: 3100,
  currency: 'INR',
};

describe('holdings', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const holdings = () => fixture.core.portfolio.holdings;
  const transactions = () => fixture.core.portfolio.transactions;

  it('portfolio/Errors: a Mutual Fund without an ISIN is refused with 422, on create and on update', async () => {
    const fund = { ...tcs, symbol: 'PARAG PARIKH FLEXI CAP', asset_class: 'Mutual Fund' };
    const problem = await refused(
      holdings().create(fixture.owner, fund, by),
      422,
      'VALIDATION_ERROR',
      /ISIN/,
    );
    assert.equal(problem.errors?.[0]?.field, 'isin');
    const { id } = await holdings().create(fixture.owner, { ...fund, isin: 'INF879O01027' }, by);
    await refused(holdings().update(fixture.owner, id, { isin: null }, by), 422, 'VALIDATION_ERROR', /ISIN/);
  });

  it('bond fields belong to bonds', async () => {
    await refused(
      holdings().create(fixture.owner, { ...tcs, coupon_rate: 7.1 }, by),
      422,
      'VALIDATION_ERROR',
      /Bond/,
    );
    const bond = await holdings().create(
      fixture.owner,
      {
        ...tcs,
        symbol: '718GS2033',
        asset_class: 'Bond',
        maturity_date: '2033-08-14',
        face_value: 100,
        coupon_rate: 7.18,
        coupon_frequency: 2,
      },
      by,
    );
    assert.equal(bond.maturity_date, '2033-08-14');
    assert.equal(bond.coupon_frequency, 2);
  });

  it('cash is worth its face', async () => {
    const cash = await holdings().create(
      fixture.owner,
      { ...tcs, symbol: 'CASH', asset_class: 'Cash', quantity: 5000, avg_buy_price: 1 },
      by,
    );
    assert.equal(cash.market_value, 5000);
    assert.equal(cash.gain, 0);
  });

  it('an unknown price gives no value and no gain, never zero', async () => {
    const view = await holdings().create(fixture.owner, tcs, by);
    for (const field of ['current_price', 'market_value', 'gain', 'gain_pct', 'day_change'] as const)
      assert.equal(view[field], null);
    assert.equal(view.invested, 32_000);
  });

  it('a price entered by hand was set against the close before the price that it replaced', async () => {
    const { id } = await holdings().create(
      fixture.owner,
      { ...tcs, current_price: 110, previous_close: 100 },
      by,
    );
    const changed = async (current_price: number, at: string) => {
      fixture.clock.at = new Date(at);
      const view = await holdings().update(fixture.owner, id, { current_price }, by);
      return [view.previous_close, view.day_change, view.day_change_date];
    };
    // Monday 2 March 2026. The same session: the close before stays. 10 × (112 − 100).
    assert.deepEqual(await changed(112, '2026-03-02T10:30:00.000Z'), [100, 120, '2026-03-02']);
    // Tuesday is Holi, and Monday's price was entered at 16:00, after its session. 10 × (120 − 112).
    assert.deepEqual(await changed(120, '2026-03-04T06:00:00.000Z'), [112, 80, '2026-03-04']);
    // Wednesday's price of half past eleven is no close, and nothing else is known.
    assert.deepEqual(await changed(125, '2026-03-05T06:00:00.000Z'), [null, null, '2026-03-05']);
  });

  it('portfolio/Price refresh rules 5: Update LTP moves the old price into previous_close and records the update', async () => {
    const { id } = await holdings().create(
      fixture.owner,
      { ...tcs, symbol: 'MYSTARTUP', asset_class: 'Unlisted', current_price: 100 },
      by,
    );
    const view = await holdings().updatePrice(
      fixture.owner,
      id,
      { price: 125.5, valuation_date: '2026-03-02', note: 'Series B' },
      by,
    );
    assert.equal(view.current_price, 125.5);
    assert.equal(view.previous_close, 100);
    // The value before may be a year old: its change is none of a day.
    assert.equal(view.day_change, null);
    const [update] = (await holdings().priceUpdates(fixture.owner, id)).items;
    assert.equal(update?.prior_price, 100);
    assert.equal(update?.price, 125.5);
    assert.equal(update?.valuation_date, '2026-03-02');
    assert.equal(update?.source, 'MANUAL');
    assert.equal(update?.note, 'Series B');
  });

  it('portfolio/Price refresh rules 5: a price of an earlier day is filed under it, and the newer price stays', async () => {
    const { id } = await holdings().create(
      fixture.owner,
      { ...tcs, symbol: 'MYSTARTUP', asset_class: 'Unlisted', current_price: null },
      by,
    );
    const price = async (value: number, valuation_date: string) =>
      await holdings().updatePrice(fixture.owner, id, { price: value, valuation_date }, by);
    await price(150, '2026-02-20');
    const early = await price(90, '2025-04-01');
    assert.deepEqual([early.current_price, early.previous_close, early.price_as_of], [150, 90, '2026-02-20']);
    const between = await price(120, '2025-10-01');
    assert.deepEqual([between.current_price, between.previous_close], [150, 120]);
    // Corrected, and then a first price of all.
    assert.equal((await price(125, '2025-10-01')).previous_close, 125);
    assert.equal((await price(50, '2024-04-01')).previous_close, 125);
    const { items } = await holdings().priceUpdates(fixture.owner, id);
    assert.deepEqual(
      items.map(({ valuation_date, prior_price, price: value }) => [valuation_date, prior_price, value]),
      [
        ['2024-04-01', null, 50],
        ['2025-10-01', 90, 125],
        ['2025-10-01', 90, 120],
        ['2025-04-01', null, 90],
        ['2026-02-20', null, 150],
      ],
    );
  });

  it('a new holding took the price that was entered last: it takes that of the newest day', async () => {
    const hold = async (portfolio: string, price: number, valuation_date: string) => {
      const input = { ...tcs, portfolio, symbol: 'OYO', asset_class: 'Unlisted', current_price: null };
      const { id } = await holdings().create(fixture.owner, input, by);
      await holdings().updatePrice(fixture.owner, id, { price, valuation_date }, by);
    };
    await hold('One', 150, '2026-02-20');
    fixture.clock.pass(60);
    await hold('Two', 90, '2025-04-01');
    const { transactions } = fixture.core.portfolio;
    await transactions.create(
      fixture.owner,
      { ...buy, portfolio: 'Three', symbol: 'OYO', asset_class: 'Unlisted' },
      by,
    );
    const all = await holdings().all(fixture.owner);
    assert.equal(all.find(({ portfolio }) => portfolio === 'Three')?.current_price, 150);
  });

  it('portfolio/Price refresh rules 5: prices of one year in any order end with the newest and the one before it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 5 }),
        fc.uuid(),
        async (ages, symbol) => {
          const { id } = await holdings().create(
            fixture.owner,
            { ...tcs, symbol, asset_class: 'Unlisted', current_price: null },
            by,
          );
          let view: HoldingView | null = null;
          for (const age of ages)
            view = await holdings().updatePrice(
              fixture.owner,
              id,
              // The price of a day is 1,000 less its age.
              { price: 1000 - age, valuation_date: addDays('2026-03-02', -age) },
              by,
            );
          const [newest = 0, before = 0] = ages.toSorted((one, other) => one - other);
          assert.deepEqual([view?.current_price, view?.previous_close], [1000 - newest, 1000 - before]);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('Update LTP is for Unlisted holdings and for prices above zero', async () => {
    const { id } = await holdings().create(fixture.owner, tcs, by);
    await refused(
      holdings().updatePrice(fixture.owner, id, { price: 1 }, by),
      409,
      'LTP_NOT_MANUAL',
      /market/,
    );
    const unlisted = await holdings().create(
      fixture.owner,
      { ...tcs, symbol: 'X', asset_class: 'Unlisted' },
      by,
    );
    for (const price of [0, -5, Number.NaN]) {
      await refused(
        holdings().updatePrice(fixture.owner, unlisted.id, { price }, by),
        422,
        'VALIDATION_ERROR',
      );
    }
  });

  it('portfolio/Import and ledger rules 6: the ledger stands beside a holding kept by hand and never changes it', async () => {
    const { id } = await holdings().create(fixture.owner, tcs, by);
    assert.equal((await holdings().get(fixture.owner, id)).reconciliation.status, 'NO_LEDGER');
    await transactions().create(fixture.owner, buy, by);
    const view = await holdings().get(fixture.owner, id);
    assert.equal(view.quantity, 10);
    assert.equal(view.avg_buy_price, 3200);
    assert.equal(view.reconciliation.status, 'MISSING_HISTORY');
    assert.equal(view.reconciliation.ledger_quantity, 8);
    assert.equal(view.reconciliation.difference, 2);
    await transactions().create(fixture.owner, { ...buy, date: '2024-02-05', quantity: 5 }, by);
    assert.equal((await holdings().get(fixture.owner, id)).reconciliation.status, 'EXCESS_LEDGER');
  });

  it('a derived holding becomes one kept by hand when its quantity is edited, not when its price is', async () => {
    await transactions().create(fixture.owner, buy, by);
    const [derived] = await holdings().ofSymbol(fixture.owner, 'TCS');
    const id = derived?.id ?? '';
    assert.equal(
      (await holdings().update(fixture.owner, id, { current_price: 3300, sector: 'IT' }, by)).source,
      'LEDGER',
    );
    assert.equal((await holdings().update(fixture.owner, id, { quantity: 9 }, by)).source, 'MANUAL');
    assert.equal((await holdings().get(fixture.owner, id)).reconciliation.status, 'MISSING_HISTORY');
  });

  it('a derived holding is not deleted on its own: it would come back', async () => {
    await transactions().create(fixture.owner, buy, by);
    const [derived] = await holdings().ofSymbol(fixture.owner, 'TCS');
    await refused(
      holdings().remove(fixture.owner, derived?.id ?? '', by),
      409,
      'HOLDING_FOLLOWS_LEDGER',
      /transactions/,
    );
  });

  it('a deletion can be taken back; the ledger speaks up in between', async () => {
    const { id } = await holdings().create(fixture.owner, { ...tcs, current_price: 3333.3333333 }, by);
    await transactions().create(fixture.owner, buy, by);
    const before = await holdings().get(fixture.owner, id);
    await holdings().remove(fixture.owner, id, by);
    assert.equal((await holdings().ofSymbol(fixture.owner, 'TCS'))[0]?.source, 'LEDGER');
    assert.deepEqual(await holdings().restore(fixture.owner, id, by), before);
    assert.equal((await holdings().list(fixture.owner, {})).total, 1);
  });

  it('refuses a second holding of a symbol in a portfolio', async () => {
    await holdings().create(fixture.owner, tcs, by);
    await refused(holdings().create(fixture.owner, { ...tcs, symbol: 'tcs' }, by), 409, 'HOLDING_EXISTS');
    await holdings().create(fixture.owner, { ...tcs, portfolio: 'Other' }, by);
  });

  it('removes a symbol with its transactions and brings everything back', async () => {
    await transactions().create(fixture.owner, buy, by);
    await transactions().create(fixture.owner, { ...buy, date: '2024-02-05', price: 3111.1111111 }, by);
    const before = await transactions().list(fixture.owner, {});
    const { symbols } = fixture.core.portfolio;
    const gone = await symbols.remove(fixture.owner, { symbol: 'tcs', portfolio: 'long term' }, by);
    assert.equal(gone.transactions, 2);
    assert.equal((await holdings().list(fixture.owner, {})).total, 0);
    await refused(symbols.restore(fixture.stranger, gone.undo_id, by), 404, 'SYMBOL_NOT_FOUND');
    await symbols.restore(fixture.owner, gone.undo_id, by);
    assert.deepEqual(await transactions().list(fixture.owner, {}), before);
    assert.equal((await holdings().ofSymbol(fixture.owner, 'TCS'))[0]?.quantity, 16);
    await refused(symbols.restore(fixture.owner, gone.undo_id, by), 404, 'SYMBOL_NOT_FOUND');
    await refused(
      symbols.remove(fixture.owner, { symbol: 'NONE', portfolio: 'Long term' }, by),
      404,
      'SYMBOL_NOT_FOUND',
    );
  });

  it('another owner cannot see, price, change, delete or bring back a holding', async () => {
    const { id } = await holdings().create(fixture.owner, { ...tcs, asset_class: 'Unlisted' }, by);
    const { stranger } = fixture;
    assert.equal((await holdings().list(stranger, {})).total, 0);
    await refused(holdings().get(stranger, id), 404, 'HOLDING_NOT_FOUND');
    await refused(holdings().updatePrice(stranger, id, { price: 1 }, by), 404, 'HOLDING_NOT_FOUND');
    await refused(holdings().priceUpdates(stranger, id), 404, 'HOLDING_NOT_FOUND');
    await refused(holdings().update(stranger, id, { quantity: 1 }, by), 404, 'HOLDING_NOT_FOUND');
    await refused(holdings().remove(stranger, id, by), 404, 'HOLDING_NOT_FOUND');
    await holdings().remove(fixture.owner, id, by);
    await refused(holdings().restore(stranger, id, by), 404, 'HOLDING_NOT_FOUND');
  });

  it('finds and sorts; a search text is text, not a pattern', async () => {
    await holdings().create(fixture.owner, { ...tcs, current_price: 3300 }, by);
    await holdings().create(fixture.owner, { ...tcs, symbol: 'M&M', current_price: 4000 }, by);
    await holdings().create(fixture.owner, { ...tcs, symbol: 'A_B' }, by);
    const symbols = async (query: Parameters<ReturnType<typeof holdings>['list']>[1]) =>
      (await holdings().list(fixture.owner, query)).items.map((row) => row.symbol);
    assert.deepEqual(await symbols({ search: '_' }), ['A_B']);
    assert.deepEqual(await symbols({ search: "'; drop table portfolio.holdings; --" }), []);
    assert.deepEqual(await symbols({ sort: 'market_value', order: 'desc' }), ['M&M', 'TCS', 'A_B']);
  });
});

describe('portfolios', () => {
  let fixture: TestCore;
  beforeEach(async () => {
    fixture = await testCore();
  });
  const portfolios = () => fixture.core.portfolio.portfolios;

  it('portfolio/Resources "Portfolio": Networth is there from the start and protected', async () => {
    const [networth] = await portfolios().list(fixture.owner);
    assert.equal(networth?.name, 'Networth');
    assert.equal(networth?.is_protected, true);
    const id = networth?.id ?? '';
    await refused(portfolios().remove(fixture.owner, id, by), 409, 'PORTFOLIO_PROTECTED');
    await refused(portfolios().update(fixture.owner, id, { name: 'Mine' }, by), 409, 'PORTFOLIO_PROTECTED');
    assert.equal((await portfolios().list(fixture.owner)).length, 1);
  });

  it('portfolio/Resources "Portfolio": target weights add up to about 100', async () => {
    const { id } = await portfolios().create(fixture.owner, { name: 'Mix' }, by);
    const set = (target_allocation: unknown) =>
      portfolios().update(fixture.owner, id, { target_allocation }, by);
    assert.deepEqual((await set({ Equity: 60, Debt: 40 })).target_allocation, { Equity: 60, Debt: 40 });
    assert.deepEqual((await set({ Equity: 66.67, Debt: 33.33 })).target_allocation, {
      Equity: 66.67,
      Debt: 33.33,
    });
    for (const wrong of [
      { Equity: 60 },
      { Equity: 120, Debt: -20 },
      { Equity: '100' },
      [100],
      'all',
      { '': 100 },
    ]) {
      await refused(set(wrong), 422, 'VALIDATION_ERROR', /about 100/);
    }
    assert.equal((await set(null)).target_allocation, null);
  });

  it('deleting a portfolio takes its holdings, transactions and snapshots along', async () => {
    await fixture.core.portfolio.transactions.create(fixture.owner, buy, by);
    const portfolio = await portfolios().findByName(fixture.owner, 'LONG TERM');
    await refused(portfolios().remove(fixture.stranger, portfolio?.id ?? '', by), 404, 'PORTFOLIO_NOT_FOUND');
    await portfolios().remove(fixture.owner, portfolio?.id ?? '', by);
    assert.equal((await fixture.core.portfolio.transactions.list(fixture.owner, {})).total, 0);
    assert.equal((await fixture.core.portfolio.holdings.list(fixture.owner, {})).total, 0);
  });

  it('names are unique whatever the case', async () => {
    await portfolios().create(fixture.owner, { name: 'Mix' }, by);
    await refused(portfolios().create(fixture.owner, { name: ' mix ' }, by), 409, 'PORTFOLIO_EXISTS');
    await portfolios().create(fixture.stranger, { name: 'Mix' }, by);
  });
});
