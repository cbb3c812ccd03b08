import assert from 'node:assert/strict';
import { testCore, type TestCore } from '../../../support/core.ts';
import { near } from '../measures/near.ts';

const by = { actor: 'test' };
const day = (at: number): string => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10);
/** 1 January 2025 to 30 January 2026, a close on each day. */
const DAYS = 395;
const TODAY = day(DAYS - 1);
const CLOSES: Record<string, (at: number) => number> = {
  TCS: (at) => 100 + (at % 7) + at / 10,
  INFY: (at) => 50 + 3 * Math.sin(at / 9) + at / 50,
};

/**
 * The owner has two shares with their ledger and four more that keep figures unknown: GOLD, entered by hand; OLD, without
 * a price; GIFT, without a purchase price; and MORE, of which more is held than was bought. The stranger has the two alone.
 */
describe('portfolio/States "PARTIAL": reports of a portfolio of which a part is known', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: `${TODAY}T11:00:00.000Z` });
    const { core, owner, stranger } = fixture;
    await core.database.asSystem('closes for a test', async (trx) => {
      for (const symbol of [...Object.keys(CLOSES), 'MORE']) {
        const [row] = (await trx('market.instruments')
          .insert({ exchange: 'NSE', symbol, asset_class: 'Indian Equity' })
          .returning('id')) as { id: string }[];
        const instrument_id = row?.id ?? '';
        const rows = Array.from({ length: DAYS }, (_, at) => ({
          instrument_id,
          day: day(at),
          close: (CLOSES[symbol]?.(at) ?? 10).toFixed(2),
          source: 'NSE',
        }));
        await trx('portfolio.price_history').insert(rows);
      }
      await trx('portfolio.benchmark_snapshots').insert(
        Array.from({ length: DAYS }, (_, at) => ({
          benchmark: 'NIFTY50',
          day: day(at),
          close: 20_000 + at,
          source: 'IMPORT',
          as_of: fixture.clock.now(),
        })),
      );
    });
    const buy = async (who: string, symbol: string, quantity: number, price: number, at: number) =>
      await core.portfolio.transactions.create(
        who,
        {
          portfolio: 'P',
          symbol,
          currency: 'INR',
          type: 'BUY',
          quantity,
          price,
          date: day(at),
          asset_class: 'Indian Equity',
        },
        by,
      );
    for (const who of [owner, stranger]) {
      await buy(who, 'TCS', 10, 100, 0);
      await buy(who, 'INFY', 20, 51, 40);
      await buy(who, 'TCS', 5, 120, 200);
    }
    await buy(owner, 'MORE', 10, 10, 5);
    const enter = async (symbol: string, more: { avg_buy_price?: number | null; current_price?: number }) =>
      await core.portfolio.holdings.create(
        owner,
        {
          portfolio: 'P',
          symbol,
          currency: 'INR',
          quantity: 10,
          asset_class: 'Unlisted',
          avg_buy_price: 10,
          ...more,
        } as never,
        by,
      );
    await enter('GOLD', { current_price: 12 });
    await enter('OLD', {});
    await enter('GIFT', { current_price: 20 });
    await core.database.asSystem('a cost that is not known', async (trx) => {
      await trx('portfolio.holdings').where({ symbol: 'GIFT' }).update({ avg_buy_price: null });
      await trx('portfolio.holdings').where({ symbol: 'MORE' }).update({ quantity: 25 });
    });
    for (const who of [owner, stranger])
      for (const { id, symbol } of await core.portfolio.holdings.all(who)) {
        const close = CLOSES[symbol]?.(DAYS - 1) ?? (symbol === 'MORE' ? 10 : null);
        if (close !== null)
          await core.portfolio.holdings.update(who, id, { current_price: Number(close.toFixed(2)) }, by);
      }
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
    const infy = Number(CLOSES['INFY']?.(394).toFixed(2));
    near(gain?.figure, 15 * 141.4 + 20 * infy + 250 + 120 - 2970, 1e-6);
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
    const view = await fixture.core.reports.performance.read(fixture.owner, { to: day(300) });
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
