import { chargesOf, mostAffordable } from '../../finance/charges/index.ts';
import { daysBetween } from '../../platform/dates.ts';
import { type Amount, AMOUNT_ONE, type Fixed, FIXED_ONE } from '../../platform/fixed-point.ts';
import type { OrderLimit } from './orders.ts';
import { type TurnoverBudget, wholeShares } from './plan-sales.ts';
import type { PlannedOrder } from './planned-order.ts';
import type { PlanFacts, RankedShare } from './plan-facts.ts';
import { TOP_UP_TOLERANCE } from './rebalance-limits.ts';

const TOLERANCE = BigInt(Math.round(TOP_UP_TOLERANCE * 100));

/** What is there to buy with, after the sales. */
export interface Means {
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
  const { topN, investable, stockCap, sectorCap } = facts;
  const wanted = wantedShares(facts, held, trimmed);
  const targets = targetValues(facts, [
    ...held.keys(),
    ...wanted.map(({ security }) => security).filter((security) => !held.has(security)),
  ]);
  const sectors = new Map(facts.sectorValues(held));
  let available = cash;

  return wanted.flatMap(({ security, rank }): PlannedOrder[] => {
    const own = held.get(security);
    const target = targets.get(security) ?? investable / BigInt(topN);
    const shortfall = target - (own ?? 0n);
    if (shortfall <= 0n) return [];
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
    if (price === null) return [{ ...order, limited_by: 'NO_PRICE' }];
    if (own !== undefined && shortfall * 100n < target * TOLERANCE)
      return [{ ...order, limited_by: 'WITHIN_TOLERANCE' }];
    if (order.wanted === 0n) return [{ ...order, limited_by: 'WHOLE_SHARES' }];
    const sector = facts.sector(security);
    let limit: OrderLimit | null = null;
    let quantity = order.wanted;
    const cutTo = (most: Fixed, by: OrderLimit): void => {
      if (most < quantity) [quantity, limit] = [most, by];
    };
    if (stockCap !== null) cutTo(wholeShares(stockCap - (own ?? 0n), price), 'STOCK_CAP');
    if (sectorCap !== null && sector !== null)
      cutTo(wholeShares(sectorCap - (sectors.get(sector) ?? 0n), price), 'SECTOR_CAP');
    cutTo(wholeShares(budget.left, price), 'TURNOVER_BUDGET');
    const kind = facts.market.chargedKinds[security] ?? 'SHARE';
    if (!isWellWithin(quantity * price, available))
      cutTo(mostAffordable({ cash: available > 0n ? available : 0n, price, kind, day: facts.day }), 'CASH');
    const value = quantity * price;
    const charges = quantity === 0n ? null : chargesOf({ side: 'BUY', kind, day: facts.day, value });
    budget.left -= value;
    available -= value + (charges?.total ?? 0n);
    if (sector !== null) sectors.set(sector, (sectors.get(sector) ?? 0n) + value);
    return [{ ...order, limited_by: limit, quantity, charges }];
  });
}

/** Who is to be bought, by rank: as many new shares as places are free, and what is held among the first `topN`. */
export function wantedShares(
  { ranked, topN }: Pick<PlanFacts, 'ranked' | 'topN'>,
  held: Means['held'],
  trimmed: Means['trimmed'],
): PlanFacts['ranked'] {
  const wanted: RankedShare[] = [];
  let free = topN - held.size;
  for (const share of ranked) {
    if (free <= 0 && share.rank > topN) break;
    if (trimmed.has(share.security)) continue;
    const isHeld = held.has(share.security);
    if (isHeld ? share.rank <= topN : free > 0) wanted.push(share);
    if (!isHeld) free -= 1;
  }
  return wanted;
}

/** Charges of a purchase are far below a hundredth of it and ten rupees: with so much to spare nobody needs to work them out. */
function isWellWithin(value: Amount, cash: Amount): boolean {
  return value + value / 100n + 10n * AMOUNT_ONE <= cash;
}

/** What each share is to be worth: one part of `topN`, or by the inverse of its volatility as many parts as there are shares. */
export function targetValues(facts: PlanFacts, securities: readonly number[]): Map<number, Amount> {
  const { topN, investable, volatility } = facts;
  const part = investable / BigInt(topN);
  if (volatility === null) return new Map(securities.map((security) => [security, part]));
  const inverse = securities.map((security) => 1 / volatility(security));
  const known = inverse.filter((one) => Number.isFinite(one) && one > 0);
  const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
  return new Map(
    securities.map((security, at) => {
      const weight = (inverse[at] ?? Number.NaN) / mean;
      // A share whose volatility is not known has the part of an average one.
      if (!Number.isFinite(weight) || weight <= 0) return [security, part];
      return [security, (part * BigInt(Math.round(weight * 1e10))) / FIXED_ONE];
    }),
  );
}
