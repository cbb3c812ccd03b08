import type { TradeSide } from './charge-rows.ts';

export const DERIVATIVE_KINDS = ['OPTION', 'FUTURE'] as const;
export type DerivativeKind = (typeof DERIVATIVE_KINDS)[number];
export const DERIVATIVE_EXCHANGES = ['NSE', 'BSE'] as const;
export type DerivativeExchange = (typeof DERIVATIVE_EXCHANGES)[number];
export const DERIVATIVE_ITEMS = [
  'brokerage_flat',
  'brokerage_part',
  'stt',
  'exercise_stt',
  'exchange',
  'sebi',
  'stamp_duty',
  'gst',
] as const;
export type DerivativeItem = (typeof DERIVATIVE_ITEMS)[number];

/** A rate over a span of days. */
export interface DerivativeRow {
  item: DerivativeItem;
  /** Both kinds, both exchanges and both sides unless it names some. */
  kind?: DerivativeKind;
  exchange?: DerivativeExchange;
  side?: TradeSide;
  from: string;
  /** The last day; null is open. */
  to: string | null;
  /**
   * Exact text: rupees an order for `brokerage_flat`, a part of what it is levied on for `gst`, of what the option was worth
   * for `exercise_stt`, of the value traded (premium of an option) for the others.
   */
  rate: string;
  source: string;
  /** False: the rate or its days are from memory, or stand for several that differed. */
  is_verified: boolean;
}
