import { fixedToNumber } from '../../platform/fixed-point.ts';
import type { UnrankableReason } from '../signals/index.ts';
import type { OrderLimit, OrderRule } from './orders.ts';
import type { PlannedOrder } from './planned-order.ts';
import {
  keepRankOf,
  MAX_CYCLE_TURNOVER_PCT,
  MIN_HOLDING_DAYS,
  TOP_UP_TOLERANCE,
} from './rebalance-limits.ts';

/** What the words of an order refer to. */
interface OrderContext {
  top_n: number;
  max_stock_pct?: number | undefined;
  max_sector_pct?: number | undefined;
  min_order_value?: number | undefined;
}

const UNRANKABLE: Readonly<Record<UnrankableReason, string>> = {
  NO_PRICE: 'has no close today',
  SHORT_HISTORY: 'does not have enough price history',
  GAPS: 'has too many days without a close',
  NO_VARIATION: 'did not move at all',
};

type Facts = Pick<
  PlannedOrder,
  'rank' | 'unrankable' | 'days_held' | 'wanted' | 'quantity' | 'limited_by' | 'rule'
>;

const MADE: Readonly<Record<OrderRule, (order: Facts, context: OrderContext) => string>> = {
  LEFT_UNIVERSE: () => 'It left the universe',
  DELISTED: () => 'It is no longer listed',
  UNRANKABLE: ({ unrankable }) => `It ${UNRANKABLE[unrankable ?? 'SHORT_HISTORY']}, so it cannot be ranked`,
  RANK_EXIT: ({ rank }, { top_n }) =>
    `It fell to rank ${rank ?? '?'}, below the first${top_n === 1 ? '' : ` ${top_n}`}`,
  CAP_TRIM: () => 'It exceeds a limit on shares or sectors',
  ENTRY: ({ rank }) => `New at rank ${rank ?? '?'}`,
  TOP_UP: ({ rank }) => `Rank ${rank ?? '?'} and below its target`,
  LIQUID_SWEEP: () => 'Spare cash goes into the liquid fund',
  LIQUID_REDEMPTION: () => 'The cash did not pay for the purchases and the tax owed',
};

const STOPPED: Readonly<Record<OrderLimit, (order: Facts, context: OrderContext) => string>> = {
  HYSTERESIS: (_, { top_n }) => `it is kept until it falls below rank ${keepRankOf(top_n)}`,
  MIN_HOLDING: ({ days_held }) =>
    `it has been held for ${days_held === 1 ? 'one day' : `${days_held ?? 0} days`}, and is kept for at least ${MIN_HOLDING_DAYS}`,
  TURNOVER_BUDGET: () => `a cycle trades at most ${MAX_CYCLE_TURNOVER_PCT * 100} % of the value`,
  STOCK_CAP: (_, { max_stock_pct }) => `one share may be at most ${max_stock_pct ?? 100} % of the value`,
  SECTOR_CAP: (_, { max_sector_pct }) => `one sector may be at most ${max_sector_pct ?? 100} % of the value`,
  NO_PRICE: () => 'without a price it cannot be traded',
  WITHIN_TOLERANCE: () => `it is within ${TOP_UP_TOLERANCE * 100} % of its target`,
  WHOLE_SHARES: ({ rule }) =>
    `${rule === 'TOP_UP' ? 'the shortfall' : 'its target'} is less than one whole share`,
  MIN_ORDER_VALUE: (_, { min_order_value }) =>
    `an order below ₹${(min_order_value ?? 0).toLocaleString('en-IN')} is not made`,
  CASH: () => 'there is not enough cash, charges included',
};

/** Why an order was made, cut or not made, in a sentence. */
export function orderReason(order: Facts, context: OrderContext): string {
  const made = MADE[order.rule](order, context);
  if (order.limited_by === null) return `${made}.`;
  const stopped = STOPPED[order.limited_by](order, context);
  const joint = order.limited_by === 'NO_PRICE' ? 'and' : 'but';
  if (order.quantity === 0n) return `${made}, ${joint} ${stopped}.`;
  return `${made}. Cut from ${fixedToNumber(order.wanted)} to ${fixedToNumber(order.quantity)} shares: ${stopped}.`;
}
