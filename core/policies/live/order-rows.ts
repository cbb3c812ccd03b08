import type { BrokerOrder } from '../../brokers/orders/index.ts';
import { Decimal } from '../../platform/index.ts';
import type { Difference } from './differences.ts';
import type { LiveOrder } from './live-orders.ts';

/*
 * Which rows of the broker's book are an order, and whether they say of it what was sent. A tag alone proves nothing: a row that
 * contradicts its order is named with the figures of both sides, and never booked.
 */

/** Shares that are delivered, on the exchange that orders are sent to. */
const [PRODUCT, EXCHANGE] = ['CNC', 'NSE'];
/**
 * Part of the reference price by which a fill may lie away from it. The reference is the last close, and the NSE lets a share
 * move by a fifth in a day at most, but for those with derivatives, whose band is widened in steps.
 */
const FARTHEST = 0.25;
/** By so much the broker's clock may be behind. */
const CLOCKS_MS = 5 * 60_000;
/** Fewer letters of a tag are the policy's code alone, which is no order. */
export const SHORTEST_TAG = 9;

/** What the book shows of orders. */
interface FoundRows {
  /** Those of each order, by its id. */
  of: ReadonlyMap<string, readonly BrokerOrder[]>;
  /** Those that are of no order. */
  rest: readonly BrokerOrder[];
}

/**
 * Finds the rows of orders: first by the ids that the broker answered, then by tag, then by what is left of a tag that was cut
 * off. A row belongs to one order.
 */
export function findRows(orders: readonly LiveOrder[], book: readonly BrokerOrder[]): FoundRows {
  const of = new Map<string, BrokerOrder[]>();
  const free = new Set(book);
  const take = (order: LiveOrder, isIts: (row: BrokerOrder) => boolean) => {
    for (const row of free)
      if (isIts(row)) {
        of.set(order.id, [...(of.get(order.id) ?? []), row]);
        free.delete(row);
      }
  };
  for (const order of orders) take(order, (row) => order.broker_order_ids.includes(row.broker_order_id));
  for (const order of orders) take(order, (row) => row.tag === order.tag);
  for (const order of orders)
    if (!of.has(order.id) && order.submitted_at !== null)
      take(order, ({ tag }) => tag !== null && tag.length >= SHORTEST_TAG && order.tag.startsWith(tag));
  return { of, rest: [...free] };
}

/** A row without a tag that says what was sent, of an order that is not in the book: nobody can tell whether it is this one. */
export function untaggedTwin(order: LiveOrder, rest: readonly BrokerOrder[]): Difference | null {
  if (order.submitted_at === null || order.state === 'ABSENT') return null;
  const twin = rest.find((row) => row.tag === null && contradiction(order, [row]) === null);
  return twin === undefined
    ? null
    : mismatch(
        order,
        [twin],
        `has no order with the tag ${order.tag}, but one without a tag that could be it`,
      );
}

/** What rows say that cannot be so of their order; null where they agree with it. */
export function contradiction(order: LiveOrder, rows: readonly BrokerOrder[]): Difference | null {
  const { side, symbol, limit_price: limit, reference_price: reference, submitted_at } = order;
  const ordered = new Decimal(order.quantity);
  const wrong = (why: string) => mismatch(order, rows, why);
  const ids = order.broker_order_ids;
  const others = rows.filter((row) => ids.length > 0 && !ids.includes(row.broker_order_id));
  if (others.length === rows.length && others.length > 0)
    return wrong('has its tag on an order with another id than it answered');
  const total = Decimal.sum(...rows.map(({ quantity }) => quantity));
  // An order that the broker cut up has parts: each is smaller, and together they are no more than was ordered. Where its
  // answer named several, the book may show one of them before the others.
  const isCut =
    Math.max(rows.length, ids.length) > 1 &&
    rows.every(({ quantity }) => new Decimal(quantity).lt(ordered)) &&
    total.lte(ordered);
  if (rows.length > 1 && !isCut) return wrong('has its tag on several orders');
  for (const row of rows) {
    const filled = new Decimal(row.filled_quantity);
    const price = row.average_price === null ? null : new Decimal(row.average_price);
    if (row.side !== side) return wrong('has it on the other side');
    if (row.symbol !== '' && row.symbol !== symbol) return wrong('has it for another share');
    if (row.product !== null && row.product !== PRODUCT) return wrong('has it as another product');
    if (row.exchange !== null && row.exchange !== EXCHANGE) return wrong('has it on another exchange');
    if (!isCut && !ordered.eq(row.quantity)) return wrong('has it with another quantity');
    if (filled.lt(0)) return wrong('has less than no shares of it filled');
    if (row.state === 'COMPLETE' && filled.lt(row.quantity))
      return wrong('has it as complete, but not all of it filled');
    if (
      submitted_at !== null &&
      row.placed_at !== null &&
      row.placed_at.getTime() < submitted_at.getTime() - CLOCKS_MS
    )
      return wrong('has it from a time before it was sent');
    if (price === null || filled.isZero()) continue;
    const isBeyond = limit !== null && (side === 'BUY' ? price.gt(limit) : price.lt(limit));
    const isAbsurd =
      reference !== null && price.minus(reference).abs().gt(new Decimal(reference).times(FARTHEST));
    if (isBeyond || isAbsurd)
      return {
        ...wrong(isBeyond ? 'has it filled beyond its limit' : 'has it filled far from the last price'),
        kind: 'PRICE',
      };
  }
  const filled = Decimal.sum(...rows.map(({ filled_quantity }) => filled_quantity));
  return filled.lt(order.filled_quantity)
    ? wrong(`has fewer shares of it filled than the ${order.filled_quantity.toFixed()} that it had before`)
    : null;
}

/** Rows with the tag of an order that is in the book under the id that was answered: it is booked, they are not. */
export function surplusRows(
  order: LiveOrder,
  rows: readonly BrokerOrder[],
): { own: readonly BrokerOrder[]; surplus: Difference | null } {
  const own = rows.filter((row) => order.broker_order_ids.includes(row.broker_order_id));
  if (own.length === 0 || own.length === rows.length) return { own: rows, surplus: null };
  return { own, surplus: mismatch(order, rows, 'has its tag on several orders') };
}

const VERB = { BUY: 'Buy', SELL: 'Sell' } as const;

function mismatch(order: LiveOrder, rows: readonly BrokerOrder[], why: string): Difference {
  const { tag, symbol, side, quantity, limit_price: limit, broker_order_ids: ids } = order;
  const terms =
    limit === null ? 'at the market' : `at ${side === 'BUY' ? 'most' : 'least'} ₹${limit.toFixed()}`;
  const expected = `${VERB[side]} ${quantity.toFixed()} ${symbol} ${terms}${ids.length === 0 ? '' : `, order ${ids.join(', ')}`}`;
  const inBooks =
    order.booked_at === null
      ? 'It is not in the books.'
      : `The books have ${order.filled_quantity.toFixed()} at ₹${order.average_price?.toFixed() ?? '?'}.`;
  const found = rows
    .map(
      (row) =>
        `${VERB[row.side]} ${row.quantity} ${row.symbol}, ${row.filled_quantity} filled${row.average_price === null ? '' : ` at ₹${row.average_price}`}, ${row.status}, order ${row.broker_order_id}`,
    )
    .join('; ');
  return {
    kind: 'ORDER_MISMATCH',
    subject: tag,
    expected,
    found,
    message: `The broker ${why}. Sent: ${expected}. Broker: ${found}. ${inBooks} Nothing more of this policy is sent until you settle it.`,
  };
}
