import assert from 'node:assert/strict';
import { equityHoldings, fundHoldings } from '../../../../core/brokers/adapters/zerodha-holdings.ts';
import { fills, fundOrders } from '../../../../core/brokers/adapters/zerodha-trades.ts';
import { kiteFund, kiteFundOrder, kiteHolding, kiteTrade } from '../../../support/kite-books.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
const TODAY = { from: null, to: '2026-03-02' };
const trade = (change: Record<string, unknown>) => kiteTrade(0, NOW, change);
const order = (change: Record<string, unknown>) => kiteFundOrder(0, NOW, change);

describe('portfolio/Connection sync rules 3: holdings of zerodha', () => {
  it('adds shares that arrive tomorrow and those bought with margin, at the average of both costs', () => {
    const { holdings } = equityHoldings([
      kiteHolding(0, {
        quantity: 1,
        t1_quantity: 3,
        average_price: 161,
        mtf: { quantity: 1000, used_quantity: 0, average_price: 100, value: 100000, initial_margin: 0 },
      }),
    ]);
    // 1 + 3 + 1000 shares; (4 × 161 + 1000 × 100) / 1004 = 100644 / 1004 = 100.24302788844…
    assert.deepEqual(
      holdings.map(({ quantity, arriving, avg_buy_price }) => [quantity, arriving, avg_buy_price]),
      [['1004', '3', '100.2430278884']],
    );
  });

  it('adds shares that are pledged, and knows a holding that is pledged whole', () => {
    const { holdings } = equityHoldings([
      kiteHolding(1, { quantity: 0, collateral_quantity: 7500, average_price: 64.3 }),
      kiteHolding(3, { quantity: 10, t1_quantity: 0, collateral_quantity: 5 }),
    ]);
    assert.deepEqual(
      holdings.map(({ symbol, quantity, pledged }) => [symbol, quantity, pledged]),
      [
        ['SHARE001', '7500', '7500'],
        ['SHARE003', '15', '5'],
      ],
    );
    const funds = fundHoldings(
      [
        kiteFund(1, { quantity: 0, pledged_quantity: 40.5 }),
        kiteFund(2, { quantity: 100, pledged_quantity: 40.5 }),
      ],
      '2026-03-02',
    ).holdings;
    assert.deepEqual(
      funds.map(({ quantity, pledged }) => [quantity, pledged]),
      [
        ['40.5', '40.5'],
        ['100', '40.5'],
      ],
    );
  });

  it('keeps last price and close, without the noise of floats', () => {
    const [holding] = equityHoldings([
      kiteHolding(0, { average_price: 72.75500000000001, last_price: 352.95, close_price: 352.35 }),
    ]).holdings;
    assert.deepEqual(
      [holding?.avg_buy_price, holding?.last_price, holding?.previous_close],
      ['72.755', '352.95', '352.35'],
    );
  });

  it('knows no cost, price or close where Kite writes 0', () => {
    const [holding] = equityHoldings([
      kiteHolding(0, { t1_quantity: 0, average_price: 0, last_price: 0, close_price: 0 }),
    ]).holdings;
    assert.deepEqual(
      [holding?.avg_buy_price, holding?.last_price, holding?.previous_close],
      [null, null, null],
    );
  });

  it('does not average a cost that is known with one that is not', () => {
    const mtf = { quantity: 5, average_price: 0 };
    const [holding] = equityHoldings([kiteHolding(0, { quantity: 5, average_price: 10, mtf })]).holdings;
    assert.equal(holding?.avg_buy_price, null);
  });

  it('takes the series off a symbol and tells an ETF and a bond from a share by the ISIN', () => {
    const { holdings } = equityHoldings([
      kiteHolding(1, { tradingsymbol: 'INFY-BE', isin: 'INE009A01021' }),
      kiteHolding(2, { tradingsymbol: 'MON100', isin: 'INF247L01AP3' }),
      kiteHolding(4, { tradingsymbol: 'SGBAUG28V-GB', isin: 'IN0020200104' }),
    ]);
    assert.deepEqual(
      holdings.map(({ symbol, asset_class }) => [symbol, asset_class]),
      [
        ['INFY', 'Indian Equity'],
        ['MON100', 'ETF'],
        ['SGBAUG28V', 'Bond'],
      ],
    );
  });

  it('a share sold today has a row of 0 and is none; a row without a quantity is told', () => {
    const { holdings, left_out } = equityHoldings([
      kiteHolding(1, { quantity: 0, t1_quantity: 0, used_quantity: 10 }),
      kiteHolding(2, { quantity: null }),
      kiteHolding(4, { quantity: -3, t1_quantity: 0 }),
      'nonsense',
    ]);
    assert.deepEqual(holdings, []);
    assert.deepEqual(left_out, [
      { what: 'Holding SHARE002', reason: 'UNREADABLE' },
      { what: 'Holding SHARE004', reason: 'UNREADABLE' },
      { what: 'Holding without a symbol', reason: 'UNREADABLE' },
    ]);
  });

  it('a fund goes by its name and ISIN, the folios of one fund together', () => {
    const fund = { fund: 'INDEX FUND - DIRECT PLAN', tradingsymbol: 'INF205K01NT8' };
    const { holdings } = fundHoldings(
      [
        kiteFund(0, { ...fund, folio: '1', quantity: 100, average_price: 80, last_price_date: '2026-02-27' }),
        kiteFund(1, {
          ...fund,
          folio: null,
          quantity: 300,
          average_price: 100,
          last_price_date: '2026-02-27',
        }),
      ],
      '2026-03-02',
    );
    // (100 × 80 + 300 × 100) / 400 = 95
    assert.deepEqual(holdings, [
      {
        symbol: 'INDEX FUND - DIRECT PLAN',
        name: 'INDEX FUND - DIRECT PLAN',
        isin: 'INF205K01NT8',
        security_id: null,
        asset_class: 'Mutual Fund',
        currency: 'INR',
        quantity: '400',
        arriving: '0',
        pledged: '0',
        avg_buy_price: '95',
        last_price: '84.86',
        previous_close: null,
        price_as_of: '2026-02-27',
      },
    ]);
  });

  it('two options of a fund under one name keep apart by their ISINs', () => {
    const { holdings } = fundHoldings(
      [
        kiteFund(0, { fund: 'FUND - DIRECT PLAN', tradingsymbol: 'INF205K01NT8' }),
        kiteFund(1, { fund: 'FUND - DIRECT PLAN', tradingsymbol: 'INF666M01451' }),
      ],
      '2026-03-02',
    );
    assert.deepEqual(
      holdings.map(({ symbol }) => symbol),
      ['FUND - DIRECT PLAN INF205K01NT8', 'FUND - DIRECT PLAN INF666M01451'],
    );
  });
});

describe("portfolio/Connection sync rules 3: zerodha's fills of today", () => {
  it("have the id that Console's tradebook gives the same trade, and its symbol without the series", () => {
    const row = trade({ trade_id: '40000386', exchange: 'NSE', tradingsymbol: 'INFY-BE' });
    const [fill] = fills([row], TODAY, []).trades;
    assert.deepEqual([fill?.execution_id, fill?.symbol], ['NSE:2026-03-02:40000386', 'INFY']);
  });

  it('leave out contracts, what is at no exchange we know, and what cannot be read, each with its reason', () => {
    const { trades, left_out } = fills(
      [
        ...['NFO', 'BFO', 'CDS', 'BCD', 'MCX', 'NCO'].map((exchange) =>
          trade({ exchange, tradingsymbol: 'USDINR26MARFUT' }),
        ),
        trade({ exchange: 'MOON' }),
        trade({ transaction_type: 'LEND' }),
        trade({ trade_id: null }),
        trade({ quantity: 0 }),
        trade({ fill_timestamp: '0001-01-01 00:00:00', exchange_timestamp: null }),
        null,
      ],
      TODAY,
      [],
    );
    assert.deepEqual(trades, []);
    assert.deepEqual(
      left_out.map(({ reason }) => reason),
      [
        ...Array<string>(6).fill('DERIVATIVE'),
        'UNKNOWN_KIND',
        'UNKNOWN_KIND',
        'UNREADABLE',
        'UNREADABLE',
        'UNREADABLE',
        'UNREADABLE',
      ],
    );
    assert.equal(left_out[2]?.what, 'Trade SELL 1 USDINR26MARFUT at CDS on 2 Mar 2026');
  });

  it('have the time of the fill, by which the trades of a day are ordered', () => {
    const timeOf = (change: Record<string, unknown>) =>
      fills([trade(change)], TODAY, []).trades[0]?.executed_at;
    assert.equal(timeOf({ fill_timestamp: '2026-03-02 09:16:39' }), '09:16:39');
    assert.equal(timeOf({ fill_timestamp: null, exchange_timestamp: '2026-03-02 15:29:59' }), '15:29:59');
    assert.equal(timeOf({ fill_timestamp: '2026-03-02', exchange_timestamp: null }), null);
  });

  it('are intraday by their product', () => {
    const products = ['CNC', 'MIS', 'CO', 'MTF', 'SOMETHING'];
    const { trades } = fills(
      products.map((product, index) => trade({ product, trade_id: `${index}` })),
      TODAY,
      [],
    );
    assert.deepEqual(
      trades.map(({ is_intraday }) => is_intraday),
      [false, true, true, false, false],
    );
  });

  it('are dated by the exchange where the fill has no time, and are only those of the days wanted', () => {
    const late = trade({ fill_timestamp: null, exchange_timestamp: '2026-02-27 15:29:59' });
    assert.equal(fills([late], TODAY, []).trades[0]?.date, '2026-02-27');
    assert.deepEqual(fills([late], { from: '2026-03-01', to: '2026-03-02' }, []), {
      trades: [],
      left_out: [],
    });
  });

  it('have the ISIN and kind of what is held', () => {
    const held = equityHoldings([kiteHolding(0, { tradingsymbol: 'MON100', isin: 'INF247L01AP3' })]).holdings;
    const [fill] = fills([trade({ tradingsymbol: 'MON100' })], TODAY, held).trades;
    assert.deepEqual([fill?.isin, fill?.asset_class], ['INF247L01AP3', 'ETF']);
  });
});

describe("portfolio/Connection sync rules 3: zerodha's fund orders", () => {
  it('count once they are complete and units are allotted', () => {
    const { trades, left_out } = fundOrders(
      [
        order({ exchange_order_id: '254657127', exchange_timestamp: '2026-02-27' }),
        order({ status: 'REJECTED' }),
        order({ status: 'CANCELLED' }),
        order({ status: 'OPEN' }),
        order({ status: 'HALF DONE' }),
        order({ quantity: 0 }),
        order({ average_price: 0 }),
      ],
      TODAY,
    );
    assert.deepEqual(
      trades.map(({ symbol, isin, date, quantity, price, execution_id, asset_class }) => [
        symbol,
        isin,
        date,
        quantity,
        price,
        execution_id,
        asset_class,
      ]),
      [
        [
          'FUND 0 - DIRECT PLAN',
          'INF000001010',
          '2026-02-27',
          '32.595',
          '30.68',
          'BSE:2026-02-27:254657127',
          'Mutual Fund',
        ],
      ],
    );
    assert.deepEqual(
      left_out.map(({ reason }) => reason),
      ['CANCELLED', 'CANCELLED', 'NOT_COMPLETED', 'NOT_COMPLETED', 'NOT_COMPLETED', 'NOT_COMPLETED'],
    );
  });
});
