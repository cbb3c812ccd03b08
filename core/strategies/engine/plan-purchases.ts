import { chargesOf, mostAffordable } from '../../finance/charges/index.ts';
import { daysBetween } from '../../platform/dates.ts';
import { type Amount, AMOUNT_ONE, type Fixed, FIXED_ONE } from '../../platform/fixed-point.ts';
import type { OrderLimit } from './orders.ts';
import { isTooSmall, type TurnoverBudget, wholeShares } from './plan-sales.ts';
import type { PlannedOrder } from './planned-order.ts';
import type { PlanFacts } from './plan-facts.ts';
import { TOP_UP_TOLERANCE } from './rebalance-limits.ts';

const TOLERANCE = BigInt(Math.round(TOP_UP_TOLERANCE * 100));

/** What is there to buy with, after the sales. */
interface Means {
  /** Cash less the tax that is due on gains so far. */
  cash: Amount;
  budget: TurnoverBudget;
  /** The value of each position. */
  held: ReadonlyMap<number, Amount>;
  /** Shares that stand above a cap: none is bought of what is sold for it on the same day. */
  trimmed: ReadonlySet<number>;
}

/**
 * Purchases of a rebalance in the order of rank: new shares in the places that are free, and additions to shares among the
 * first `topN` that are a tenth or more below their target. Each is cut to the caps, to what is left of the budget, and
 * to the cash that pays it with its charges.
 */
export function planPurchases(facts: PlanFacts, { cash, budget, held, trimmed }: Means): PlannedOrder[] {
  const { stockCap, sectorCap } = facts;
  const wanted = wantedShares(facts, held, trimmed);
  const targetOf = targetValues(facts, held, wanted);
  const sectors = sectorCap === null ? new Map<string, Amount>() : facts.sectorValues(held);
  let available = cash;
  const orders: PlannedOrder[] = [];
  for (const { security, rank } of wanted) {
    const own = held.get(security);
    const target = targetOf(security);
    const shortfall = target - (own ?? 0n);
    if (shortfall <= 0n) continue;
    const price = facts.price(security);
    const since = facts.ledger.positions.get(security)?.heldSince;
    const order: PlannedOrder = {
      side: 'BUY',
      security,
      rule: own === undefined ? 'ENTRY' : 'TOP_UP',
      limited_by: null,
      rank,
      unrankable: null,
      days_held: since === undefined ? null : daysBetween(since, facts.day),
      wanted: price === null ? 0n : wholeShares(shortfall, price),
      quantity: 0n,
      price,
      charges: null,
    };
    orders.push(order);
    if (price === null) {
      order.limited_by = 'NO_PRICE';
      continue;
    }
    if (own !== undefined && shortfall * 100n < target * TOLERANCE) order.limited_by = 'WITHIN_TOLERANCE';
    else if (order.wanted === 0n) order.limited_by = 'WHOLE_SHARES';
    if (order.limited_by !== null) continue;
    order.quantity = order.wanted;
    const sector = facts.sector(security);
    if (stockCap !== null) cutTo(order, wholeShares(stockCap - (own ?? 0n), price), 'STOCK_CAP');
    if (sectorCap !== null && sector !== null)
      cutTo(order, wholeShares(sectorCap - (sectors.get(sector) ?? 0n), price), 'SECTOR_CAP');
    cutTo(order, wholeShares(budget.left, price), 'TURNOVER_BUDGET');
    const kind = facts.market.chargedKinds[security] ?? 'SHARE';
    if (!isWellWithin(order.quantity * price, available)) {
      const most = mostAffordable({ cash: available > 0n ? available : 0n, price, kind, day: facts.day });
      cutTo(order, most, 'CASH');
    }
    if (isTooSmall(facts, order.quantity * price)) cutTo(order, 0n, 'MIN_ORDER_VALUE');
    if (order.quantity === 0n) continue;
    const value = order.quantity * price;
    order.charges = chargesOf({ side: 'BUY', kind, day: facts.day, value });
    budget.left -= value;
    available -= value + order.charges.total;
    if (sector !== null) sectors.set(sector, (sectors.get(sector) ?? 0n) + value);
  }
  return orders;
}

function cutTo(order: PlannedOrder, most: Fixed, by: OrderLimit): void {
  if (most >= order.quantity) return;
  order.quantity = most;
  order.limited_by = by;
}

/** Who is to be bought, by rank: as many new shares as places are free, and what is held among the first `topN`. */
export function wantedShares(
  { ranked, topN }: Pick<PlanFacts, 'ranked' | 'topN'>,
  held: Means['held'],
  trimmed: Means['trimmed'],
): { security: number; rank: number }[] {
  const wanted: { security: number; rank: number }[] = [];
  let free = topN - held.size;
  let rank = 0;
  for (const security of ranked) {
    rank += 1;
    if (free <= 0 && rank > topN) break;
    if (trimmed.has(security)) continue;
    const isHeld = held.has(security);
    if (isHeld ? rank <= topN : free > 0) wanted.push({ security, rank });
    if (!isHeld) free -= 1;
  }
  return wanted;
}

/** Charges of a purchase are far below a hundredth of it and ten rupees: with so much to spare nobody needs to work them out. */
function isWellWithin(value: Amount, cash: Amount): boolean {
  return value + value / 100n + 10n * AMOUNT_ONE <= cash;
}

/** What each share is to be worth: one part of `topN`, or by the inverse of its volatility as many parts as there are shares. */
export function targetValues(
  { topN, investable, volatility }: PlanFacts,
  held: Means['held'],
  wanted: readonly { security: number }[],
): (security: number) => Amount {
  const part = investable / BigInt(topN);
  if (volatility === null) return () => part;
  const securities = [
    ...held.keys(),
    ...wanted.map(({ security }) => security).filter((security) => !held.has(security)),
  ];
  const inverse = securities.map((security) => 1 / volatility(security));
  const known = inverse.filter((one) => Number.isFinite(one) && one > 0);
  const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
  const targets = new Map(
    securities.map((security, at) => {
      const weight = (inverse[at] ?? Number.NaN) / mean;
      // A share whose volatility is not known has the part of an average one.
      if (!Number.isFinite(weight) || weight <= 0) return [security, part];
      return [security, (part * BigInt(Math.round(weight * 1e10))) / FIXED_ONE];
    }),
  );
  return (security) => targets.get(security) ?? part;
}
