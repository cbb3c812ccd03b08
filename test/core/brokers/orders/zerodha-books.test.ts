import assert from 'node:assert/strict';
import {
  kiteFills,
  kiteFunds,
  kiteOrders,
  kitePositions,
} from '../../../../core/brokers/orders/zerodha-books.ts';
import { kiteHolding, kiteTrade } from '../../../support/kite-books.ts';
import { malformed } from './subjects.ts';

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
const kitePosition = (change: Row = {}): Row => ({
  tradingsymbol: 'SHARE001',
  exchange: 'NSE',
  product: 'CNC',
  quantity: 99,
  day_buy_quantity: 0,
  day_sell_quantity: 0,
  ...change,
});

describe('Orders: books of Zerodha', () => {
  it('know an order by its own tag, whatever Kite adds to it', () => {
    const rows = [
      kiteOrder({ tag: 'OURS', tags: ['mktp', 'mktp:2.00', 'OURS'] }),
      kiteOrder({ order_id: '2', tag: null, tags: ['autoslice', 'autoslice:1914227164488687616', 'OURS'] }),
      kiteOrder({ order_id: '3', tag: null, tags: ['mktp', 'mktp:2.00'] }),
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
