import { Decimal } from '../../platform/index.ts';
import { figure, isListOf, isinOf, isRow, priceText, type Row, textOf } from '../adapters/index.ts';
import { BrokerFailure } from '../failure.ts';
import { kiteSymbol } from '../statements/index.ts';
import { momentOf } from './book-moment.ts';
import { brokerWords } from './broker-words.ts';
import type { BrokerFill, BrokerOrder, BrokerOrderState, BrokerPosition } from './gateway.ts';

/** States that are final; every other one, known or not, may still change. What is left of an order at the day's end is EXPIRED. */
const FINAL: Readonly<Record<string, BrokerOrderState>> = {
  TRADED: 'COMPLETE',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'CANCELLED',
  REJECTED: 'REJECTED',
};
const DELIVERY = new Set(['CNC', 'MTF']);
const EXCHANGES = new Set(['NSE_EQ', 'BSE_EQ']);
/** What Dhan writes where it has nothing to say. */
const NOTHING = new Set(['', 'NA', '0', 'CONFIRMED', 'TRADE CONFIRMED']);

const unreadable = (what: string) =>
  new BrokerFailure('BROKER_MALFORMED', `Dhan sent ${what} that cannot be read.`);

const named = (value: unknown): string | null => {
  const text = textOf(value);
  return text === '' || text === 'NA' ? null : text;
};

/** Rows of `/orders`, or the one of `/orders/external/{id}`. @throws BrokerFailure BROKER_MALFORMED */
export function dhanOrders(answer: unknown, secrets: readonly string[]): BrokerOrder[] {
  const rows = isRow(answer) ? [answer] : answer;
  if (!isListOf('orderId', rows)) throw unreadable('an order book');
  return rows.map((row) => {
    if (!isRow(row)) throw unreadable('an order');
    const id = textOf(row['orderId']);
    const side = sideOf(row);
    const status = textOf(row['orderStatus']).toUpperCase();
    const quantity = figure(row['quantity']);
    const filled = filledOf(row, quantity, status);
    if (id === '' || id === '0' || side === null || status === '' || quantity === null || filled === null)
      throw unreadable('an order');
    const told = textOf(row['omsErrorDescription']);
    return {
      broker_order_id: id,
      tag: named(row['correlationId']),
      side,
      symbol: kiteSymbol(named(row['tradingSymbol']) ?? ''),
      quantity: quantity.toFixed(),
      filled_quantity: filled.toFixed(),
      average_price: filled.isZero() ? null : priceText(row['averageTradedPrice']),
      product: named(row['productType'])?.toUpperCase() ?? null,
      exchange: named(row['exchangeSegment'])?.toUpperCase().replace(/_EQ$/, '') ?? null,
      placed_at: momentOf(row['createTime']),
      state: FINAL[status] ?? 'OPEN',
      status,
      message: NOTHING.has(told.toUpperCase()) ? null : brokerWords(told, secrets),
    };
  });
}

/** How much was filled; where that is not said, what is not left open, and all of it once it is traded. */
function filledOf(row: Row, quantity: Decimal | null, status: string): Decimal | null {
  const stated = figure(row['filledQty']);
  if (stated !== null) return stated;
  const left = figure(row['remainingQuantity']);
  if (quantity === null) return null;
  if (status === 'TRADED') return quantity;
  return left === null || left.lt(0) || left.gt(quantity) ? null : quantity.minus(left);
}

/** Rows of `/trades`. @throws BrokerFailure BROKER_MALFORMED */
export function dhanFills(answer: unknown): BrokerFill[] {
  if (!isListOf('orderId', answer)) throw unreadable('trades');
  const nameOf = fillNames();
  return answer.map((row) => {
    const side = isRow(row) ? sideOf(row) : null;
    const quantity = isRow(row) ? figure(row['tradedQuantity']) : null;
    if (!isRow(row) || side === null || quantity?.gt(0) !== true) throw unreadable('a trade');
    const order = textOf(row['orderId']);
    if (order === '' || order === '0') throw unreadable('a trade');
    const price = priceText(row['tradedPrice']);
    const number = named(row['exchangeTradeId']);
    return {
      broker_order_id: order,
      fill_id: nameOf(order, number === '0' ? null : number, [
        textOf(row['exchangeTime']),
        quantity.toFixed(),
        price ?? '',
      ]),
      side,
      symbol: kiteSymbol(named(row['tradingSymbol']) ?? named(row['customSymbol']) ?? ''),
      quantity: quantity.toFixed(),
      price,
    };
  });
}

/** Names the fills of one answer. Rows without a number that are alike are distinguished by their place. */
export function fillNames(): (order: string, number: string | null, facts: readonly string[]) => string {
  const alike = new Map<string, number>();
  return (order, number, facts) => {
    if (number !== null) return `${order}:${number}`;
    const like = `${order}:${facts.join('/')}`;
    const place = alike.get(like) ?? 0;
    alike.set(like, place + 1);
    return `${like}/${place}`;
  };
}

function sideOf(row: Row): 'BUY' | 'SELL' | null {
  const side = textOf(row['transactionType']).toUpperCase();
  return side === 'BUY' || side === 'SELL' ? side : null;
}

/**
 * Rupees for shares, from `/fundlimit`: what is available (in Dhan's spelling or the right one) without the value of
 * pledged shares, since delivery is paid in cash alone. May be below zero. @throws BrokerFailure BROKER_MALFORMED
 */
export function dhanFunds(answer: unknown): string {
  const available = isRow(answer) ? figure(answer['availabelBalance'] ?? answer['availableBalance']) : null;
  if (!isRow(answer) || available === null) throw unreadable('funds');
  return available.minus(figure(answer['collateralAmount']) ?? 0).toFixed();
}

/**
 * Shares owned now, from `/holdings` and `/positions`.
 *
 * What was bought today is in the positions alone. `totalQty` keeps what was sold until the sale is settled, a day later,
 * while `availableQty` loses it at once; so what is neither available nor pledged has been sold, today or the day before.
 * Sales of today are taken off only as far as that does not show them yet. @throws BrokerFailure BROKER_MALFORMED
 */
export function dhanPositions(holdings: unknown, positions: unknown): BrokerPosition[] {
  if (!isListOf('totalQty', holdings)) throw unreadable('holdings');
  if (!isListOf('netQty', positions)) throw unreadable('positions');
  const today = tradedToday(positions);
  const owned: { id: string; symbol: string; isin: string | null; quantity: Decimal }[] = [];
  for (const row of holdings) {
    const total = isRow(row) ? figure(row['totalQty']) : null;
    if (!isRow(row) || total?.gte(0) !== true) throw unreadable('a holding');
    const id = textOf(row['securityId']);
    const symbol = kiteSymbol(textOf(row['tradingSymbol']));
    const isin = isinOf(row['isin']);
    if (symbol === '' && isin === null) throw unreadable('a holding');
    const available = figure(row['availableQty']);
    const free =
      available === null ? total : Decimal.min(total, available.plus(figure(row['collateralQty']) ?? 0));
    const net = takeTraded(today, id, symbol);
    const alreadyGone = total.minus(free);
    const left = net.gte(0) ? net : Decimal.min(0, net.plus(alreadyGone));
    owned.push({ id, symbol, isin, quantity: free.plus(left) });
  }
  for (const { symbol, quantity } of today) owned.push({ id: '', symbol, isin: null, quantity });
  return owned
    .filter(({ quantity }) => !quantity.isZero())
    .map(({ symbol, isin, quantity }) => ({ symbol, isin, quantity: quantity.toFixed() }));
}

interface Traded {
  ids: Set<string>;
  symbol: string;
  quantity: Decimal;
}

/** What was bought less what was sold today in delivery, by share: the exchanges together. */
function tradedToday(positions: readonly unknown[]): Traded[] {
  const bySymbol = new Map<string, Traded>();
  for (const row of positions) {
    if (!isRow(row)) throw unreadable('a position');
    const isDelivery = DELIVERY.has(textOf(row['productType']).toUpperCase());
    if (!isDelivery || !EXCHANGES.has(textOf(row['exchangeSegment']).toUpperCase())) continue;
    const [bought, sold] = [figure(row['dayBuyQty']), figure(row['daySellQty'])];
    const symbol = kiteSymbol(named(row['tradingSymbol']) ?? '');
    if (bought === null || sold === null || symbol === '') throw unreadable('a position');
    const known = bySymbol.get(symbol) ?? { ids: new Set(), symbol, quantity: new Decimal(0) };
    const id = textOf(row['securityId']);
    if (id !== '') known.ids.add(id);
    known.quantity = known.quantity.plus(bought).minus(sold);
    bySymbol.set(symbol, known);
  }
  return [...bySymbol.values()];
}

/** Takes a holding's trades out of those that are left. */
function takeTraded(today: Traded[], id: string, symbol: string): Decimal {
  const at = today.findIndex((one) => one.symbol === symbol || (id !== '' && one.ids.has(id)));
  const [found] = at < 0 ? [] : today.splice(at, 1);
  return found?.quantity ?? new Decimal(0);
}
