import type { Charges } from '../../finance/charges/index.ts';
import type { Fixed } from '../../platform/fixed-point.ts';
import type { UnrankableReason } from '../signals/index.ts';
import type { OrderLimit, OrderRule, Side } from './orders.ts';

/** An order as planned at reference prices, or why there is none. */
export interface PlannedOrder {
  side: Side;
  /** Index of the share. */
  security: number;
  rule: OrderRule;
  /** What stopped or cut it; null where all of it is ordered. */
  limited_by: OrderLimit | null;
  rank: number | null;
  unrankable: UnrankableReason | null;
  /** Days since the first purchase; null for a share that is not held. */
  days_held: number | null;
  /** Whole shares. */
  wanted: Fixed;
  quantity: Fixed;
  /** Rupees; null where the share has no price. */
  price: Fixed | null;
  charges: Charges | null;
}
