import type { BrokerFill } from '../../brokers/orders/index.ts';
import { Decimal, divideRounded, type Fixed, fixedText, parseFixed } from '../../platform/index.ts';
import type { LiveOrder } from './live-orders.ts';
import { type BookEntry, PARTIAL_GRACE_MS, WATCHED } from './order-machine.ts';
import { namedDifference, type RowDifference, tickOf, VERB } from './order-rows.ts';

/*
 * The second witness: the broker's list of trades says the same as its order book, or a fill stays provisional with the reason.
 */

/** What proves the fills of an order. */
export type Proof = Pick<LiveOrder, 'confirmed_by' | 'confirmation_note' | 'unconfirmed_since'>;

/** Soon after an order is sent its trades are of no use: the book is not done with it. */
const OPEN_FOR_MS = 60_000;

const NO_TRADES = 'The broker’s list of trades could not be read.';
const NO_PRICE = 'The broker’s trades name no price.';

interface TradeCheck {
  code: string;
  kind?: 'PRICE' | 'OVERFILLED';
  why: string;
  isSo: (order: LiveOrder, entry: BookEntry, trades: Traded) => boolean;
}
interface Traded {
  rows: readonly BrokerFill[];
  quantity: Fixed;
  /** Null where a trade names no price. */
  average: Fixed | null;
}

/** Everything that the trades of an order cannot say, as in the checks of rows; the first that holds is named. */
export const TRADE_CHECKS: readonly TradeCheck[] = [
  {
    code: 'TRADED_OTHER_SIDE',
    why: 'has trades of it on the other side',
    isSo: ({ side }, _, { rows }) => rows.some((trade) => trade.side !== side),
  },
  {
    code: 'TRADED_OTHER_SYMBOL',
    why: 'has trades of it for another share',
    isSo: ({ symbol }, _, { rows }) => rows.some((trade) => trade.symbol !== '' && trade.symbol !== symbol),
  },
  {
    code: 'TRADED_TOO_MUCH',
    kind: 'OVERFILLED',
    why: 'has trades of it for more shares than were ordered',
    isSo: (order, _, { quantity }) => quantity > parseFixed(order.quantity),
  },
  {
    code: 'TRADED_OTHER_PRICE',
    kind: 'PRICE',
    why: 'has trades of it at another price than its order book',
    isSo: (_, { filled, averagePrice }, { quantity, average }) =>
      quantity === filled &&
      average !== null &&
      averagePrice !== null &&
      new Decimal(fixedText(average)).minus(fixedText(averagePrice)).abs().gt(tickOf(averagePrice)),
  },
];

/** Trades of the day by the broker's id of their order. */
export type TradesOfDay = ReadonlyMap<string, readonly BrokerFill[]>;

export function tradesOfDay(fills: readonly BrokerFill[]): TradesOfDay {
  const byOrder = new Map<string, BrokerFill[]>();
  for (const fill of fills) {
    const own = byOrder.get(fill.broker_order_id);
    if (own === undefined) byOrder.set(fill.broker_order_id, [fill]);
    else own.push(fill);
  }
  return byOrder;
}

function tradedOf({ brokerOrderIds }: BookEntry, trades: TradesOfDay): Traded {
  const rows = new Map<string, BrokerFill>();
  for (const id of brokerOrderIds) for (const trade of trades.get(id) ?? []) rows.set(trade.fill_id, trade);
  let quantity: Fixed = 0n;
  let value: Fixed = 0n;
  let isPriced = true;
  for (const trade of rows.values()) {
    quantity += parseFixed(trade.quantity);
    if (trade.price === null) isPriced = false;
    else value += parseFixed(trade.quantity) * parseFixed(trade.price);
  }
  return {
    rows: [...rows.values()],
    quantity,
    average: isPriced && quantity > 0n ? divideRounded(value, quantity) : null,
  };
}

/** Whether the trades of the day are to be read for an order: its fills are not proven, or more may have been traded than the book has. */
export function wantsTrades(order: LiveOrder, entry: BookEntry | null, now: Date): boolean {
  if (entry === null || order.settlement === 'ADOPTED') return false;
  if (
    entry.filled > 0n &&
    (order.confirmed_by === null || entry.filled !== parseFixed(order.filled_quantity))
  )
    return true;
  const isOpen = order.state === 'PLACED' && entry.filled < parseFixed(order.quantity);
  return (
    (isOpen || WATCHED.includes(order.state)) &&
    order.submitted_at !== null &&
    now.getTime() - order.submitted_at.getTime() >= OPEN_FOR_MS
  );
}

/**
 * Holds what the book has filled of an order against the broker's trades. Trades may be listed later than the book has them,
 * and earlier; only where the book is behind for a quarter of an hour does it count as wrong.
 * @param entry the order as the book has it. @param trades those of the day; null where they could not be read.
 */
export function witness(
  order: LiveOrder,
  entry: BookEntry,
  trades: TradesOfDay | null,
  now: Date,
): Proof & { wrong: RowDifference | null } {
  const since = order.unconfirmed_since ?? now;
  const open = (confirmation_note: string | null, wrong: RowDifference | null = null) => ({
    confirmed_by: null,
    confirmation_note,
    unconfirmed_since: confirmation_note === null ? null : since,
    wrong,
  });
  if (trades === null) return open(entry.filled > 0n ? NO_TRADES : null);
  const traded = tradedOf(entry, trades);
  const named = (code: string, why: string, kind?: TradeCheck['kind']) =>
    open(`The broker ${why}.`, namedDifference(order, tradesText(traded, entry), { kind, code, why }));
  const check = TRADE_CHECKS.find(({ isSo }) => isSo(order, entry, traded));
  if (check !== undefined) return named(check.code, check.why, check.kind);
  if (traded.quantity > entry.filled && now.getTime() - since.getTime() >= PARTIAL_GRACE_MS)
    return named('STALE_BOOK', 'has fewer shares of it filled in its order book than in its trades');
  if (traded.quantity !== entry.filled)
    return open(
      `The broker’s trades show ${fixedText(traded.quantity)} shares, its order book ${fixedText(entry.filled)}.`,
    );
  if (entry.filled === 0n) return open(null);
  if (traded.average === null) return open(NO_PRICE);
  return { confirmed_by: 'TRADES', confirmation_note: null, unconfirmed_since: null, wrong: null };
}

const tradesText = ({ rows }: Traded, { filled }: BookEntry): string =>
  `${rows.map((trade) => `${VERB[trade.side]} ${trade.quantity} ${trade.symbol} at ₹${trade.price ?? '?'}, order ${trade.broker_order_id}`).join('; ')}; its order book has ${fixedText(filled)} filled`;
