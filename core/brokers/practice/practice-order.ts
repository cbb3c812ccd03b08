import type { Lie } from './faults.ts';

export interface PracticeOrder {
  id: string;
  tag: string | null;
  side: 'BUY' | 'SELL';
  symbol: string;
  quantity: number;
  kind: 'LIMIT' | 'MARKET';
  limit_price: string | null;
  state: 'OPEN' | 'COMPLETE' | 'CANCELLED' | 'REJECTED';
  message: string | null;
  /** Day and time in India. */
  day: string;
  time: string;
  /** Looks at the book until it is shown, and the moment before which it is not (milliseconds since 1970). */
  hidden_reads: number;
  hidden_until: number;
  /** Looks at the book until a cancelled order is filled after all; null where it is not. */
  revives_in: number | null;
  /** The lie that the order book shows for this order, and how often the book was read. */
  lie?: { kind: Lie; looks: number };
  /** A false fill that the order book shows instead of the real one. */
  shows?: { quantity: number; average: string };
}
