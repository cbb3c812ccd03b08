import type { BrokerName } from '../adapter.ts';

/** Sides and kinds of the orders that are ever sent: delivery (CNC), good for the day, on the NSE. */
const ORDER_KINDS = ['LIMIT', 'MARKET'] as const;
type OrderKind = (typeof ORDER_KINDS)[number];

/** One order as it is sent. Prices and quantities are exact decimals as text. */
export interface OrderRequest {
  /** By which it is found again: letters and digits, 20 at most, never used twice. */
  tag: string;
  side: 'BUY' | 'SELL';
  /** The NSE's symbol. */
  symbol: string;
  isin: string | null;
  /** Whole shares. */
  quantity: string;
  kind: OrderKind;
  /** Rupees a share, a multiple of the tick; null for MARKET. */
  limit_price: string | null;
}

/** Why a broker turned an order away, by meaning. */
const REFUSALS = [
  /** The session ended: a person has to log in. */
  'NEEDS_LOGIN',
  /** The key may not trade, or the address that it comes from is not allowed. */
  'PERMISSION_MISSING',
  'FUNDS_SHORT',
  /** Not as many shares are held or authorised for sale. */
  'HOLDINGS_SHORT',
  'MARKET_CLOSED',
  /** The price, the quantity or the share itself is not accepted. */
  'ORDER_INVALID',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/**
 * What is known after an order was sent once.
 * ACCEPTED: the broker named it (several names where it cut the order into parts); it may still be rejected.
 * REFUSED: the broker proves by a kind of error and words that are known that no order was made.
 * UNKNOWN: anything else. The order may be there, or come later; only the orderbook can tell.
 */
export type Placement =
  | { outcome: 'ACCEPTED'; broker_order_ids: readonly string[]; message: string | null }
  | { outcome: 'REFUSED'; refusal: Refusal; message: string }
  | { outcome: 'UNKNOWN'; cause: UnknownCause; message: string };

/**
 * NOT_CONNECTED: nothing was sent by this process: no connection was made, or it was told to stop before. TIMEOUT: no answer
 * came in time, or `notAfter` had passed before the first byte, which the message then says. Wherever nothing was sent, the
 * order is looked for all the same.
 */
const UNKNOWN_CAUSES = [
  'TIMEOUT',
  'CONNECTION_LOST',
  'NOT_CONNECTED',
  'SERVER_ERROR',
  'RATE_LIMITED',
  'UNREADABLE',
  'UNKNOWN_REFUSAL',
] as const;
export type UnknownCause = (typeof UNKNOWN_CAUSES)[number];

/** OPEN is every state that is not known to be final. */
const BROKER_ORDER_STATES = ['OPEN', 'COMPLETE', 'CANCELLED', 'REJECTED'] as const;
export type BrokerOrderState = (typeof BROKER_ORDER_STATES)[number];

/** A row of the broker's orderbook. The book may lag, and lives for one day. */
export interface BrokerOrder {
  broker_order_id: string;
  /** Our tag, without what the broker adds to it; null where the order carries none. */
  tag: string | null;
  side: 'BUY' | 'SELL';
  symbol: string;
  quantity: string;
  /** As the broker says it, even where it cannot be: below zero, or more than was ordered. */
  filled_quantity: string;
  /** Rupees a share over all fills; null while there are none. */
  average_price: string | null;
  /** CNC for delivery; null where the broker does not say. */
  product: string | null;
  /** NSE, BSE; null where the broker does not say. */
  exchange: string | null;
  /** When the broker took it; null where it does not say. */
  placed_at: Date | null;
  state: BrokerOrderState;
  /** In the broker's own words, for a person. */
  status: string;
  message: string | null;
}

/** Rupees by kind; null where the broker does not name that kind. `total` sums what is named. No depository fee is among them. */
export interface BrokerCharges {
  brokerage: string | null;
  stt: string | null;
  exchange: string | null;
  sebi: string | null;
  stamp_duty: string | null;
  gst: string | null;
  total: string;
}

/** A broker's estimate of an order before it is sent. Rupees as decimal text. */
export interface OrderEstimate {
  tag: string;
  /** Rupees that the broker would block for this order alone; '0' for a sale of held shares; null if it does not say. */
  needs: string | null;
  /** All charges; null where the broker's calculator does not name them (Dhan's names brokerage only). */
  charges: BrokerCharges | null;
  /** Why the calculator would not take it, in the broker's words; null where it would. Money and shares are not looked at. */
  refusal: string | null;
}

/** Fills of an order that the broker has finished. */
export interface FilledOrder {
  broker_order_id: string;
  side: 'BUY' | 'SELL';
  symbol: string;
  isin: string | null;
  quantity: string;
  average_price: string;
  kind: OrderKind;
  /** YYYY-MM-DD in India. */
  day: string;
}

export interface BrokerFill {
  broker_order_id: string;
  fill_id: string;
  side: 'BUY' | 'SELL';
  symbol: string;
  quantity: string;
  /** Rupees a share; null where the broker names none, or 0. */
  price: string | null;
}

/** A fill of a day before today. */
export interface PastFill extends BrokerFill {
  /** YYYY-MM-DD in India. */
  day: string;
}

/** Fills of past days, and the orders of which a row could not be read: '' where it names none. */
export interface PastFills {
  fills: readonly PastFill[];
  torn: ReadonlySet<string>;
}

/** Shares of an account: what the depository holds, with what today's trades add and take. */
export interface BrokerPosition {
  symbol: string;
  isin: string | null;
  quantity: string;
}

export interface PlaceOptions {
  /** Aborted before the first byte is written, nothing is sent; aborted later, the placement is UNKNOWN. */
  signal?: AbortSignal;
  /**
   * A moment of `performance.now()`, looked at right before the first byte is written: past it, nothing is sent (UNKNOWN,
   * TIMEOUT). For a process that was asleep between its claim and the sending. Node's clock stands still while a machine is
   * suspended on some systems, so a span by the wall clock is looked at too, from the call of `place` on.
   */
  notAfter?: number;
}

/**
 * One account, as orders see it. `place` never throws for what the outside does and sends at most one order, whatever
 * happens; the others only read (or cancel), repeat by themselves, and throw BrokerFailure. A list of which a row cannot be
 * read is BROKER_MALFORMED as a whole: a row left out would be an order that seems not to be there. Past fills name such orders.
 */
/** How many orders Munim sends to an account in an hour and in a day: fewer than the broker takes, for the person's own. */
export interface OrderAllowance {
  perHour: number | null;
  perDay: number;
}

export interface OrderGateway {
  readonly broker: BrokerName;
  readonly allowance: OrderAllowance;
  /** Reads what orders need beside, such as a broker's own numbers of shares; to be called before the first order. */
  prepare(signal?: AbortSignal): Promise<void>;
  place(order: OrderRequest, options?: PlaceOptions): Promise<Placement>;
  /** The orders of the day. */
  orders(signal?: AbortSignal): Promise<readonly BrokerOrder[]>;
  /** The orders with a tag: none, one, or the parts of one that the broker cut up. */
  ordersByTag(tag: string, signal?: AbortSignal): Promise<readonly BrokerOrder[]>;
  /** The fills of the day. */
  fills(signal?: AbortSignal): Promise<readonly BrokerFill[]>;
  /** Rupees that can be spent on shares now. */
  funds(signal?: AbortSignal): Promise<string>;
  positions(signal?: AbortSignal): Promise<readonly BrokerPosition[]>;
  /** Asks the broker's calculators and sends no order: one estimate for each order, in the same order. */
  rehearse(orders: readonly OrderRequest[], signal?: AbortSignal): Promise<readonly OrderEstimate[]>;
  /**
   * Charges of filled orders by the broker's record (Dhan: from the next day on) or calculation (Zerodha), by
   * broker order id. An order that the broker does not know, or not whole, is missing.
   */
  chargesOf(
    orders: readonly FilledOrder[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, BrokerCharges>>;
  /** Fills of days before today, both days included, with the orders of which rows are torn; null where the broker tells none (Zerodha). */
  readonly pastFills: ((from: string, to: string, signal?: AbortSignal) => Promise<PastFills>) | null;
  /** Asks to cancel what is open. False where the broker says that it is over already: then its state tells how. */
  cancel(brokerOrderId: string, signal?: AbortSignal): Promise<boolean>;
}

/** Opens the gateway of a connection. */
export interface OrderGateways {
  /**
   * @throws Problem CONNECTION_NOT_FOUND; NO_TRADING_ROLE where the connection may not trade
   * @throws BrokerFailure NEEDS_LOGIN, CREDENTIALS_UNREADABLE, BROKER_OFF
   */
  open(ownerUserId: string, connectionId: string): Promise<OrderGateway>;
}
