import { type ChargedKind, type Charges, chargesOf, mostAffordable } from '../../finance/charges/index.ts';
import { daysBetween } from '../../platform/dates.ts';
import type { Amount, Fixed } from '../../platform/fixed-point.ts';
import type { SaleOutcome } from './ledger-state.ts';
import { type LiquidFund, redeemable, redemption, sweep } from './liquid-sweep.ts';
import type { PolicyMarket } from './market.ts';
import type { OrderRule, Side } from './orders.ts';
import type { PlannedOrder } from './planned-order.ts';
import type { Plan } from './planner.ts';
import type { PolicyLedger } from './policy-ledger.ts';

/** An order with what came of it: `quantity`, `price` and `charges` are those of the fill. */
export interface ExecutedOrder extends PlannedOrder {
  /** Of a sale that traded something; `closes` tells whether it was the last of the position. */
  outcome: (SaleOutcome & { tax: Amount; closes: boolean }) | null;
}

/** The price at which an order is filled; null where it cannot be. */
export type FillPrice = (order: PlannedOrder) => Fixed | null;

/**
 * Fills the orders of a plan, sales first. Where the price is not the one that was planned with, charges are worked out anew;
 * a purchase is cut to the cash there is, since the sales before it may have brought less than planned. The moves of a liquid
 * fund stand among them, between sales and purchases and at the end.
 */
export function execute(
  market: PolicyMarket,
  ledger: PolicyLedger,
  { orders, liquid }: Pick<Plan, 'orders' | 'liquid'>,
  day: string,
  fillPrice: FillPrice,
): ExecutedOrder[] {
  const fill = (order: PlannedOrder) => filled(market, ledger, order, day, fillPrice(order));
  if (liquid === null || liquid.price === null) return orders.map(fill);
  const sales = orders.filter(({ side }) => side === 'SELL').map(fill);
  const purchases = orders.filter(({ side }) => side === 'BUY');
  const redeemed = redeem(market, ledger, liquid, { purchases, day, fillPrice });
  const bought = purchases.map(fill);
  const swept = redeemed.length === 0 ? sweepUp(market, ledger, liquid, { day, fillPrice }) : [];
  return [...sales, ...redeemed, ...bought, ...swept];
}

function filled(
  market: PolicyMarket,
  ledger: PolicyLedger,
  order: PlannedOrder,
  day: string,
  price: Fixed | null,
): ExecutedOrder {
  const { security, side } = order;
  if (order.quantity === 0n || price === null)
    return executed(order, {
      quantity: 0n,
      limited_by: order.limited_by,
      price: order.price,
      charges: null,
      outcome: null,
    });
  const kind = market.chargedKinds[security] ?? 'SHARE';
  let { quantity, limited_by } = order;
  let charges = chargesAt(order, kind, { price, day });
  if (side === 'SELL') {
    const { value, realised, gain, taxable, tax } = ledger.sell({ security, quantity, price, charges }, day);
    const outcome = { value, realised, gain, taxable, tax, closes: !ledger.positions.has(security) };
    return executed(order, { quantity, limited_by, price, charges, outcome });
  }
  const cash = ledger.cash - ledger.tax.outstanding;
  if (quantity * price + charges.total > cash) {
    quantity = mostAffordable({ cash: cash > 0n ? cash : 0n, price, kind, day });
    limited_by = 'CASH';
    if (quantity === 0n)
      return executed(order, { quantity, limited_by, price, charges: null, outcome: null });
    charges = chargesOf({ side, kind, day, value: quantity * price });
  }
  ledger.buy(security, day, quantity, price, charges, order.price ?? price);
  return executed(order, { quantity, limited_by, price, charges, outcome: null });
}

/** An order with its fill. Each field by its name: a spread takes thirty times as long, and there are thousands of orders. */
function executed(
  { side, security, rule, rank, unrankable, days_held, wanted }: PlannedOrder,
  fill: Pick<ExecutedOrder, 'quantity' | 'limited_by' | 'price' | 'charges' | 'outcome'>,
): ExecutedOrder {
  return {
    side,
    security,
    rule,
    limited_by: fill.limited_by,
    rank,
    unrankable,
    days_held,
    wanted,
    quantity: fill.quantity,
    price: fill.price,
    charges: fill.charges,
    outcome: fill.outcome,
  };
}

/** Charges of an order at a price: those of its plan where that is the price which it was planned with. */
function chargesAt(
  order: PlannedOrder,
  kind: ChargedKind,
  { price, day }: { price: Fixed; day: string },
): Charges {
  if (price === order.price && order.charges !== null) return order.charges;
  return chargesOf({ side: order.side, kind, day, value: order.quantity * price });
}

interface Moving {
  day: string;
  fillPrice: FillPrice;
}

/** Sells of the fund what the purchases, at their fills, and the tax owed need beyond the cash. */
function redeem(
  market: PolicyMarket,
  ledger: PolicyLedger,
  fund: LiquidFund,
  { purchases, day, fillPrice }: Moving & { purchases: readonly PlannedOrder[] },
): ExecutedOrder[] {
  const move = moveOf(ledger, fund, { side: 'SELL', rule: 'LIQUID_REDEMPTION', day });
  const price = fillPrice(move);
  if (price === null) return [];
  const own = ledger.cash - ledger.tax.outstanding;
  const seller = { ledger, fund, price, day };
  const means = own + redeemable(seller);
  // What cannot be paid even with all of the fund will be cut: nothing is redeemed for it.
  let left = means;
  for (const purchase of purchases) {
    const at = fillPrice(purchase);
    if (purchase.quantity > 0n && at !== null)
      left -= paidFor(market, purchase, { price: at, day, cash: left });
  }
  return moved(market, ledger, move, { quantity: redemption(seller, means - left - own), price, day });
}

/** What a purchase takes of the cash, with charges, once it is cut to what that pays. */
function paidFor(
  market: PolicyMarket,
  order: PlannedOrder,
  { price, day, cash }: { price: Fixed; day: string; cash: Amount },
): Amount {
  const kind = market.chargedKinds[order.security] ?? 'SHARE';
  const whole = order.quantity * price + chargesAt(order, kind, { price, day }).total;
  if (whole <= cash) return whole;
  const value = mostAffordable({ cash: cash > 0n ? cash : 0n, price, kind, day }) * price;
  return value + chargesOf({ side: 'BUY', kind, day, value }).total;
}

/** Buys of the fund with the cash that is left. */
function sweepUp(
  market: PolicyMarket,
  ledger: PolicyLedger,
  fund: LiquidFund,
  { day, fillPrice }: Moving,
): ExecutedOrder[] {
  const move = moveOf(ledger, fund, { side: 'BUY', rule: 'LIQUID_SWEEP', day });
  const price = fillPrice(move);
  if (price === null) return [];
  const quantity = sweep(fund, { free: ledger.cash - ledger.tax.outstanding, price, day });
  return moved(market, ledger, move, { quantity, price, day });
}

/** An order of the fund before it is known how many units it is for. */
function moveOf(
  ledger: PolicyLedger,
  { security, price }: LiquidFund,
  { side, rule, day }: { side: Side; rule: OrderRule; day: string },
): PlannedOrder {
  const since = ledger.positions.get(security)?.heldSince;
  return {
    side,
    security,
    rule,
    limited_by: null,
    rank: null,
    unrankable: null,
    days_held: since === undefined ? null : daysBetween(since, day),
    wanted: 0n,
    quantity: 0n,
    price,
    charges: null,
  };
}

function moved(
  market: PolicyMarket,
  ledger: PolicyLedger,
  move: PlannedOrder,
  { quantity, price, day }: { quantity: Fixed; price: Fixed; day: string },
): ExecutedOrder[] {
  return quantity === 0n ? [] : [filled(market, ledger, { ...move, wanted: quantity, quantity }, day, price)];
}
