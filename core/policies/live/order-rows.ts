import { type BrokerOrder, tickSize } from '../../brokers/orders/index.ts';
import { Decimal, type Fixed, fixedText, parseFixed } from '../../platform/index.ts';
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

/**
 * A row without a tag, or with so little of one that it may be another's, that says what was sent of an order that is not in the
 * book: it may be this order or another one.
 */
export function untaggedTwin(order: LiveOrder, rest: readonly BrokerOrder[]): Difference | null {
  if (order.submitted_at === null || order.state === 'ABSENT') return null;
  const twin = rest.find(
    (row) => order.tag.startsWith(row.tag ?? '') && judgeOrderRows(order, [row]) === null,
  );
  return twin === undefined
    ? null
    : mismatch(order, [twin], {
        code: 'UNTAGGED_TWIN',
        why: `has no order with the tag ${order.tag}, but one without a tag that could be it`,
      });
}

type Rows = readonly BrokerOrder[];
/** What the broker says against an order, by a code of its own. */
export type RowDifference = Difference & { code: string };
interface Check {
  code: string;
  /** ORDER_MISMATCH where nothing is said. */
  kind?: 'PRICE' | 'OVERFILLED';
  /** The rest of a sentence about the broker. */
  why: string | ((order: LiveOrder) => string);
  isSo: (order: LiveOrder, rows: Rows) => boolean;
}

const inAny =
  (isSo: (row: BrokerOrder, order: LiveOrder, price: Decimal) => boolean): Check['isSo'] =>
  (order, rows) =>
    rows.some((row) => isSo(row, order, new Decimal(row.average_price ?? 0)));
const isFilled = (row: BrokerOrder) => new Decimal(row.filled_quantity).gt(0);
const sumOf = (rows: Rows, field: 'quantity' | 'filled_quantity') =>
  Decimal.sum(0, ...rows.map((row) => row[field]));

/**
 * Whether the broker cut the order up: each part is smaller, and together they are no more than was ordered. Where its answer
 * named several, the book may show one of them before the others.
 */
const isCut = ({ quantity, broker_order_ids }: LiveOrder, rows: Rows): boolean =>
  Math.max(rows.length, broker_order_ids.length) > 1 &&
  rows.every((row) => quantity.gt(row.quantity)) &&
  sumOf(rows, 'quantity').lte(quantity);

const SEVERAL_IDS = { code: 'SEVERAL_IDS', why: 'has its tag on several orders' };

/** Everything that the rows of an order cannot say, the first that holds is named. Rows that pass are the order as it was sent. */
export const ROW_CHECKS: readonly Check[] = [
  {
    code: 'OTHER_ID',
    why: 'has its tag on an order with another id than it answered',
    isSo: ({ broker_order_ids: ids }, rows) =>
      ids.length > 0 && rows.length > 0 && rows.every((row) => !ids.includes(row.broker_order_id)),
  },
  {
    ...SEVERAL_IDS,
    isSo: (order, rows) => rows.length > 1 && !isCut(order, rows),
  },
  { code: 'OTHER_SIDE', why: 'has it on the other side', isSo: inAny((row, { side }) => row.side !== side) },
  {
    code: 'OTHER_SYMBOL',
    why: 'has it for another share',
    isSo: inAny((row, { symbol }) => row.symbol !== '' && row.symbol !== symbol),
  },
  {
    code: 'OTHER_PRODUCT',
    why: 'has it as another product',
    isSo: inAny(({ product }) => product !== null && product !== PRODUCT),
  },
  {
    code: 'OTHER_EXCHANGE',
    why: 'has it on another exchange',
    isSo: inAny(({ exchange }) => exchange !== null && exchange !== EXCHANGE),
  },
  {
    code: 'OTHER_QUANTITY',
    why: 'has it with another quantity',
    isSo: (order, rows) => !isCut(order, rows) && rows.some((row) => !order.quantity.eq(row.quantity)),
  },
  {
    code: 'NEGATIVE_FILL',
    why: 'has less than no shares of it filled',
    isSo: inAny((row) => new Decimal(row.filled_quantity).lt(0)),
  },
  {
    code: 'OVERFILLED',
    kind: 'OVERFILLED',
    why: 'has more shares of it filled than were ordered',
    isSo: inAny((row) => new Decimal(row.filled_quantity).gt(row.quantity)),
  },
  {
    code: 'NOT_ALL_FILLED',
    why: 'has it as complete, but not all of it filled',
    isSo: inAny((row) => row.state === 'COMPLETE' && new Decimal(row.filled_quantity).lt(row.quantity)),
  },
  {
    code: 'BEFORE_SENT',
    why: 'has it from a time before it was sent',
    isSo: inAny(
      ({ placed_at: placed }, { submitted_at: sent }) =>
        sent !== null && placed !== null && placed.getTime() < sent.getTime() - CLOCKS_MS,
    ),
  },
  {
    code: 'NO_PRICE',
    kind: 'PRICE',
    why: 'has it filled without a price',
    isSo: inAny((row, _, price) => isFilled(row) && price.lte(0)),
  },
  {
    code: 'BEYOND_LIMIT',
    kind: 'PRICE',
    why: 'has it filled beyond its limit',
    isSo: inAny(
      (row, { side, limit_price: limit }, price) =>
        isFilled(row) &&
        limit !== null &&
        (side === 'BUY' ? price.minus(limit) : limit.minus(price)).gt(tickOf(parseFixed(limit))),
    ),
  },
  {
    code: 'FAR_PRICE',
    kind: 'PRICE',
    why: 'has it filled far from the last price',
    isSo: inAny(
      (row, { reference_price: last }, price) =>
        isFilled(row) && last !== null && price.minus(last).abs().gt(last.times(FARTHEST)),
    ),
  },
  {
    code: 'SHRUNK',
    why: ({ filled_quantity }) =>
      `has fewer shares of it filled than the ${filled_quantity.toFixed()} that it had before`,
    isSo: ({ filled_quantity }, rows) => sumOf(rows, 'filled_quantity').lt(filled_quantity),
  },
];

/** An average of several fills is rounded, by a tick at most. */
export const tickOf = (price: Fixed): string => fixedText(tickSize(price));

/** Judges the rows of an order against what was sent. @returns what they say that cannot be so; null where they agree with it. */
export function judgeOrderRows(order: LiveOrder, rows: Rows): RowDifference | null {
  const check = ROW_CHECKS.find(({ isSo }) => isSo(order, rows));
  if (check === undefined) return null;
  const { kind, code, why } = check;
  return mismatch(order, rows, { kind, code, why: typeof why === 'string' ? why : why(order) });
}

/** Rows with the tag of an order that is in the book under the id that was answered: it is booked, they are not. */
export function surplusRows(
  order: LiveOrder,
  rows: readonly BrokerOrder[],
): { own: readonly BrokerOrder[]; surplus: Difference | null } {
  const own = rows.filter((row) => order.broker_order_ids.includes(row.broker_order_id));
  if (own.length === 0 || own.length === rows.length) return { own: rows, surplus: null };
  return { own, surplus: mismatch(order, rows, SEVERAL_IDS) };
}

export const VERB = { BUY: 'Buy', SELL: 'Sell' } as const;

/** What a row says, for a person. */
const rowText = (row: BrokerOrder): string =>
  `${VERB[row.side]} ${row.quantity} ${row.symbol}, ${row.filled_quantity} filled${row.average_price === null ? '' : ` at ₹${row.average_price}`}, ${row.status}, order ${row.broker_order_id}`;

const mismatch = (order: LiveOrder, rows: Rows, what: Named): RowDifference =>
  namedDifference(order, rows.map(rowText).join('; '), what);

interface Named {
  kind?: RowDifference['kind'] | undefined;
  code: string;
  why: string;
}

/** Names what the broker says of an order, with the figures of both sides. @param why the rest of a sentence about the broker. */
export function namedDifference(
  order: LiveOrder,
  found: string,
  { kind = 'ORDER_MISMATCH', code, why }: Named,
): RowDifference {
  const { tag, symbol, side, quantity, limit_price: limit, broker_order_ids: ids } = order;
  const terms =
    limit === null ? 'at the market' : `at ${side === 'BUY' ? 'most' : 'least'} ₹${limit.toFixed()}`;
  const expected = `${VERB[side]} ${quantity.toFixed()} ${symbol} ${terms}${ids.length === 0 ? '' : `, order ${ids.join(', ')}`}`;
  const inBooks =
    order.booked_at === null
      ? 'It is not in the books.'
      : `The books have ${order.filled_quantity.toFixed()} at ₹${order.average_price?.toFixed() ?? '?'}.`;
  return {
    kind,
    code,
    subject: tag,
    expected,
    found,
    message: `The broker ${why}. Sent: ${expected}. Broker: ${found}. ${inBooks} Nothing more of this policy is sent until you settle it.`,
  };
}
