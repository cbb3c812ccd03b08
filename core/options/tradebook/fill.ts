import { createHash } from 'node:crypto';
import type { Costs, Instrument, Side } from '../records/index.ts';

const EXCHANGES = ['NSE', 'BSE'] as const;
export type FillExchange = (typeof EXCHANGES)[number];

/** One fill of a tradebook: a fact, whatever trade it turns out to belong to. Prices are rupees a unit. */
export interface Fill {
  /** The same in every file that has it. */
  fill_id: string;
  source: string;
  exchange: FillExchange;
  /** UTC, ISO-8601 with milliseconds. */
  at: string;
  /** The day in India. */
  day: string;
  /** Of the exchange; null where the file has none. */
  trade_number: string | null;
  order_id: string | null;
  symbol: string;
  underlying: string;
  instrument: Instrument;
  expiry: string;
  strike: number | null;
  side: Side;
  quantity: number;
  price: number;
  /** Rupees an order, as the person said; null for that of the table of charges. */
  brokerage: number | null;
  /** As the file itself has them; null where they are to be worked out. */
  costs: Costs | null;
  strategy: string;
  /** The person's own name of its trade. */
  given_tag: string | null;
}

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/**
 * The id of a fill: by the exchange, the day and the number that the exchange gave the trade. Without a number it goes by all
 * that the row says; `nth` tells equal rows of a file apart, from 0.
 */
export function fillIdOf(
  fill: Pick<
    Fill,
    'exchange' | 'day' | 'at' | 'trade_number' | 'order_id' | 'symbol' | 'side' | 'quantity' | 'price'
  >,
  nth: number,
): string {
  const { exchange, day, at, trade_number, order_id, symbol, side, quantity, price } = fill;
  const place = `tradebook:${exchange}:${day}`;
  // The side too: whoever trades with himself has one number twice.
  if (trade_number !== null) return `${place}:${trade_number}:${side}:${digest(symbol, 8)}`;
  return `${place}:${digest([at, order_id, symbol, side, quantity, price].join(' '), 24)}:${nth}`;
}

/** Whether two rows of one id tell of the same fill. */
export function isSameFill(one: Fill, other: Fill): boolean {
  return (
    one.at === other.at &&
    one.symbol === other.symbol &&
    one.expiry === other.expiry &&
    one.side === other.side &&
    one.quantity === other.quantity &&
    one.price === other.price
  );
}

/** By time; fills of one moment by the number of the trade, as the exchange gave them. */
export function inOrder(one: Fill, other: Fill): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  const [first, second] = [one.trade_number ?? '', other.trade_number ?? ''];
  if (first.length !== second.length && /^\d*$/.test(first + second)) return first.length - second.length;
  if (first !== second) return first < second ? -1 : 1;
  return one.fill_id < other.fill_id ? -1 : one.fill_id > other.fill_id ? 1 : 0;
}
