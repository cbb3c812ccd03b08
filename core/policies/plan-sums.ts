import { Decimal } from '../platform/index.ts';
import type { PlanOrderView, PlanView } from './plan-view.ts';

/** Rupees by the kinds of charges of an order. */
type Charges = NonNullable<PlanOrderView['charges']>;

/** What the orders of a plan come to, without those that are left out. Money is rupees. */
export interface PlanSums {
  orders: PlanOrderView[];
  buy_value: number;
  sell_value: number;
  estimated_costs: number;
  /** The costs by their kinds. */
  charges: Charges;
  cash_after: number;
  /** Orders worth more than one may be: with one of them the whole plan is rejected. */
  above_limit: PlanOrderView[];
  /** What is typed to approve these orders; null where a tap is enough. */
  confirmation: string | null;
}

const KINDS = [
  'brokerage',
  'stt',
  'exchange',
  'sebi',
  'stamp_duty',
  'gst',
  'dp',
  'total',
] as const satisfies readonly (keyof Charges)[];

const sum = (amounts: readonly number[]): Decimal =>
  amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));

/** @param excluded ids of the orders that are left out. */
export function sumsOf(plan: PlanView, excluded: readonly string[] = []): PlanSums {
  const orders = plan.orders.filter(({ order_id }) => !excluded.includes(order_id));
  const valueOf = (side: PlanOrderView['side']) =>
    sum(orders.flatMap((order) => (order.side === side ? [order.value] : [])));
  const [buys, sales, costs] = [valueOf('BUY'), valueOf('SELL'), sum(orders.map((order) => order.costs))];
  const ofKind = (kind: keyof Charges) => sum(orders.map(({ charges }) => charges?.[kind] ?? 0)).toNumber();
  return {
    orders,
    buy_value: buys.toNumber(),
    sell_value: sales.toNumber(),
    estimated_costs: costs.toNumber(),
    charges: Object.fromEntries(KINDS.map((kind) => [kind, ofKind(kind)])) as unknown as Charges,
    cash_after: new Decimal(plan.cash_before).minus(buys).plus(sales).minus(costs).toNumber(),
    above_limit: orders.filter(({ value }) => value > plan.max_order_value),
    confirmation:
      plan.confirmation !== null && buys.plus(sales).gt(plan.confirmation.above)
        ? plan.confirmation.words
        : null,
  };
}
