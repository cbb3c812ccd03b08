import assert from 'node:assert/strict';
import { BrokerFailure } from '../../../../core/brokers/failure.ts';
import {
  dhanFills,
  dhanFunds,
  dhanOrders,
  dhanPositions,
} from '../../../../core/brokers/orders/dhan-books.ts';
import { createDhanSecurities } from '../../../../core/brokers/orders/dhan-securities.ts';
import {
  kiteFills,
  kiteFunds,
  kiteOrders,
  kitePositions,
} from '../../../../core/brokers/orders/zerodha-books.ts';
import { heldClock } from '../../../support/core.ts';
import { dhanHolding, dhanTodaysFill } from '../../../support/dhan-books.ts';
import { kiteHolding, kiteTrade } from '../../../support/kite-books.ts';
import { LoopbackServer } from '../../../support/loopback.ts';
import { NotedLimits } from './subjects.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
type Row = Record<string, unknown>;

const kiteOrder = (change: Row = {}): Row => ({
  order_id: '220524001859672',
  status: 'OPEN',
  status_message: null,
  status_message_raw: null,
  exchange: 'NSE',
  tradingsymbol: 'TCS',
  transaction_type: 'BUY',
  quantity: 10,
  filled_quantity: 0,
  average_price: 0,
  tag: null,
  ...change,
});
const dhanOrder = (change: Row = {}): Row => ({
  orderId: '112111182198',
  correlationId: 'NA',
  orderStatus: 'PENDING',
  transactionType: 'SELL',
  tradingSymbol: 'TCS',
  quantity: 10,
  filledQty: 0,
  averageTradedPrice: 0,
  omsErrorDescription: 'CONFIRMED',
  ...change,
});
const kitePosition = (change: Row = {}): Row => ({
  tradingsymbol: 'SHARE001',
  exchange: 'NSE',
  product: 'CNC',
  quantity: 99,
  day_buy_quantity: 0,
  day_sell_quantity: 0,
  ...change,
});
const malformed = (work: () => unknown, what: string) =>
  assert.throws(work, (error) => error instanceof BrokerFailure && error.reason === 'BROKER_MALFORMED', what);

describe('Orders: books of Zerodha', () => {
  it('know an order by its own tag, whatever Kite adds to it', () => {
    const rows = [
      kiteOrder({ tag: 'OURS', tags: ['mktp:2.00', 'OURS'] }),
      kiteOrder({ order_id: '2', tag: null, tags: ['autoslice:1914227164488687616', 'OURS'] }),
      kiteOrder({ order_id: '3', tag: 'mktp:2.00', tags: ['mktp:2.00'] }),
      kiteOrder({ order_id: '4', tag: 'OURSTOO' }),
      kiteOrder({ order_id: '5' }),
      kiteOrder({ order_id: '6', tag: '', tags: null }),
    ];
    const read = kiteOrders(rows, []);
    assert.deepEqual(
      read.map(({ tag }) => tag),
      ['OURS', 'OURS', null, 'OURSTOO', null, null],
    );
    assert.deepEqual(
      kiteOrders(rows, [], 'OURS').map(({ broker_order_id }) => broker_order_id),
      ['220524001859672', '2'],
    );
  });

  it('call an order over only in the states that are known to be final', () => {
    const states: [status: string, state: string][] = [
      ['COMPLETE', 'COMPLETE'],
      ['CANCELLED', 'CANCELLED'],
      ['REJECTED', 'REJECTED'],
      ...[
        'OPEN',
        'PUT ORDER REQ RECEIVED',
        'VALIDATION PENDING',
        'OPEN PENDING',
        'MODIFY PENDING',
        'TRIGGER PENDING',
        'CANCEL PENDING',
        'AMO REQ RECEIVED',
        'SOMETHING NEW',
      ].map((status): [string, string] => [status, 'OPEN']),
    ];
    for (const [status, state] of states)
      assert.equal(kiteOrders([kiteOrder({ status })], [])[0]?.state, state, status);
  });

  it('tell why an order was rejected, in the broker’s words', () => {
    const [order] = kiteOrders(
      [
        kiteOrder({
          status: 'REJECTED',
          status_message: null,
          status_message_raw:
            'RMS:Margin Exceeds,Required:95417.84, Available:74251.80 for entity account-XY1234 across',
        }),
      ],
      [],
    );
    assert.equal(
      order?.message,
      'RMS:Margin Exceeds,Required:95417.84, Available:74251.80 for entity account across',
    );
  });

  it('are not read in part: an order that is left out would seem not to be there', () => {
    for (const change of [
      { order_id: '' },
      { transaction_type: 'LEND' },
      { quantity: null },
      { filled_quantity: undefined },
      { filled_quantity: -1 },
      { status: '' },
    ])
      malformed(() => kiteOrders([kiteOrder(), kiteOrder(change)], []), JSON.stringify(change));
    for (const answer of [null, {}, 7, [7], [{}]])
      malformed(() => kiteOrders(answer, []), JSON.stringify(answer));
    malformed(() => kiteFills([kiteTrade(1, NOW, { trade_id: '' })]), 'a trade without a number');
    malformed(() => kiteFills([kiteTrade(1, NOW, { quantity: 0 })]), 'a trade of nothing');
    assert.deepEqual(kiteOrders([], []), []);
  });

  it('name a fill as a sync names it', () => {
    const [fill] = kiteFills([kiteTrade(0, NOW)]);
    assert.deepEqual(fill, {
      broker_order_id: '200000000000000',
      fill_id: 'NSE:2026-03-02:40000386',
      side: 'SELL',
      symbol: 'SHARE000',
      quantity: '1',
      price: '420.65',
    });
    assert.equal(kiteFills([kiteTrade(0, NOW, { average_price: 0 })])[0]?.price, null);
  });

  it('count as money what delivery can be paid with: no pledged shares, no morning balance', () => {
    const margins = (net: number, available: Row) => ({ equity: { net, available } });
    const CASES: [net: number, available: Row, funds: string][] = [
      [99_725.05, { cash: 245_431.6, live_balance: 99_725.05, collateral: 0 }, '99725.05'],
      // 150,000 in all, of which 50,000 are lent on shares.
      [150_000, { cash: 100_000, live_balance: 150_000, collateral: 50_000 }, '100000'],
      [150_000, { cash: 100_000, live_balance: 100_000, collateral: 40_000, adhoc_margin: 20_000 }, '90000'],
      [-12.5, { cash: 0, live_balance: -12.5 }, '-12.5'],
    ];
    for (const [net, available, funds] of CASES) assert.equal(kiteFunds(margins(net, available)), funds);
    for (const answer of [null, {}, { equity: {} }, { equity: { available: { cash: 5 } } }])
      malformed(() => kiteFunds(answer), JSON.stringify(answer));
  });

  it('count shares once: of the morning, arriving, pledged, financed, and traded today in delivery', () => {
    // 11 free + 3 pledged + 2 arriving + 4 financed, and 5 that were sold this morning and are in used_quantity.
    const holdings = [
      kiteHolding(1, {
        quantity: 6,
        used_quantity: 5,
        t1_quantity: 2,
        collateral_quantity: 3,
        opening_quantity: 11,
        mtf: { quantity: 4, used_quantity: 0 },
      }),
    ];
    const owned = (...net: Row[]) =>
      Object.fromEntries(kitePositions(holdings, { net }).map(({ symbol, quantity }) => [symbol, quantity]));
    assert.deepEqual(owned(kitePosition({ day_sell_quantity: 5 })), { SHARE001: '15' });
    assert.deepEqual(owned(kitePosition({ day_sell_quantity: 5, day_buy_quantity: 7 })), { SHARE001: '22' });
    assert.deepEqual(
      owned(
        kitePosition({ day_sell_quantity: 5 }),
        // On the other exchange, in another series, intraday, and a future.
        kitePosition({ exchange: 'BSE', day_buy_quantity: 1 }),
        kitePosition({ tradingsymbol: 'SHARE001-BE', day_buy_quantity: 1 }),
        kitePosition({ product: 'MIS', day_buy_quantity: 50 }),
        kitePosition({
          exchange: 'NFO',
          tradingsymbol: 'SHARE001FUT',
          product: 'NRML',
          day_buy_quantity: 50,
        }),
        kitePosition({ tradingsymbol: 'OTHER', day_buy_quantity: 2 }),
      ),
      { SHARE001: '17', OTHER: '2' },
    );
    // Sold out today: the row of the holding is 0, and what was used is what was sold.
    assert.deepEqual(
      kitePositions([kiteHolding(1, { quantity: 0, used_quantity: 11, t1_quantity: 0 })], {
        net: [kitePosition({ day_sell_quantity: 11 })],
      }),
      [],
    );
    malformed(
      () => kitePositions(holdings, { net: [kitePosition({ day_buy_quantity: null })] }),
      'a position',
    );
    malformed(
      () => kitePositions([kiteHolding(1), kiteHolding(2, { quantity: 'x' })], { net: [] }),
      'a holding',
    );
    malformed(() => kitePositions(holdings, {}), 'no positions');
  });
});

describe('Orders: books of Dhan', () => {
  it('call an order over only in the states that are known to be final', () => {
    for (const [status, state] of [
      ['TRADED', 'COMPLETE'],
      ['CANCELLED', 'CANCELLED'],
      ['EXPIRED', 'CANCELLED'],
      ['REJECTED', 'REJECTED'],
      ['TRANSIT', 'OPEN'],
      ['PENDING', 'OPEN'],
      ['PART_TRADED', 'OPEN'],
      ['CLOSED', 'OPEN'],
      ['TRIGGERED', 'OPEN'],
      ['SOMETHING_NEW', 'OPEN'],
    ] as const)
      assert.equal(dhanOrders([dhanOrder({ orderStatus: status })], [])[0]?.state, state, status);
  });

  it('know an order by its correlation id, and one without by none', () => {
    const tags = dhanOrders([dhanOrder(), dhanOrder({ correlationId: 'OURS' })], []).map(({ tag }) => tag);
    assert.deepEqual(tags, [null, 'OURS']);
    // The search by tag answers with the order itself.
    assert.equal(dhanOrders(dhanOrder({ correlationId: 'OURS' }), [])[0]?.tag, 'OURS');
  });

  it('tell how much was filled, also where only the rest is named', () => {
    const filled = (change: Row) =>
      dhanOrders([dhanOrder({ filledQty: undefined, ...change })], [])[0]?.filled_quantity;
    assert.equal(filled({ filledQty: 4 }), '4');
    assert.equal(filled({ remainingQuantity: 3 }), '7');
    assert.equal(filled({ orderStatus: 'TRADED' }), '10');
    malformed(() => filled({}), 'not at all');
    malformed(() => filled({ remainingQuantity: 11 }), 'more left than there was');
  });

  it('are not read in part', () => {
    for (const change of [{ orderId: '' }, { orderId: '0' }, { transactionType: '' }, { quantity: 'x' }])
      malformed(() => dhanOrders([dhanOrder(), dhanOrder(change)], []), JSON.stringify(change));
    for (const answer of [null, 7, [7], {}]) malformed(() => dhanOrders(answer, []), JSON.stringify(answer));
    malformed(() => dhanFills([dhanTodaysFill(1, 0, NOW, { tradedQuantity: null })]), 'a trade');
  });

  it('name a fill by its number, and where there is none by what it is and its place', () => {
    const like = { orderId: '7', exchangeTradeId: '0', exchangeTime: '2026-03-02 10:00:00', tradedPrice: 5 };
    const fills = dhanFills([
      dhanTodaysFill(1, 0, NOW, { orderId: '5', exchangeTradeId: '15112111182045' }),
      dhanTodaysFill(1, 0, NOW, like),
      dhanTodaysFill(1, 0, NOW, like),
    ]);
    assert.deepEqual(
      fills.map(({ fill_id }) => fill_id),
      ['5:15112111182045', '7:2026-03-02 10:00:00/10/5/0', '7:2026-03-02 10:00:00/10/5/1'],
    );
  });

  it('count as money what delivery can be paid with, in either spelling', () => {
    assert.equal(dhanFunds({ availabelBalance: 98_440.5, collateralAmount: 0 }), '98440.5');
    assert.equal(dhanFunds({ availableBalance: 150, collateralAmount: 50 }), '100');
    malformed(() => dhanFunds({ sodLimit: 5 }), 'no balance');
  });

  it('count shares once, whether a sale of today shows among them or not', () => {
    const position = (change: Row): Row => ({
      tradingSymbol: 'SHARE001',
      securityId: '11001',
      exchangeSegment: 'NSE_EQ',
      productType: 'CNC',
      netQty: 0,
      dayBuyQty: 0,
      daySellQty: 0,
      ...change,
    });
    const holding = (totalQty: number, availableQty: number, collateralQty = 0) =>
      dhanHolding(1, { totalQty, availableQty, dpQty: availableQty, collateralQty });
    const owned = (held: Row, ...positions: Row[]) =>
      dhanPositions([held], positions)
        .map(({ quantity }) => quantity)
        .join();
    assert.equal(owned(holding(100, 100)), '100');
    assert.equal(owned(holding(100, 60, 40)), '100');
    // 30 were sold today: still available, and gone already.
    assert.equal(owned(holding(100, 100), position({ daySellQty: 30 })), '70');
    assert.equal(owned(holding(100, 70), position({ daySellQty: 30 })), '70');
    // 30 were sold yesterday, and the total keeps them until tomorrow.
    assert.equal(owned(holding(100, 70)), '70');
    assert.equal(owned(holding(100, 70), position({ dayBuyQty: 5 })), '75');
    assert.equal(owned(holding(100, 0), position({ daySellQty: 100 })), '');
    // The other exchange knows it by another number.
    assert.equal(
      owned(
        holding(100, 100),
        position({ dayBuyQty: 5 }),
        position({ exchangeSegment: 'BSE_EQ', securityId: '500001', dayBuyQty: 2 }),
        position({ productType: 'INTRADAY', dayBuyQty: 9 }),
      ),
      '107',
    );
    assert.deepEqual(dhanPositions([], [position({ tradingSymbol: 'NEW', securityId: '9', dayBuyQty: 3 })]), [
      { symbol: 'NEW', isin: null, quantity: '3' },
    ]);
    malformed(() => owned(holding(100, 100), position({ dayBuyQty: null })), 'a position');
    malformed(() => dhanPositions([dhanHolding(1, { totalQty: null })], []), 'a holding');
  });
});

describe('Orders: Dhan’s list of shares', () => {
  let list = '';
  let type = 'text/csv';
  const server = new LoopbackServer(() => ({ status: 200, type, body: list }));
  before(() => server.start());
  after(() => server.close());
  const securities = () =>
    createDhanSecurities({
      baseUrl: server.url,
      limits: new NotedLimits(),
      clock: heldClock(NOW),
      tuning: { retries: 0 },
    });

  it('knows a share by its ISIN, then by its symbol, and only among shares of the NSE', async () => {
    type = 'text/csv; charset=utf-8';
    list = [
      '\uFEFFEXCH_ID,SEGMENT,SECURITY_ID,ISIN,INSTRUMENT,UNDERLYING_SECURITY_ID,UNDERLYING_SYMBOL,SYMBOL_NAME,DISPLAY_NAME,INSTRUMENT_TYPE,SERIES,LOT_SIZE',
      'NSE,E,3045,INE062A01020,EQUITY,,SBIN,"STATE BANK OF INDIA, LTD",State Bank,ES,EQ,1.0',
      'BSE,E,500112,INE062A01020,EQUITY,,SBIN,STATE BANK,State Bank,ES,A,1.0',
      // A bond of the same name as the share, and the share in two series.
      'NSE,E,19257,INE121A08PJ0,EQUITY,,CHOLAFIN,CHOLA,Chola NCD,ES,D1,1.0',
      'NSE,E,685,INE121A01024,EQUITY,,CHOLAFIN,CHOLA,Chola,ES,EQ,1.0',
      'NSE,E,686,INE121A01024,EQUITY,,CHOLAFIN,CHOLA,Chola,ES,BE,1.0',
      'NSE,D,35000,NA,FUTSTK,685,CHOLAFIN,CHOLAFIN-FUT,Chola FUT,FUT,NA,625',
      'NSE,E,7,NA,EQUITY,,NOISIN,No,No,ES,EQ,1.0',
      'NSE,E,8,INE001A01011,EQUITY,,TWICE,Twice,Twice,ES,EQ,1.0',
      'NSE,E,9,INE001A01011,EQUITY,,TWICE,Twice,Twice,ES,EQ,1.0',
      'NSE,E,x,INE002A01018,EQUITY,,BROKEN,Broken,Broken,ES,EQ,1.0',
      '',
    ].join('\r\n');
    const known = securities();
    for (const [symbol, isin, id] of [
      ['SBIN', 'INE062A01020', '3045'],
      ['OLDNAME', 'INE062A01020', '3045'],
      ['CHOLAFIN', 'INE121A01024', '685'],
      ['CHOLAFIN', null, '685'],
      ['NOISIN', 'INE777A01017', '7'],
      ['SBIN', 'INE777A01017', null],
      ['TWICE', null, null],
      ['BROKEN', 'INE002A01018', null],
      ['CHOLAFIN-FUT', null, null],
    ] as const)
      assert.equal(await known.idOf({ symbol, isin }), id, `${symbol} ${isin}`);
  });

  it('is also read in its older columns, and refused when it is something else', async () => {
    list = [
      'SEM_EXM_EXCH_ID,SEM_SEGMENT,SEM_SMST_SECURITY_ID,SEM_INSTRUMENT_NAME,SEM_TRADING_SYMBOL,SEM_SERIES',
      'NSE,E,2885,EQUITY,RELIANCE,EQ',
    ].join('\n');
    assert.equal(await securities().idOf({ symbol: 'RELIANCE', isin: 'INE002A01018' }), '2885');
    for (const [body, kind] of [
      ['<html>Sorry</html>', 'text/html'],
      ['{"errorCode":"DH-901"}', 'application/json'],
      ['a,b,c\n1,2,3\n', 'text/csv'],
      ['', 'text/csv'],
    ] as const) {
      [list, type] = [body, kind];
      await assert.rejects(
        securities().idOf({ symbol: 'RELIANCE', isin: null }),
        (error) => error instanceof BrokerFailure && error.reason === 'BROKER_MALFORMED',
        body,
      );
    }
  });
});
