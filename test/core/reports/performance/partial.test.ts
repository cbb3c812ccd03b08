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

  /** TCS and INFY as they are held, and 10 of MORE, which stay at 10, from day 5 on. */
  const growth = (from: number, to: number): number => {
    const { TCS, INFY } = KNOWN_CLOSES;
    const value = (at: number) =>
      (at < 200 ? 10 : 15) * Number(TCS(at).toFixed(2)) + (at < 40 ? 0 : 20 * INFY(at)) + (at < 5 ? 0 : 100);
    const paid = new Map([
      [5, 100],
      [40, 20 * 51],
      [200, 5 * 120],
    ]);
    let factor = 1;
    for (let at = from + 1; at <= to; at += 1) factor *= value(at) / (value(at - 1) + (paid.get(at) ?? 0));
    return factor;
  };

  it('XIRR is of those whose transactions explain them', async () => {
    const [mine, other] = await both(
      async (who) => await fixture.core.reports.performance.read(who, { portfolio: 'P' }),
    );
    assert.equal(mine.xirr_pct, null);
    near(mine.partial.xirr_pct?.figure, other.xirr_pct ?? Number.NaN);
    const { state, holdings_counted, holdings_total, value_share_pct, missing } = mine.partial.xirr_pct ?? {};
    // OLD has no price, so the share is unknown.
    assert.deepEqual([state, holdings_counted, holdings_total, value_share_pct], ['PARTIAL', 2, 6, null]);
    assert.deepEqual(
      missing?.map(({ symbol, code }) => [symbol, code]),
      [
        ['GIFT', 'NO_TRANSACTIONS'],
        ['GOLD', 'NO_TRANSACTIONS'],
        ['MORE', 'TRANSACTIONS_DIFFER'],
        ['OLD', 'NO_PRICE'],
      ],
    );
    assert.deepEqual(other.partial, {});
  });

  it('the line is of what has a price: holdings by hand enter it without a return, and OLD is excluded', async () => {
    const { reports } = fixture.core;
    const [mine, other] = await both(async (who) => await reports.performance.read(who, { portfolio: 'P' }));
    const last = 394;
    near(mine.twr_pct, (growth(0, last) - 1) * 100);
    const max = mine.periods.at(-1);
    assert.deepEqual([max?.from, max?.to], [bookDay(0), LAST_BOOK_DAY]);
    near(max?.twr_pct, (growth(0, last) - 1) * 100);
    near(mine.periods[0]?.twr_pct, (growth(last - 31, last) - 1) * 100);
    // On the last day 15 of MORE, GOLD for 120 and GIFT for 200 come, and OLD, which cost 100, without a price.
    const value = 15 * Number(KNOWN_CLOSES.TCS(last).toFixed(2)) + 20 * KNOWN_CLOSES.INFY(last) + 250 + 320;
    near(mine.series.at(-1)?.value, value);
    const share = (value / (value + 100)) * 100;
    near(mine.series.at(-1)?.covered_pct, share);
    assert.equal(mine.series.at(-2)?.covered_pct, 100);
    const { coverage } = mine;
    near(coverage?.value_share_pct, share);
    assert.deepEqual([coverage?.holdings_counted, coverage?.holdings_total], [5, 6]);
    assert.deepEqual(
      coverage?.missing.map(({ symbol, code, reason }) => [symbol, code, reason]),
      [['OLD', 'NO_PRICE_HISTORY', 'Daily closes are missing since 30 Jan 2026.']],
    );
    assert.deepEqual(mine.spans, [
      { from: bookDay(0), to: bookDay(393), basis: 'LEDGER' },
      { from: LAST_BOOK_DAY, to: LAST_BOOK_DAY, basis: 'SNAPSHOT' },
    ]);
    assert.equal(other.coverage, null);
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

  it('risk, months and the lines beside an index are of the same line, and say what they cover', async () => {
    const { reports } = fixture.core;
    const of = { portfolio: 'P' };
    const risk = await reports.risk.read(fixture.owner, of);
    assert.equal(risk.returns_count, 394);
    // The CAGR of the Sharpe ratio is of the four with a price and a cost.
    near(risk.cagr_pct, (await reports.performance.read(fixture.owner, of)).partial.cagr_pct?.figure ?? 0);
    assert.ok(risk.max_drawdown_pct !== null && risk.volatility_pct !== null && risk.sharpe !== null);
    const months = await reports.monthlyReturns.read(fixture.owner, of);
    assert.equal(months.months.length, 13);
    near(months.months.at(-1)?.return_pct, (growth(364, 394) - 1) * 100);
    const lines = await reports.comparison.read(fixture.owner, { ...of, period: 'Max' });
    near(lines.series.at(-1)?.portfolio, 100 * growth(0, 394));
    const history = await reports.valueHistory.read(fixture.owner, of);
    for (const { coverage } of [risk, months, lines, history])
      assert.deepEqual([coverage?.holdings_counted, coverage?.missing_count], [5, 1]);
  });

  it('the days up to one in the past cover everything, and have no part', async () => {
    const view = await fixture.core.reports.performance.read(fixture.owner, { to: bookDay(300) });
    assert.deepEqual([view.partial, view.coverage], [{}, null]);
  });

  it('mended, all figures are of the whole again', async () => {
    const { core, owner } = fixture;
    for (const { id, symbol } of (await core.portfolio.transactions.list(owner, {})).items)
      if (symbol === 'MORE') await core.portfolio.transactions.remove(owner, id, by);
    for (const { id, symbol } of await core.portfolio.holdings.all(owner))
      if (!['TCS', 'INFY'].includes(symbol)) await core.portfolio.holdings.remove(owner, id, by);
    const view = await core.reports.performance.read(owner, { portfolio: 'P' });
    assert.ok(view.xirr_pct !== null && view.twr_pct !== null);
    assert.deepEqual([view.partial, view.coverage], [{}, null]);
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

  it('ended all returns on the day before it: the price of its purchase counts, and nothing is left out', async () => {
    const { reports } = fixture.core;
    const view = await reports.performance.read(fixture.owner, { portfolio: 'P' });
    assert.deepEqual([view.from, view.to], [bookDay(0), LAST_BOOK_DAY]);
    const { TCS, INFY } = KNOWN_CLOSES;
    const value = (at: number) =>
      (at < 200 ? 10 : 15) * Number(TCS(at).toFixed(2)) + (at < 40 ? 0 : 20 * INFY(at));
    let factor = value(39) / value(0);
    factor *= value(40) / (value(39) + 20 * 51);
    factor *= value(99) / value(40);
    // One OLD for 5 from day 100 on.
    factor *= (value(100) + 5) / (value(99) + 5);
    factor *= (value(199) + 5) / (value(100) + 5);
    factor *= (value(200) + 5) / (value(199) + 5 + 5 * 120);
    factor *= (value(394) + 5) / (value(200) + 5);
    near(view.twr_pct, (factor - 1) * 100);
    near(view.current_value, value(394) + 5);
    assert.deepEqual([view.coverage, view.partial], [null, {}]);
    assert.equal((await reports.risk.read(fixture.owner, { portfolio: 'P' })).to, LAST_BOOK_DAY);
  });
});
