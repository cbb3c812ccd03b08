import { chargesOf } from '../../finance/charges/index.ts';
import { daysBetween } from '../../platform/dates.ts';
import { type Amount, type Fixed, FIXED_ONE } from '../../platform/fixed-point.ts';
import { GENUINE_EXITS, type OrderLimit, type OrderRule } from './orders.ts';
import type { PlannedOrder } from './planned-order.ts';
import type { PlanFacts } from './plan-facts.ts';
import type { Position } from './position.ts';
import { MIN_HOLDING_DAYS } from './rebalance-limits.ts';

/** The value that may still be traded in a cycle. */
export interface TurnoverBudget {
  left: Amount;
}

/**
 * Sales of a rebalance, in the order in which they use up the budget: genuine exits, falls in rank (the worst first), then
 * what stands above a cap. Positions that are kept although their rank fell are told as orders that were not made.
 * @returns also the value that each position still has after them.
 */
export function planSales(
  facts: PlanFacts,
  budget: TurnoverBudget,
): { orders: PlannedOrder[]; left: Map<number, Amount> } {
  const { ledger, topN, keepRank } = facts;
  const orders: PlannedOrder[] = [];
  const left = new Map<number, Amount>();
  const fund = facts.liquid?.security;
  const held = [...ledger.positions.values()].filter(({ security }) => security !== fund);
  for (const position of held) left.set(position.security, position.quantity * position.price);

  const sell = (position: Position, rule: OrderRule, wanted: Fixed, stop: OrderLimit | null = null): void => {
    const { security } = position;
    const price = facts.price(security);
    const days = daysBetween(position.heldSince, facts.day);
    const isYoung = days < MIN_HOLDING_DAYS && !GENUINE_EXITS.has(rule);
    let limit: OrderLimit | null = stop ?? (isYoung ? 'MIN_HOLDING' : null);
    let quantity = limit === null ? wanted : 0n;
    if (price === null) [quantity, limit] = [0n, limit ?? 'NO_PRICE'];
    else if (quantity * price > budget.left) {
      quantity = wholeShares(budget.left, price);
      limit = 'TURNOVER_BUDGET';
    }
    if (quantity < position.quantity && isTooSmall(facts, quantity * (price ?? 0n)))
      [quantity, limit] = [0n, 'MIN_ORDER_VALUE'];
    const value = quantity * (price ?? 0n);
    const kind = facts.market.chargedKinds[security] ?? 'SHARE';
    const charges = quantity === 0n ? null : chargesOf({ side: 'SELL', kind, day: facts.day, value });
    budget.left -= value;
    left.set(security, (left.get(security) ?? 0n) - value);
    const rank = facts.rank(security);
    orders.push({
      side: 'SELL',
      security,
      rule,
      limited_by: limit,
      rank,
      unrankable: rank === null ? facts.unrankable(security) : null,
      days_held: days,
      wanted,
      quantity,
      price,
      charges,
    });
  };

  const exits = held.flatMap((position) => {
    const rule = exitRule(facts, position.security);
    return rule === null ? [] : [{ position, rule }];
  });
  const worstFirst = (a: Position, b: Position) =>
    (facts.rank(b.security) ?? 0) - (facts.rank(a.security) ?? 0) || facts.bySymbol(a.security, b.security);
  const genuine = exits.filter(({ rule }) => GENUINE_EXITS.has(rule));
  genuine.sort((a, b) => facts.bySymbol(a.position.security, b.position.security));
  for (const { position, rule } of genuine) sell(position, rule, position.quantity);
  const fallen = exits.filter(({ rule }) => rule === 'RANK_EXIT').map(({ position }) => position);
  for (const position of fallen.sort(worstFirst)) {
    const isKept = (facts.rank(position.security) ?? 0) <= keepRank;
    sell(position, 'RANK_EXIT', position.quantity, isKept ? 'HYSTERESIS' : null);
  }
  const leaving = new Set(orders.filter(({ quantity }) => quantity > 0n).map(({ security }) => security));
  const staying = held.filter(({ security }) => !leaving.has(security)).sort(worstFirst);
  trimToCaps(facts, staying, left, sell);
  return { orders, left };

  /** Null for a position that ranks among the first `topN`. */
  function exitRule({ market, at }: PlanFacts, security: number): OrderRule | null {
    if (market.isDelisted(security, at)) return 'DELISTED';
    if (!market.isMember(security, at)) return 'LEFT_UNIVERSE';
    const rank = facts.rank(security);
    if (rank === null) return 'UNRANKABLE';
    return rank > topN ? 'RANK_EXIT' : null;
  }
}

/**
 * Sells what stands above the cap of a share, and of a sector what is still above its cap then: of the worst rank first. A
 * share above both has one order.
 */
function trimToCaps(
  facts: PlanFacts,
  staying: readonly Position[],
  left: ReadonlyMap<number, Amount>,
  sell: (position: Position, rule: OrderRule, wanted: Fixed) => void,
): void {
  const { stockCap, sectorCap } = facts;
  const excesses = new Map<Position, Amount>();
  const valueOf = ({ security }: Position): Amount => left.get(security) ?? 0n;
  if (stockCap !== null)
    for (const position of staying)
      if (valueOf(position) > stockCap) excesses.set(position, valueOf(position) - stockCap);
  if (sectorCap !== null)
    for (const [sector, value] of facts.sectorValues(left)) {
      const own = staying.filter(({ security }) => facts.sector(security) === sector);
      let excess = value - sectorCap;
      for (const position of own) if (isSaleable(facts, position)) excess -= excesses.get(position) ?? 0n;
      for (const position of own) {
        if (excess <= 0n) break;
        const already = excesses.get(position) ?? 0n;
        const rest = valueOf(position) - already;
        const more = excess < rest ? excess : rest;
        excesses.set(position, already + more);
        // What cannot be sold today is left to the next one.
        if (isSaleable(facts, position)) excess -= more;
      }
    }
  for (const position of staying) {
    const excess = excesses.get(position) ?? 0n;
    if (excess <= 0n) continue;
    const share = (facts.price(position.security) ?? position.price) * FIXED_ONE;
    const whole = ((excess + share - 1n) / share) * FIXED_ONE;
    sell(position, 'CAP_TRIM', whole < position.quantity ? whole : position.quantity);
  }
}

/** Whether a cap may be kept to by selling of it today. */
function isSaleable(facts: PlanFacts, { security, heldSince }: Position): boolean {
  return facts.price(security) !== null && daysBetween(heldSince, facts.day) >= MIN_HOLDING_DAYS;
}

/** Whether an order of a value is one that is not made for its size. */
export const isTooSmall = ({ minOrder }: Pick<PlanFacts, 'minOrder'>, value: Amount): boolean =>
  value > 0n && value < minOrder;

/** The whole shares that a sum buys, charges aside. */
export function wholeShares(sum: Amount, price: Fixed): Fixed {
  return sum <= 0n ? 0n : (sum / (price * FIXED_ONE)) * FIXED_ONE;
}
