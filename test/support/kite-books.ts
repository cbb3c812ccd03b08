import type { World } from './broker-double.ts';
import { DAY_MS } from '../../core/platform/index.ts';

type KiteRow = Record<string, unknown>;

/** What the routes of lists answer, in Kite's own fields. */
export interface KiteBooks {
  holdings: KiteRow[];
  funds: KiteRow[];
  trades: KiteRow[];
  fundOrders: KiteRow[];
}

const istDay = (at: Date, daysBefore = 0) =>
  new Date(at.getTime() + 330 * 60_000 - daysBefore * DAY_MS).toISOString().slice(0, 10);
const digits = (number: number, length: number) => String(number).padStart(length, '0');
/** A made-up ISIN of the right form; its check digit is not worked out. */
const isin = (prefix: string, index: number) => `${prefix}${digits(index, 4)}01010`.slice(0, 11) + '0';

/** Books of one person: one holding in five and one trade in five is a fund's; so is every second row that is left out. */
export function kiteBooks({ holdings, trades, leftOut }: World, now: Date): KiteBooks {
  const books: KiteBooks = { holdings: [], funds: [], trades: [], fundOrders: [] };
  for (let index = 0; index < holdings; index += 1)
    if (index % 5 === 3) books.funds.push(kiteFund(index));
    else books.holdings.push(kiteHolding(index));
  for (let index = 0; index < trades; index += 1)
    if (index % 5 === 3) books.fundOrders.push(kiteFundOrder(index, now));
    else books.trades.push(kiteTrade(index, now));
  for (let index = 0; index < leftOut; index += 1)
    if (index % 2 === 1)
      books.fundOrders.push(
        kiteFundOrder(10_000 + index, now, {
          status: index % 4 === 1 ? 'REJECTED' : 'OPEN',
          exchange_order_id: null,
          exchange_timestamp: null,
          quantity: 0,
          average_price: 0,
        }),
      );
    else
      books.trades.push(
        kiteTrade(10_000 + index, now, {
          exchange: index % 4 === 0 ? 'NFO' : 'CDS',
          tradingsymbol: 'INFY26MARFUT',
        }),
      );
  return books;
}

/** A share; every third has shares that arrive tomorrow. */
export function kiteHolding(index: number, change: KiteRow = {}): KiteRow {
  return {
    tradingsymbol: `SHARE${digits(index, 3)}`,
    exchange: index % 2 === 0 ? 'NSE' : 'BSE',
    instrument_token: 256_000 + index,
    isin: isin('INE', index),
    product: 'CNC',
    price: 0,
    quantity: 10 + index,
    used_quantity: 0,
    t1_quantity: index % 3 === 0 ? 2 : 0,
    realised_quantity: 10 + index,
    authorised_quantity: 0,
    authorised_date: '2026-01-17 00:00:00',
    authorisation: {},
    opening_quantity: 10 + index,
    short_quantity: 0,
    collateral_quantity: 0,
    collateral_type: '',
    discrepancy: false,
    average_price: 801.78125,
    last_price: 762.45,
    close_price: 766.4,
    pnl: -629.2999999999993,
    day_change: -3.949999999999932,
    day_change_percentage: -0.5153966597077155,
    mtf: { quantity: 0, used_quantity: 0, average_price: 0, value: 0, initial_margin: 0 },
    ...change,
  };
}

export function kiteFund(index: number, change: KiteRow = {}): KiteRow {
  return {
    folio: index % 2 === 0 ? null : '3108290884',
    average_price: 78.43,
    last_price: 84.86,
    last_price_date: '',
    pledged_quantity: 0,
    fund: `FUND ${index} - DIRECT PLAN`,
    tradingsymbol: isin('INF', index),
    pnl: 0,
    quantity: 382.488,
    ...change,
  };
}

/** A fill of today. */
export function kiteTrade(index: number, now: Date, change: KiteRow = {}): KiteRow {
  const time = `${istDay(now)} 09:${digits(16 + (index % 40), 2)}:${digits(index % 60, 2)}`;
  return {
    trade_id: digits(40_000_386 + index, 8),
    order_id: `2000000000${digits(index, 5)}`,
    exchange: index % 2 === 0 ? 'NSE' : 'BSE',
    tradingsymbol: `SHARE${digits(index % 7, 3)}`,
    instrument_token: 256_000 + (index % 7),
    product: index % 4 === 0 ? 'MIS' : 'CNC',
    average_price: 420.65,
    quantity: 1 + index,
    exchange_order_id: `3000000000${digits(index, 5)}`,
    transaction_type: index % 3 === 0 ? 'SELL' : 'BUY',
    fill_timestamp: time,
    order_timestamp: time.slice(11),
    exchange_timestamp: time,
    ...change,
  };
}

/** An order for units, done one to four days ago. */
export function kiteFundOrder(index: number, now: Date, change: KiteRow = {}): KiteRow {
  const day = istDay(now, 1 + (index % 4));
  return {
    status: 'COMPLETE',
    purchase_type: 'FRESH',
    folio: null,
    order_timestamp: `${day} 08:33:07`,
    average_price: 30.68,
    exchange_order_id: String(254_657_127 + index),
    last_price: 30.68,
    tradingsymbol: isin('INF', index % 3),
    settlement_id: '2122061',
    transaction_type: index % 2 === 0 ? 'BUY' : 'SELL',
    order_id: `271989e0-a64e-4cf3-b4e4-${digits(index, 12)}`,
    amount: null,
    tag: null,
    placed_by: 'AB1234',
    exchange_timestamp: day,
    variety: 'regular',
    last_price_date: day,
    status_message: null,
    fund: `FUND ${index % 3} - DIRECT PLAN`,
    quantity: 32.595,
    ...change,
  };
}
