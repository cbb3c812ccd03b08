import type { Provider } from '../port/index.ts';
import type { HttpTarget } from '../settings/index.ts';
import type { Order } from './order.ts';

/** What becomes of an order: who can be asked, and why others cannot. */
export interface Plan {
  order: Order;
  ready: readonly Provider[];
  /** The same with where they are. */
  targets: readonly (HttpTarget | 'cli')[];
  /** In words, one of each that cannot. */
  missing: readonly string[];
}
