import type { Provider } from '../port/index.ts';
import type { Order } from './order.ts';

/** What becomes of an order: who can be asked, and why others cannot. */
export interface Plan {
  order: Order;
  ready: readonly Provider[];
  /** In words, one of each that cannot. */
  missing: readonly string[];
}
