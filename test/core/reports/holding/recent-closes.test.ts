import assert from 'node:assert/strict';
import { testCore, type TestCore } from '../../../support/core.ts';
import { observePrices } from '../../../support/observed-prices.ts';

const BY = { actor: 'test' };
const SHARES = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
ALPHA,Alpha Steel Limited,EQ,06-OCT-2008,5,1,INE001A01010,5
BETA,Beta Foods Limited,EQ,03-MAY-1995,10,1,INE002A01018,10
`;

describe('closes of the last 90 days', () => {
  let fixture: TestCore;
  const read = async (symbols: string) =>
    await fixture.core.reports.recentCloses.read(fixture.owner, { symbols });

  before(async () => {
    fixture = await testCore({ at: '2026-03-02T06:00:00.000Z' });
    const { core, owner } = fixture;
    await core.instruments.importLists([{ name: 'EQUITY_L.csv', bytes: Buffer.from(SHARES) }], {});
    const found = await core.instruments.resolve({ symbol: 'ALPHA' });
    assert.ok(found.outcome === 'FOUND');
    const at = (day: string, close: number) => ({ instrument_id: found.instrument.id, day, close });
    // 2 December is 90 days before 2 March; the price halves with a split that the ledger alone knows.
    const closes = [at('2025-12-01', 1), at('2025-12-02', 200), at('2026-01-05', 210), at('2026-02-27', 110)];
    await core.history.store(closes, { source: 'FILE' });
    const row = { portfolio: 'Main', symbol: 'ALPHA', currency: 'INR' };
    for (const [type, date, quantity, price] of [
      ['BUY', '2025-06-02', 10, 150],
      ['SPLIT', '2026-02-02', 2, 0],
    ] as const)
      await core.portfolio.transactions.create(owner, { ...row, type, date, quantity, price }, BY);
    const held = { ...row, symbol: 'BETA', asset_class: 'Indian Equity', quantity: 1, avg_buy_price: 1 };
    await core.portfolio.holdings.create(owner, held, BY);
  });
  after(() => fixture?.close());

  it('they are in today’s shares, also after a split that only the ledger has', async () => {
    assert.deepEqual(await read('ALPHA'), {
      from: '2025-12-02',
      to: '2026-03-02',
      items: [{ symbol: 'ALPHA', currency: 'INR', portfolio: null, closes: [100, 105, 110] }],
    });
  });

  it('leaves out symbols without closes, symbols that are not held, and unknown ones', async () => {
    assert.deepEqual((await read('BETA,GAMMA')).items, []);
  });

  describe('with prices of the person', () => {
    const hold = async (symbol: string, over: Record<string, unknown>) => {
      const row = { portfolio: 'Main', symbol, currency: 'INR' };
      const { holdings } = fixture.core.portfolio;
      return await holdings.create(fixture.owner, { ...row, quantity: 1, avg_buy_price: 1, ...over }, BY);
    };
    const value = async (id: string, prices: Readonly<Record<string, number>>) => {
      for (const [valuation_date, price] of Object.entries(prices))
        await fixture.core.portfolio.holdings.updatePrice(fixture.owner, id, { price, valuation_date }, BY);
    };
    const pageOf = async (symbol: string, portfolio?: string) => {
      const { prices } = await fixture.core.reports.holding.read(fixture.owner, { symbol, portfolio });
      return [prices.reason, prices.closes.map(({ close }) => close)];
    };
    const linesOf = async (symbols: string) =>
      (await read(symbols)).items.map(({ symbol, portfolio, closes }) => [symbol, portfolio, closes]);

    it('they count on days without a close, in the shares of today, and a close of the same day comes first', async () => {
      // 5 January has a close; 9 January is before the split of 2 for 1.
      await observePrices(fixture, 'ALPHA', { '2026-01-05': 999, '2026-01-09': 220, '2026-03-01': 112 });
      assert.deepEqual(await linesOf('ALPHA'), [['ALPHA', null, [100, 105, 110, 110, 112]]]);
      // The chart of its page begins with the first purchase.
      assert.deepEqual(await pageOf('ALPHA'), [null, [0.5, 100, 105, 110, 110, 112]]);
    });

    it('what no market prices has the line of its own prices, without those before the 90 days', async () => {
      await hold('PENSION', { asset_class: 'Unlisted' });
      await observePrices(fixture, 'PENSION', { '2025-12-01': 40, '2025-12-02': 41, '2026-02-27': 42 });
      assert.deepEqual(await linesOf('PENSION'), [['PENSION', null, [41, 42]]]);
    });

    it('a split that waits for a decision is counted, since the fall of the price on its day is no loss', async () => {
      const row = { portfolio: 'Main', symbol: 'DELTA', currency: 'INR', asset_class: 'Indian Equity' };
      await fixture.core.portfolio.transactions.create(
        fixture.owner,
        { ...row, type: 'BUY', date: '2025-06-02', quantity: 10, price: 150 },
        BY,
      );
      await fixture.core.database.asSystem('an announcement for a test', (trx) =>
        trx('market.corporate_actions').insert({
          exchange: 'NSE',
          symbol: 'DELTA',
          ex_date: '2026-02-10',
          raw: 'Split',
          part: 1,
          kind: 'SPLIT',
          new_shares: 5,
          old_shares: 1,
          status: 'READ',
          source: 'NSE',
        }),
      );
      await observePrices(fixture, 'DELTA', { '2026-02-09': 500, '2026-02-10': 101 });
      assert.deepEqual(await linesOf('DELTA'), [['DELTA', null, [100, 101]]]);
    });

    it('one symbol in two portfolios has two lines where each has prices of its own', async () => {
      for (const [portfolio, first, last] of [
        ['Mine', 1500, 1510],
        ['Hers', 3000, 3010],
      ] as const) {
        const row = { portfolio, symbol: 'PPF', currency: 'INR', asset_class: 'Unlisted', type: 'BUY' };
        await fixture.core.portfolio.transactions.create(
          fixture.owner,
          { ...row, date: '2026-01-05', quantity: 1, price: 1000 },
          BY,
        );
        const all = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, 'PPF');
        const mine = all.find((one) => one.portfolio === portfolio) ?? assert.fail();
        await value(mine.id, { '2026-01-31': first, '2026-02-28': last });
      }
      assert.deepEqual(await linesOf('PPF'), [
        ['PPF', 'Mine', [1500, 1510]],
        ['PPF', 'Hers', [3000, 3010]],
      ]);
      assert.deepEqual(await pageOf('PPF', 'Hers'), [null, [3000, 3010]]);
      assert.deepEqual(await pageOf('PPF'), [
        'Its portfolios have prices of their own. Choose one of them.',
        [],
      ]);
    });

    it('prices of own trades and amounts of money have no line', async () => {
      const row = { portfolio: 'Main', currency: 'INR', type: 'BUY' };
      for (const [symbol, date, price] of [
        ['TRADED', '2026-02-03', 10],
        ['TRADED', '2026-02-20', 12],
      ] as const)
        await fixture.core.portfolio.transactions.create(
          fixture.owner,
          { ...row, symbol, asset_class: 'Unlisted', date, quantity: 1, price },
          BY,
        );
      await hold('INR', { asset_class: 'Cash' });
      await observePrices(fixture, 'INR', { '2026-02-03': 1, '2026-02-20': 1 });
      assert.deepEqual(await linesOf('TRADED,INR'), []);
      const [traded] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, 'TRADED');
      assert.deepEqual([traded?.current_price, traded?.price_source], [12, 'TRADE']);
    });
  });
});
