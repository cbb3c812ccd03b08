import { dayInWords, Decimal, toScale } from '../../platform/index.ts';
import type { BrokerHolding, BrokerTrade, ExcludedRow, TradePage } from '../adapter.ts';
import { dayOf, exact, figure, isinOf, isRow, type Row, textOf, timeOf } from './figures.ts';
import { exchangeAssetClass } from '../../market/instruments/index.ts';

const SHARES = new Set(['NSE_EQ', 'BSE_EQ']);
const DERIVATIVES = /^(?:NSE_FNO|BSE_FNO|MCX_COMM|NSE_COMM|NSE_CURRENCY|BSE_CURRENCY|IDX_I)$/;
const CONTRACTS = /^(?:OPT|FUT)/;
/** Products that end with the day. */
const INTRADAY = new Set(['INTRADAY', 'CO', 'BO']);
/** Charges of a row by their kind, in the order in which they are added. */
const CHARGES = {
  sebi: 'sebiTax',
  stt: 'stt',
  brokerage: 'brokerageCharges',
  gst: 'serviceTax',
  exchange: 'exchangeTransactionCharges',
  stamp_duty: 'stampDuty',
} as const;
const KINDS = Object.keys(CHARGES) as (keyof typeof CHARGES)[];
/** Null where the row does not name that kind. */
type DhanCharges = Record<keyof typeof CHARGES, Decimal | null>;

/** One row of a trade list: a fill, or an order's fills of one moment together. */
export interface DhanFill {
  date: string;
  /** HH:MM:SS; null where only the day is told. */
  time: string | null;
  orderId: string;
  exchange: 'NSE' | 'BSE';
  /** Security id, or the ISIN where Dhan writes 0 for it. */
  instrument: string;
  type: 'BUY' | 'SELL';
  quantity: Decimal;
  price: Decimal;
  charges: DhanCharges;
  symbol: string;
  isin: string | null;
  isIntraday: boolean;
  /** The exchange's number; null in the history, which has 0 in its place. */
  exchangeTradeId: string | null;
}

export interface DhanRows {
  fills: DhanFill[];
  left_out: ExcludedRow[];
  /** Orders of which a row could not be read. */
  torn: Set<string>;
}

/** Rows of `/trades` and `/trades/{from}/{to}/{page}`, whose fields differ; what is outside the days is not wanted. */
export function readFills(rows: readonly unknown[], days: { from: string; to: string }): DhanRows {
  const read: DhanRows = { fills: [], left_out: [], torn: new Set() };
  for (const row of rows) {
    const fill = isRow(row) ? fillOf(row) : 'UNREADABLE';
    if (typeof fill !== 'string') {
      if (fill.date >= days.from && fill.date <= days.to) read.fills.push(fill);
      continue;
    }
    read.left_out.push({ what: nameOf(row), reason: fill });
    const isTorn = isRow(row) && (fill === 'UNREADABLE' || fill === 'UNKNOWN_KIND');
    if (isTorn) read.torn.add(textOf(row['orderId']));
  }
  return read;
}

function fillOf(row: Row): DhanFill | ExcludedRow['reason'] {
  const segment = textOf(row['exchangeSegment']).toUpperCase();
  if (DERIVATIVES.test(segment) || CONTRACTS.test(textOf(row['instrument']).toUpperCase()))
    return 'DERIVATIVE';
  // Of a share the day is NA or 0001-01-01.
  if (dayOf(row['drvExpiryDate']) !== null) return 'DERIVATIVE';
  if (!SHARES.has(segment)) return segment === '' ? 'UNREADABLE' : 'UNKNOWN_KIND';
  const side = textOf(row['transactionType']).toUpperCase();
  if (side !== 'BUY' && side !== 'SELL') return side === '' ? 'UNREADABLE' : 'UNKNOWN_KIND';
  const date = dayOf(row['exchangeTime']);
  const quantity = figure(row['tradedQuantity']);
  const price = figure(row['tradedPrice']);
  if (date === null || quantity === null || quantity.lte(0) || price === null) return 'UNREADABLE';
  // Shares of a public issue or a bonus are booked as bought for nothing, and what they cost is not told.
  if (price.lte(0)) return 'CORPORATE_ACTION';
  const isin = isinOf(row['isin']);
  const orderId = textOf(row['orderId']);
  const instrument = named(row['securityId']) ?? isin;
  const symbol = named(row['tradingSymbol']) ?? named(row['customSymbol']) ?? '';
  if (orderId === '' || instrument === null) return 'UNREADABLE';
  return {
    date,
    time: timeOf(row['exchangeTime']),
    orderId,
    exchange: segment === 'NSE_EQ' ? 'NSE' : 'BSE',
    instrument,
    type: side,
    quantity,
    price,
    charges: chargesOf(row),
    symbol,
    isin,
    isIntraday: INTRADAY.has(textOf(row['productType']).toUpperCase()),
    exchangeTradeId: named(row['exchangeTradeId']),
  };
}

const chargesOf = (row: Row): DhanCharges =>
  Object.fromEntries(KINDS.map((kind) => [kind, figure(row[CHARGES[kind]])])) as DhanCharges;

/** Charges of some rows together, exactly: by kind, and all of them; null where there are none to read. */
export function chargesTogether(fills: readonly DhanFill[]): DhanCharges & { total: Decimal | null } {
  const sum = (kinds: typeof KINDS) => {
    const named = fills
      .flatMap(({ charges }) => kinds.map((kind) => charges[kind]))
      .filter((one) => one !== null);
    return named.length === 0 ? null : Decimal.sum(...named);
  };
  const byKind = Object.fromEntries(KINDS.map((kind) => [kind, sum([kind])])) as DhanCharges;
  return { ...byKind, total: sum(KINDS) };
}

/** A text that says something: Dhan fills what it has not with NA, 0 or nothing. */
function named(value: unknown): string | null {
  const text = textOf(value);
  return text === '' || text === 'NA' || text === '0' ? null : text;
}

/**
 * The fills of each order as one transaction: quantities and charges added, the price their average.
 *
 * The history has no number for a trade, and it does not repeat today's list row by row: fills of one order may stand
 * there as one row at an average price, and two fills of one second at one price as two rows that are alike. What both
 * lists agree on is the order, the day, the instrument and how much of it was traded in all. So this, and not a row, is
 * what gets an id, and a trade read today meets itself when tomorrow's history tells it. An order of which a row cannot
 * be read is left out whole: a part would stay a part for ever.
 */
export function byOrder({ fills, left_out, torn }: DhanRows): TradePage {
  const trades: BrokerTrade[] = [];
  const out = [...left_out];
  for (const order of ordersOf(fills)) {
    const trade = tradeOf(order);
    if (torn.has(order[0].orderId)) out.push({ what: wordsOf(trade), reason: 'UNREADABLE' });
    else trades.push(trade);
  }
  return { trades, left_out: out };
}

type Order = [DhanFill, ...DhanFill[]];

function ordersOf(fills: readonly DhanFill[]): Order[] {
  const orders = new Map<string, Order>();
  for (const fill of fills) {
    const key = [fill.date, fill.orderId, fill.instrument, fill.type].join(' ');
    const known = orders.get(key);
    if (known === undefined) orders.set(key, [fill]);
    else known.push(fill);
  }
  return [...orders.values()];
}

function tradeOf(fills: Order): BrokerTrade {
  const [first] = fills;
  const quantity = Decimal.sum(...fills.map((fill) => fill.quantity));
  const amount = Decimal.sum(...fills.map((fill) => fill.quantity.times(fill.price)));
  const { total } = chargesTogether(fills);
  return {
    symbol: first.symbol,
    isin: first.isin,
    security_id: first.instrument === first.isin ? null : first.instrument,
    type: first.type,
    date: first.date,
    quantity: quantity.toFixed(),
    price: (fills.length === 1 ? first.price : toScale(amount.div(quantity))).toFixed(),
    fee_tax: total === null ? null : toScale(total).toFixed(),
    currency: 'INR',
    asset_class: exchangeAssetClass(first.symbol, first.isin ?? ''),
    execution_id: `DHAN:${first.date}:${first.orderId}:${first.instrument}:${first.type}`,
    // Of the first fill.
    executed_at:
      fills.map(({ time }) => time).sort((a, b) => (a ?? '24').localeCompare(b ?? '24'))[0] ?? null,
    is_intraday: fills.every(({ isIntraday }) => isIntraday),
  };
}

/** States after which an order trades no more; every other one, known or not, may still be. */
const FINAL = new Set(['TRADED', 'CANCELLED', 'EXPIRED', 'REJECTED']);

/**
 * Today's fills of the orders that are done. One that still trades waits: taken over now, it would keep a part of its
 * quantity for good. `orders` must have been read before `rows`, so that no fill of a finished order is missed.
 */
export function todaysTrades(
  orders: readonly unknown[],
  rows: readonly unknown[],
  days: { from: string; to: string },
): TradePage {
  const done = new Map<string, Decimal | null>();
  for (const order of orders)
    if (isRow(order) && FINAL.has(textOf(order['orderStatus']).toUpperCase()))
      done.set(textOf(order['orderId']), figure(order['filledQty']));
  const read = readFills(rows, days);
  const numbers = new Set<string>();
  const once = read.fills.filter(({ exchangeTradeId: number, orderId }) => {
    if (number === null) return true;
    const key = `${orderId} ${number}`;
    return numbers.has(key) ? false : numbers.add(key);
  });
  const finished: DhanFill[] = [];
  for (const order of ordersOf(once)) {
    const filled = done.get(order[0].orderId);
    const trade = tradeOf(order);
    if (filled === null || filled?.eq(trade.quantity) === true) finished.push(...order);
    else
      read.left_out.push({
        what: `${wordsOf(trade)}, from an order that is not complete yet`,
        reason: 'NOT_COMPLETED',
      });
  }
  return byOrder({ ...read, fills: finished });
}

const wordsOf = ({ type, quantity, symbol, date }: BrokerTrade) =>
  `${type} ${quantity} ${symbol} on ${dayInWords(date)}`;

/** Gives trades the symbol and ISIN of the holding with their ISIN or security id (spec: Connection sync rules 2). */
export function namedAsHeld(trades: readonly BrokerTrade[], held: readonly BrokerHolding[]): BrokerTrade[] {
  const byIsin = new Map(held.filter(({ isin }) => isin !== null).map((one) => [one.isin, one]));
  const byId = new Map(held.filter((one) => one.security_id !== null).map((one) => [one.security_id, one]));
  return trades.map((trade) => {
    const holding =
      (trade.isin === null ? undefined : byIsin.get(trade.isin)) ??
      (trade.security_id === null ? undefined : byId.get(trade.security_id));
    if (
      holding === undefined ||
      (trade.isin !== null && holding.isin !== null && trade.isin !== holding.isin)
    )
      return trade;
    const { symbol, isin, asset_class } = holding;
    return { ...trade, symbol, isin: isin ?? trade.isin, asset_class };
  });
}

/** `BUY 36 Anand Rathi Shar on 29 Sep 2025`: enough to find it at the broker, no number of the account. */
function nameOf(row: unknown): string {
  if (!isRow(row)) return 'Trade';
  const name = named(row['tradingSymbol']) ?? named(row['customSymbol']) ?? named(row['isin']);
  const day = dayOf(row['exchangeTime']);
  const words = [
    textOf(row['transactionType']),
    exact(row['tradedQuantity']),
    name,
    day === null ? null : `on ${dayInWords(day)}`,
  ];
  return words.filter((word) => word !== null && word !== '').join(' ') || 'Trade';
}
