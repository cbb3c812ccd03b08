import assert from 'node:assert/strict';
import {
  dhanFills,
  dhanFunds,
  dhanOrders,
  dhanPositions,
} from '../../../../core/brokers/orders/dhan-books.ts';
import { dhanHolding, dhanTodaysFill } from '../../../support/dhan-books.ts';
import { malformed } from './subjects.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
type Row = Record<string, unknown>;

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
