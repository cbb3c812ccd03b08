import { Decimal } from '../../platform/index.ts';
import {
  dayOf,
  equityHoldings,
  figure,
  isListOf,
  isRow,
  priceText,
  type Row,
  textOf,
} from '../adapters/index.ts';
import { BrokerFailure } from '../failure.ts';
import { kiteSymbol } from '../statements/index.ts';
import { momentOf } from './book-moment.ts';
import { brokerWords } from './broker-words.ts';
import type { BrokerFill, BrokerOrder, BrokerOrderState, BrokerPosition } from './gateway.ts';

/** States that are final; every other one, known or not, may still change. */
const FINAL: Readonly<Record<string, BrokerOrderState>> = {
  COMPLETE: 'COMPLETE',
  CANCELLED: 'CANCELLED',
  REJECTED: 'REJECTED',
};
/** Tags that Kite adds to an order itself: `mktp` and `mktp:2.00`, `autoslice` and `autoslice:<id>`. */
const ADDED = /^(?:[a-z]+:|(?:mktp|autoslice|iceberg)$)/i;
const DELIVERY = new Set(['CNC', 'MTF']);
const EXCHANGES = new Set(['NSE', 'BSE']);

const unreadable = (what: string) =>
  new BrokerFailure('BROKER_MALFORMED', `Zerodha sent ${what} that cannot be read.`);

/** Rows of `/orders`. @param wanted only those that carry this tag. @throws BrokerFailure BROKER_MALFORMED */
export function kiteOrders(answer: unknown, secrets: readonly string[], wanted?: string): BrokerOrder[] {
  if (!isListOf('order_id', answer)) throw unreadable('an order book');
  return answer.flatMap((row) => {
    if (!isRow(row)) throw unreadable('an order');
    const tags = tagsOf(row);
    if (wanted !== undefined && !tags.includes(wanted)) return [];
    return [orderOf(row, wanted ?? tags[0] ?? null, secrets)];
  });
}

function orderOf(row: Row, tag: string | null, secrets: readonly string[]): BrokerOrder {
  const id = textOf(row['order_id']);
  const side = sideOf(row);
  const quantity = figure(row['quantity']);
  const filled = figure(row['filled_quantity']);
  const status = textOf(row['status']).toUpperCase();
  if (id === '' || side === null || status === '' || quantity === null || filled === null)
    throw unreadable('an order');
  return {
    broker_order_id: id,
    tag,
    side,
    symbol: kiteSymbol(textOf(row['tradingsymbol'])),
    quantity: quantity.toFixed(),
    filled_quantity: filled.toFixed(),
    average_price: filled.isZero() ? null : priceText(row['average_price']),
    product: textOf(row['product']).toUpperCase() || null,
    exchange: textOf(row['exchange']).toUpperCase() || null,
    placed_at: momentOf(row['order_timestamp']),
    state: FINAL[status] ?? 'OPEN',
    status,
    message: brokerWords(row['status_message'], secrets) ?? brokerWords(row['status_message_raw'], secrets),
  };
}

/** Tags that are a person's or ours, the one that the order was sent with first. */
function tagsOf(row: Row): string[] {
  const more = Array.isArray(row['tags']) ? (row['tags'] as unknown[]) : [];
  const tags = [row['tag'], ...more].map(textOf).filter((tag) => tag !== '' && !ADDED.test(tag));
  return [...new Set(tags)];
}

/** Rows of `/trades`, named as a sync names them. @throws BrokerFailure BROKER_MALFORMED */
export function kiteFills(answer: unknown): BrokerFill[] {
  if (!isListOf('trade_id', answer)) throw unreadable('trades');
  return answer.map((row) => {
    const side = isRow(row) ? sideOf(row) : null;
    const quantity = isRow(row) ? figure(row['quantity']) : null;
    if (!isRow(row) || side === null || quantity?.gt(0) !== true) throw unreadable('a trade');
    const day = dayOf(row['fill_timestamp']) ?? dayOf(row['exchange_timestamp']);
    const [order, number, exchange] = [row['order_id'], row['trade_id'], row['exchange']].map(textOf);
    if (day === null || !order || !number || !exchange) throw unreadable('a trade');
    return {
      broker_order_id: order,
      fill_id: `${exchange}:${day}:${number}`,
      side,
      symbol: kiteSymbol(textOf(row['tradingsymbol'])),
      quantity: quantity.toFixed(),
      price: priceText(row['average_price']),
    };
  });
}

function sideOf(row: Row): 'BUY' | 'SELL' | null {
  const side = textOf(row['transaction_type']).toUpperCase();
  return side === 'BUY' || side === 'SELL' ? side : null;
}

/**
 * Rupees for shares, from `/user/margins`: the live balance, which falls with each order, or what is available in all
 * without the value of pledged shares and ad-hoc margin, whichever is less, since delivery is paid in cash alone. `cash` is
 * the morning's balance and knows nothing of the day's orders. May be below zero. @throws BrokerFailure BROKER_MALFORMED
 */
export function kiteFunds(answer: unknown): string {
  const equity = isRow(answer) ? answer['equity'] : undefined;
  const available = isRow(equity) ? equity['available'] : undefined;
  if (!isRow(equity) || !isRow(available)) throw unreadable('funds');
  const live = figure(available['live_balance']);
  if (live === null) throw unreadable('funds');
  const net = figure(equity['net']) ?? live;
  const lent = Decimal.sum(0, figure(available['collateral']) ?? 0, figure(available['adhoc_margin']) ?? 0);
  return Decimal.min(live, net.minus(lent)).toFixed();
}

/**
 * Shares owned now, from `/portfolio/holdings` and `/portfolio/positions`.
 *
 * Holdings are those of the morning: delivered, arriving (T1), pledged and financed ones. What was sold from them today has
 * left their `quantity` already and stands in `used_quantity`; the same sale is in the positions, and what was bought today
 * is there alone. So the sold ones are put back, and everything that was traded today in delivery counts once, by the
 * positions: `day_buy_quantity` less `day_sell_quantity`. `quantity` of a position is not used, which may hold shares that
 * are carried over. @throws BrokerFailure BROKER_MALFORMED
 */
export function kitePositions(holdings: unknown, positions: unknown): BrokerPosition[] {
  if (!isListOf('tradingsymbol', holdings)) throw unreadable('holdings');
  const net = isRow(positions) ? positions['net'] : undefined;
  if (!isListOf('tradingsymbol', net)) throw unreadable('positions');
  const { holdings: held, left_out } = equityHoldings(holdings);
  if (left_out.length > 0) throw unreadable('a holding');
  const owned = new Map<string, { isin: string | null; quantity: Decimal }>();
  const add = (symbol: string, quantity: Decimal, isin: string | null) => {
    const known = owned.get(symbol);
    owned.set(symbol, {
      isin: known?.isin ?? isin,
      quantity: quantity.plus(known?.quantity ?? 0),
    });
  };
  for (const { symbol, isin, quantity } of held) add(symbol, new Decimal(quantity), isin);
  for (const row of holdings.filter(isRow)) {
    const mtf = isRow(row['mtf']) ? row['mtf'] : {};
    const used = Decimal.sum(figure(row['used_quantity']) ?? 0, figure(mtf['used_quantity']) ?? 0);
    if (used.gt(0)) {
      const isin = textOf(row['isin']) || null;
      const one = held.find((holding) => isin !== null && holding.isin === isin);
      add(one?.symbol ?? kiteSymbol(textOf(row['tradingsymbol'])), used, isin);
    }
  }
  for (const row of net) {
    if (!isRow(row)) throw unreadable('a position');
    const isDelivery = DELIVERY.has(textOf(row['product']).toUpperCase());
    if (!isDelivery || !EXCHANGES.has(textOf(row['exchange']).toUpperCase())) continue;
    const [bought, sold] = [figure(row['day_buy_quantity']), figure(row['day_sell_quantity'])];
    const symbol = kiteSymbol(textOf(row['tradingsymbol']));
    if (bought === null || sold === null || symbol === '') throw unreadable('a position');
    add(symbol, bought.minus(sold), null);
  }
  return [...owned]
    .filter(([, { quantity }]) => !quantity.isZero())
    .map(([symbol, { isin, quantity }]) => ({ symbol, isin, quantity: quantity.toFixed() }));
}
