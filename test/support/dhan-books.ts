import type { World } from './broker-double.ts';
import { DAY_MS } from '../../core/platform/index.ts';

export type DhanRow = Record<string, unknown>;

/** What Dhan's routes answer, in its own fields. */
export interface DhanBooks {
  holdings: DhanRow[];
  /** Rows of the trade history, newest first. */
  history: DhanRow[];
  /** Today's orders and fills. */
  orders: DhanRow[];
  trades: DhanRow[];
}

export const istDay = (at: Date, daysBefore = 0): string =>
  new Date(at.getTime() + 330 * 60_000 - daysBefore * DAY_MS).toISOString().slice(0, 10);
const digits = (number: number, length: number) => String(number).padStart(length, '0');

/**
 * Books of one person. One order in nine was done today, the others on the days before; one in four was filled in two
 * rows, and in every second of those the rows are alike. What is left out: a derivative, an allotment, and a part of an
 * order that is still open, by turns.
 */
export function dhanBooks({ holdings, trades, leftOut }: World, now: Date): DhanBooks {
  const books: DhanBooks = { holdings: [], history: [], orders: [], trades: [] };
  for (let index = 0; index < holdings; index += 1) books.holdings.push(dhanHolding(index));
  for (let index = 0; index < trades; index += 1) {
    const parts = index % 4 !== 3 ? [10] : index % 8 === 3 ? [5, 5] : [4, 6];
    if (index % 9 === 8) {
      books.orders.push(dhanOrder(index, { filledQty: 10, quantity: 10 }));
      for (const [part, tradedQuantity] of parts.entries())
        books.trades.push(dhanTodaysFill(index, part, now, { tradedQuantity }));
    } else
      for (const tradedQuantity of parts)
        books.history.push(dhanHistoryRow(index, now, 1 + Math.floor(index / 5), { tradedQuantity }));
  }
  for (let index = 0; index < leftOut; index += 1) {
    const number = 5000 + index;
    if (index % 3 === 0)
      books.history.push(
        dhanHistoryRow(number, now, 2, {
          exchangeSegment: 'NSE_FNO',
          instrument: 'OPTSTK',
          customSymbol: 'SHARE 31 MAR 135 PUT',
          drvExpiryDate: '2026-03-31',
          drvOptionType: 'PUT',
        }),
      );
    else if (index % 3 === 1) books.history.push(dhanAllotment(number, now));
    else {
      books.orders.push(dhanOrder(number, { orderStatus: 'PART_TRADED', filledQty: 3, quantity: 10 }));
      books.trades.push(dhanTodaysFill(number, 0, now, { tradedQuantity: 3 }));
    }
  }
  const newest = (row: DhanRow) => String(row['exchangeTime']);
  books.history.sort((one, other) =>
    newest(one) < newest(other) ? 1 : newest(one) > newest(other) ? -1 : 0,
  );
  return books;
}

export function dhanHolding(index: number, change: DhanRow = {}): DhanRow {
  return {
    exchange: 'ALL',
    tradingSymbol: `SHARE${digits(index, 3)}`,
    securityId: String(11_000 + index),
    isin: `INE${digits(index, 4)}01010`.slice(0, 11) + '0',
    totalQty: 100 + index,
    dpQty: 100 + index,
    t1Qty: 0,
    availableQty: 100 + index,
    collateralQty: 0,
    avgCostPrice: 2655.125,
    lastTradedPrice: 2701.05,
    ...change,
  };
}

/** A row of the history as it really is: no number of the trade, no ISIN, no trading symbol, NA for days. */
export function dhanHistoryRow(index: number, now: Date, daysBefore: number, change: DhanRow = {}): DhanRow {
  return {
    dhanClientId: '1100353799',
    orderId: orderId(index),
    exchangeOrderId: `13000000${digits(index, 8)}`,
    exchangeTradeId: '0',
    transactionType: index % 3 === 0 ? 'SELL' : 'BUY',
    exchangeSegment: index % 5 === 0 ? 'BSE_EQ' : 'NSE_EQ',
    productType: index % 6 === 0 ? 'INTRADAY' : 'CNC',
    orderType: null,
    customSymbol: `Share ${index % 7} Limited`,
    securityId: String(11_000 + (index % 7)),
    tradedQuantity: 10,
    tradedPrice: 511.7819,
    isin: '',
    instrument: 'EQUITY',
    sebiTax: 0.0002,
    stt: 5,
    brokerageCharges: 0,
    serviceTax: 0.0316,
    exchangeTransactionCharges: 0.1571,
    stampDuty: 0.77,
    createTime: 'NA',
    updateTime: 'NA',
    exchangeTime: `${istDay(now, daysBefore)}T10:${digits(index % 60, 2)}:15`,
    drvExpiryDate: 'NA',
    drvOptionType: 'NA',
    drvStrikePrice: 0,
    ...change,
  };
}

/** Shares of a public issue: a purchase for nothing, with zeros where a trade has numbers. */
export function dhanAllotment(index: number, now: Date, change: DhanRow = {}): DhanRow {
  return dhanHistoryRow(index, now, 20, {
    orderId: '0',
    exchangeOrderId: '0',
    securityId: '0',
    transactionType: 'BUY',
    tradedQuantity: 36,
    tradedPrice: 0,
    isin: 'INE549H01021',
    customSymbol: 'Allotted Shar',
    exchangeTime: `${istDay(now, 20)}T00:00:00`,
    stt: 0,
    ...change,
  });
}

/** A fill of today as it really is: with its number and its trading symbol, without charges. */
export function dhanTodaysFill(index: number, part: number, now: Date, change: DhanRow = {}): DhanRow {
  const row = dhanHistoryRow(index, now, 0);
  for (const name of [
    'sebiTax',
    'stt',
    'brokerageCharges',
    'serviceTax',
    'exchangeTransactionCharges',
    'stampDuty',
    'isin',
    'instrument',
    'customSymbol',
  ])
    delete row[name];
  return {
    ...row,
    exchangeTradeId: String(15_000_000 + index * 10 + part),
    tradingSymbol: `SHARE${digits(index % 7, 3)}`,
    createTime: `${istDay(now)} 10:00:00`,
    updateTime: `${istDay(now)} 10:01:00`,
    exchangeTime: `${istDay(now)} 10:${digits(index % 60, 2)}:15`,
    drvExpiryDate: '0001-01-01',
    drvOptionType: null,
    ...change,
  };
}

export function dhanOrder(index: number, change: DhanRow = {}): DhanRow {
  return {
    dhanClientId: '1100353799',
    orderId: orderId(index),
    correlationId: 'NA',
    orderStatus: 'TRADED',
    transactionType: index % 3 === 0 ? 'SELL' : 'BUY',
    exchangeSegment: 'NSE_EQ',
    productType: 'CNC',
    orderType: 'LIMIT',
    validity: 'DAY',
    tradingSymbol: `SHARE${digits(index % 7, 3)}`,
    securityId: String(11_000 + (index % 7)),
    quantity: 10,
    price: 512,
    averageTradedPrice: 511.7819,
    filledQty: 10,
    remainingQuantity: 0,
    omsErrorDescription: 'CONFIRMED',
    legName: 'NA',
    ...change,
  };
}

/** A market quote as it really is, traded this minute; `close` is that of the session before until the day's own is made. */
export function dhanQuote(last_price: number, now: Date, change: DhanRow = {}): DhanRow {
  return {
    average_price: last_price,
    buy_quantity: 1825,
    sell_quantity: 0,
    depth: { buy: [{ quantity: 1800, orders: 1, price: last_price - 0.05 }], sell: [] },
    last_price,
    last_quantity: 10,
    last_trade_time: `${istDay(now).split('-').toReversed().join('/')} 11:29:58`,
    lower_circuit_limit: 48.25,
    upper_circuit_limit: 5100.85,
    net_change: 1.05,
    ohlc: { open: 2695, close: last_price - 1.05, high: 2710, low: 2690 },
    oi: 0,
    oi_day_high: 0,
    oi_day_low: 0,
    volume: 27_204,
    ...change,
  };
}

const orderId = (index: number) => `3125100${digits(index, 7)}`;
