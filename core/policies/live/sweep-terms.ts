import type { Amount, Fixed } from '../../platform/index.ts';
import { FIXED_ONE, nearestFixed, parseAmount, toScale } from '../../platform/index.ts';
import { liquidSweep, liquidSweepOf, type StrategyConfig } from '../../strategies/index.ts';
import { MAX_ORDER_VALUE } from '../live-limits.ts';
import type { CycleStatus } from '../states.ts';
import type { LiveOrder } from './live-orders.ts';

/*
 * What may be bought of a liquid fund without asking anybody (spec: Policy rules 4): by the settings of the policy alone, of
 * one fund, and no more than its books have.
 */

/**
 * Cycles after which cash is left that nobody needs before the next one. One that failed may be retried in place, and then its
 * plan needs the cash. Of one that a person rejected they were promised that nothing is bought.
 */
export const SWEPT_AFTER: readonly CycleStatus[] = ['EXECUTED', 'PARTIAL', 'NOOP', 'EXPIRED'];

/** What the settings of a policy permit. Amounts are rupees. */
export interface SweepPermission {
  symbol: string;
  min: Amount;
  maxOrderValue: Amount;
}

/** Null where the sweep is off. */
export function sweepPermission(config: StrategyConfig): SweepPermission | null {
  const sweep = liquidSweepOf(config);
  if (sweep === null) return null;
  return {
    symbol: sweep.symbol,
    min: (nearestFixed(String(sweep.min)) ?? 0n) * FIXED_ONE,
    maxOrderValue: parseAmount(toScale(config.max_order_value ?? MAX_ORDER_VALUE)),
  };
}

/** What a sweep is decided on. Amounts are rupees. */
interface SweepMeans {
  /** Cash of the books that is not owed as tax. */
  free: Amount;
  /** The worst price that the purchase may have. */
  limit: Fixed;
  /** The day of the purchase, YYYY-MM-DD. */
  day: string;
}

/**
 * Whole units that are bought: as on paper, but paid for at the worst price, so that no fill costs more than the books have,
 * and no more than a person could approve in one order.
 * @returns also how many the cash alone would have paid for.
 */
export function sweepQuantity(
  { min, maxOrderValue }: SweepPermission,
  { free, limit, day }: SweepMeans,
): { quantity: Fixed; wanted: Fixed } {
  // A liquid fund holds debt: to the law on charges it is none of equity.
  const wanted = liquidSweep({ kind: 'OTHER_ETF', min }, { free, price: limit, day });
  const most = (maxOrderValue / (limit * FIXED_ONE)) * FIXED_ONE;
  return { quantity: wanted < most ? wanted : most, wanted };
}

/** Whether an order that nobody approved is what the settings of its policy permit at this moment. */
export function isPermitted(
  config: StrategyConfig,
  order: Pick<LiveOrder, 'rule' | 'side' | 'symbol' | 'quantity' | 'order_kind' | 'limit_price'>,
): boolean {
  const permission = sweepPermission(config);
  if (permission === null || order.limit_price === null) return false;
  return (
    order.rule === 'LIQUID_SWEEP' &&
    order.side === 'BUY' &&
    order.order_kind === 'LIMIT' &&
    order.symbol === permission.symbol &&
    parseAmount(order.quantity.times(order.limit_price)) <= permission.maxOrderValue
  );
}
