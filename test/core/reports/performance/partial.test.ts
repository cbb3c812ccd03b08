import assert from 'node:assert/strict';
import {
  bookDay,
  buyKnownShares,
  enterHoles,
  KNOWN_CLOSES,
  LAST_BOOK_DAY,
  writeBookCloses,
} from '../../../support/partial-book.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { near } from '../../../support/near.ts';

const by = { actor: 'test' };
/**
 * The owner has two shares with their ledger and four more that keep figures unknown: GOLD, entered by hand; OLD, without
 * a price; GIFT, without a purchase price; and MORE, of which more is held than was bought. The stranger has the two alone.
 */
describe('portfolio/States "PARTIAL": reports of a portfolio of which a part is known', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: `${LAST_BOOK_DAY}T11:00:00.000Z` });
    const { core, owner, stranger } = fixture;
    await writeBookCloses(core);
    for (const who of [owner, stranger]) await buyKnownShares(core, who);
    await enterHoles(core, owner);
  });
  after(() => fixture.close());

  const both = async <T>(read: (who: string) => Promise<T>): Promise<[T, T]> => [
    await read(fixture.owner),
    await read(fixture.stranger),
  ];

  it('XIRR, time-weighted return and windows are those of books that hold nothing else', async () => {
    const [mine, other] = await both(
      async (who) => await fixture.core.reports.performance.read(who, { portfolio: 'P' }),
    );
    assert.deepEqual([mine.xirr_pct, mine.twr_pct, mine.twr_annual_pct], [null, null, null]);
    for (const name of ['xirr_pct', 'twr_pct', 'twr_annual_pct'] as const) {
      assert.ok(other[name] !== null, name);
      near(mine.partial[name]?.figure, other[name]);
      assert.equal(mine.partial[name]?.state, 'PARTIAL');
      assert.deepEqual(
        [mine.partial[name]?.holdings_counted, mine.partial[name]?.holdings_total],
        [2, 6],
        name,
      );
      // OLD has no price, so nobody can tell the share.
      assert.equal(mine.partial[name]?.value_share_pct, null);
    }
    const codes = (name: 'xirr_pct' | 'twr_pct') =>
      mine.partial[name]?.missing.map(({ symbol, code }) => [symbol, code]);
    assert.deepEqual(codes('xirr_pct'), [
      ['GIFT', 'NO_TRANSACTIONS'],
      ['GOLD', 'NO_TRANSACTIONS'],
      ['MORE', 'TRANSACTIONS_DIFFER'],
      ['OLD', 'NO_PRICE'],
    ]);
    assert.deepEqual(codes('twr_pct'), [
      ['GIFT', 'NO_TRANSACTIONS'],
      ['GOLD', 'NO_TRANSACTIONS'],
      ['MORE', 'TRANSACTIONS_DIFFER'],
      ['OLD', 'NO_TRANSACTIONS'],
    ]);
    assert.equal(mine.partial_periods?.holdings_counted, 2);
    const windows = new Map(mine.partial_periods?.periods.map((one) => [one.period, one]));
    assert.deepEqual([...windows.keys()], ['1M', '3M', '6M', '1Y', 'Max']);
    for (const whole of other.periods) {
      const own = windows.get(whole.period);
      if (own === undefined) continue;
      assert.deepEqual([own.from, own.to], [whole.from, whole.to]);
      for (const name of ['return_pct', 'adjusted_return_pct', 'twr_pct', 'alpha_pct'] as const) {
        assert.ok(whole[name] !== null);
        near(own[name], whole[name]);
      }
    }
    assert.equal(other.partial_periods, null);
    assert.deepEqual(other.partial, {});
  });

  it('value, cost and dividends of the gain are of those with a price and a cost', async () => {
    const mine = await fixture.core.reports.performance.read(fixture.owner, { portfolio: 'P' });
    assert.equal(mine.total_gain, null);
    const { total_gain: gain, total_invested: invested, capital_return_pct: share } = mine.partial;
    // 10 at 100 and 5 at 120, 20 at 51, 25 at 10 (MORE), 10 at 10 (GOLD).
    near(invested?.figure, 1600 + 1020 + 250 + 100, 1e-6);
    // 394 days later TCS closes at 100 + 2 + 39.4, INFY at its own.
    near(gain?.figure, 15 * 141.4 + 20 * KNOWN_CLOSES.INFY(394) + 250 + 120 - 2970, 1e-6);
    near(share?.figure, ((gain?.figure ?? 0) / 2970) * 100, 1e-6);
    assert.deepEqual(
      gain?.missing.map(({ symbol, code }) => [symbol, code]),
      [
        ['GIFT', 'NO_COST'],
        ['OLD', 'NO_PRICE'],
      ],
    );
    assert.deepEqual([gain?.holdings_counted, gain?.holdings_total], [4, 6]);
  });

  it('risk: every figure, the CAGR of the Sharpe ratio too, is of the same holdings', async () => {
    const { core } = fixture;
    for (const who of [fixture.owner, fixture.stranger]) await core.portfolio.snapshots.take(who);
    fixture.clock.pass(24 * 60);
    const [mine, other] = await both(async (who) => await core.reports.risk.read(who, { portfolio: 'P' }));
    const { partial } = mine;
    for (const name of ['max_drawdown_pct', 'volatility_pct', 'sharpe', 'cagr_pct'] as const) {
      assert.equal(mine[name], null, name);
      assert.ok(partial?.instead_of.includes(name));
      assert.ok(other[name] !== null, name);
      // The stranger's last day is a snapshot of the same prices, the part's a close.
      near(partial?.[name], other[name], 1e-6);
    }
    assert.deepEqual([partial?.peak_date, partial?.trough_date], [other.peak_date, other.trough_date]);
    assert.equal(other.partial, null);
  });

  it('months and the lines beside an index are filled in for the part', async () => {
    const { reports } = fixture.core;
    const [mine, other] = await both(
      async (who) => await reports.monthlyReturns.read(who, { portfolio: 'P' }),
    );
    assert.deepEqual(mine.months, []);
    assert.equal(mine.partial?.holdings_counted, 2);
    const months = mine.partial?.months ?? [];
    assert.equal(months.length, 13);
    for (const [at, one] of months.entries()) {
      assert.deepEqual([one.year, one.month], [other.months[at]?.year, other.months[at]?.month]);
      near(one.return_pct, other.months[at]?.return_pct ?? Number.NaN, 1e-6);
    }
    const [lines, beside] = await both(
      async (who) => await reports.comparison.read(who, { portfolio: 'P', period: 'Max' }),
    );
    assert.equal(lines.partial?.lines?.period, 'Max');
    assert.equal(lines.partial?.lines?.series[0]?.date, beside.series[0]?.date);
    near(lines.partial?.lines?.series.at(-1)?.portfolio, beside.series.at(-1)?.portfolio ?? 0, 1e-6);
  });

  it('of a day in the past nobody knows what was missing: there is no part', async () => {
    const view = await fixture.core.reports.performance.read(fixture.owner, { to: bookDay(300) });
    assert.deepEqual([view.partial, view.partial_periods], [{}, null]);
  });

  it('a window that only is too long for the books has no part', async () => {
    const other = await fixture.core.reports.performance.read(fixture.stranger, { portfolio: 'P' });
    assert.equal(other.periods.find(({ period }) => period === '3Y')?.return_pct, null);
    assert.equal(other.partial_periods, null);
  });

  it('mended, all figures are of the whole again', async () => {
    const { core, owner } = fixture;
    for (const { id, symbol } of (await core.portfolio.transactions.list(owner, {})).items)
      if (symbol === 'MORE') await core.portfolio.transactions.remove(owner, id, by);
    for (const { id, symbol } of await core.portfolio.holdings.all(owner))
      if (!['TCS', 'INFY'].includes(symbol)) await core.portfolio.holdings.remove(owner, id, by);
    const view = await core.reports.performance.read(owner, { portfolio: 'P' });
    assert.ok(view.xirr_pct !== null && view.twr_pct !== null);
    assert.deepEqual([view.partial, view.partial_periods], [{}, null]);
  });
});

describe('portfolio/States "PARTIAL": a symbol without closes that was bought on the way', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: `${LAST_BOOK_DAY}T11:00:00.000Z` });
    const { core, owner } = fixture;
    await writeBookCloses(core);
    await buyKnownShares(core, owner);
    await core.portfolio.transactions.create(
      owner,
      {
        portfolio: 'P',
        symbol: 'OLD',
        currency: 'INR',
        type: 'BUY',
        quantity: 1,
        price: 5,
        date: bookDay(100),
        asset_class: 'Indian Equity',
      },
      by,
    );
  });
  after(() => fixture.close());

  it('ended all returns on the day before it: those of the others go on to today, with the days before', async () => {
    const { reports } = fixture.core;
    const view = await reports.performance.read(fixture.owner, { portfolio: 'P' });
    // What is known of the whole ends before the purchase of OLD.
    assert.deepEqual([view.from, view.to], [bookDay(0), bookDay(99)]);
    assert.ok(view.twr_pct !== null);
    // TCS alone up to the end of day 39, both with the 20 at 51 of day 40 and the 5 at 120 of day 200.
    const { TCS, INFY } = KNOWN_CLOSES;
    const value = (at: number) =>
      (at < 200 ? 10 : 15) * Number(TCS(at).toFixed(2)) + (at < 40 ? 0 : 20 * INFY(at));
    let factor = value(39) / value(0);
    factor *= value(40) / (value(39) + 20 * 51);
    factor *= value(199) / value(40);
    factor *= value(200) / (value(199) + 5 * 120);
    factor *= value(394) / value(200);
    near(view.partial.twr_pct?.figure, (factor - 1) * 100);
    assert.deepEqual(
      view.partial.twr_pct?.missing.map(({ symbol, code }) => [symbol, code]),
      [['OLD', 'NO_PRICE_HISTORY']],
    );
    const year = view.partial_periods?.periods.find(({ period }) => period === '1Y');
    assert.equal(year?.to, LAST_BOOK_DAY);
    const risk = await reports.risk.read(fixture.owner, { portfolio: 'P' });
    assert.equal(risk.partial?.to, LAST_BOOK_DAY);
    assert.ok(risk.partial?.instead_of.includes('current_drawdown_pct'));
  });
});
