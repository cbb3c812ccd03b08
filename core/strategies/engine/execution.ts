import { chargesOf, mostAffordable } from '../../finance/charges/index.ts';
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
  /** The quantity and the price that it was planned with. */
  planned: { quantity: Fixed; price: Fixed | null };
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
  const planned = { quantity: order.quantity, price: order.price };
  if (order.quantity === 0n || price === null)
    return { ...order, quantity: 0n, charges: null, planned, outcome: null };
  const kind = market.chargedKinds[security] ?? 'SHARE';
  if (side === 'SELL') {
    const { quantity } = order;
    const charges =
      price !== order.price || order.charges === null
        ? chargesOf({ side, kind, day, value: quantity * price })
        : order.charges;
    const sold = ledger.sell({ security, quantity, price, charges }, day);
    const outcome = { ...sold, closes: !ledger.positions.has(security) };
    return { ...order, price, charges, planned, outcome };
  }
  const cut = affordable(market, order, { price, day, cash: ledger.cash - ledger.tax.outstanding });
  if (cut.charges !== null) ledger.buy(security, day, cut.quantity, price, cut.charges, order.price ?? price);
  return { ...order, ...cut, price, planned, outcome: null };
}

/** A purchase at its fill, cut to what the cash pays with charges. */
function affordable(
  market: PolicyMarket,
  order: PlannedOrder,
  { price, day, cash }: { price: Fixed; day: string; cash: Amount },
): Pick<PlannedOrder, 'quantity' | 'limited_by' | 'charges'> {
  const kind = market.chargedKinds[order.security] ?? 'SHARE';
  const chargesFor = (quantity: Fixed) => chargesOf({ side: 'BUY', kind, day, value: quantity * price });
  const { quantity, limited_by } = order;
  const charges = price !== order.price || order.charges === null ? chargesFor(quantity) : order.charges;
  if (quantity * price + charges.total <= cash) return { quantity, limited_by, charges };
  const most = mostAffordable({ cash: cash > 0n ? cash : 0n, price, kind, day });
  return { quantity: most, limited_by: 'CASH', charges: most === 0n ? null : chargesFor(most) };
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
  // What cannot be paid even with all of the fund is cut first, so that nothing is redeemed for it.
  let left = means;
  for (const purchase of purchases) {
    const at = fillPrice(purchase);
    if (purchase.quantity === 0n || at === null) continue;
    const { quantity, charges } = affordable(market, purchase, { price: at, day, cash: left });
    left -= quantity * at + (charges?.total ?? 0n);
  }
  return moved(market, ledger, move, { quantity: redemption(seller, means - left - own), price, day });
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
