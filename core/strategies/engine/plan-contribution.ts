import { chargesOf, mostAffordable } from '../../finance/charges/index.ts';
import { dayInWords, daysBetween } from '../../platform/dates.ts';
import type { Amount, Fixed } from '../../platform/fixed-point.ts';
import type { StrategyConfig } from '../config.ts';
import type { PolicyMarket } from './market.ts';
import type { OrderLimit } from './orders.ts';
import type { RankedSecurities, RankedSecurity } from '../signals/index.ts';
import type { PlanFacts } from './plan-facts.ts';
import { targetValues, wantedShares } from './plan-purchases.ts';
import { isTooSmall, wholeShares } from './plan-sales.ts';
import type { PlannedOrder } from './planned-order.ts';
import { planFacts } from './planner.ts';
import type { PolicyLedger } from './policy-ledger.ts';

/** Targets are too old to put money into after so many days: by then a monthly rebalance has been missed. */
export const MOST_TARGET_DAYS = 45;

/** What a rebalance ranked highest. */
export interface Targets {
  /** The day of the rebalance, YYYY-MM-DD. */
  day: string;
  /** By rank, those within top_n alone. */
  shares: readonly Pick<RankedSecurity, 'security' | 'rank'>[];
  /** Whether it ranked by other rules than those of today. */
  isOutdated?: boolean;
}

/** Why money for the current targets waits for the next rebalance instead. */
const FALLBACK_CODES = [
  'NO_TARGETS',
  'TARGETS_TOO_OLD',
  'OTHER_STRATEGY_VERSION',
  'PRICE_UNAVAILABLE',
  'NOTHING_TO_BUY',
] as const;
export type FallbackCode = (typeof FALLBACK_CODES)[number];
export interface Fallback {
  code: FallbackCode;
  /** A sentence for people. */
  reason: string;
}

/** Money that is put into the current targets: purchases, or why there are none. */
export interface Allocation {
  /** Rupees that came in for it. */
  amount: Amount;
  orders: PlannedOrder[];
  fallback: Fallback | null;
}

/** The targets that a rebalance leaves behind. */
export function targetsOf(day: string, { ranked }: RankedSecurities, topN: number): Targets {
  return {
    day,
    shares: Array.from(ranked.subarray(0, topN), (security, at) => ({ security, rank: at + 1 })),
  };
}

/**
 * Plans how new money is put into the targets of the newest rebalance: purchases alone, in whole shares, within the caps on
 * shares and sectors, for no more than the money with the charges (spec: buy_only_current_targets). What each share is short
 * of its target takes its part of the money; what whole shares leave over goes on by rank. Pure: the ledger, which has the
 * money already, is only read. Turnover is not limited: nothing is sold for it.
 * @param price of a share now; null where there is none.
 */
export function planContribution(
  market: PolicyMarket,
  ledger: PolicyLedger,
  config: StrategyConfig,
  at: number,
  price: (security: number) => Fixed | null,
  { amount, targets }: { amount: Amount; targets: Targets | null },
): Allocation {
  const instead = (code: FallbackCode, reason: string): Allocation => ({
    amount,
    orders: [],
    fallback: { code, reason },
  });
  const day = market.day(at);
  if (targets === null) return instead('NO_TARGETS', 'No rebalance has set targets yet.');
  if (daysBetween(targets.day, day) > MOST_TARGET_DAYS)
    return instead(
      'TARGETS_TOO_OLD',
      `The last rebalance was on ${dayInWords(targets.day)}, more than ${MOST_TARGET_DAYS} days ago.`,
    );
  if (targets.isOutdated === true)
    return instead('OTHER_STRATEGY_VERSION', `The rebalance of ${dayInWords(targets.day)} used other rules.`);
  const left = targets.shares.filter(
    ({ security }) => market.isMember(security, at) && !market.isDelisted(security, at),
  );
  if (left.length === 0)
    return instead(
      'NO_TARGETS',
      `The rebalance of ${dayInWords(targets.day)} left no share that is still in the universe.`,
    );
  const missing = left.filter(({ security }) => price(security) === null);
  if (missing.length > 0)
    return instead(
      'PRICE_UNAVAILABLE',
      `There is no price for ${missing.map(({ security }) => market.symbol(security)).join(', ')}.`,
    );
  const investable = ledger.cash + ledger.positionsValue() - ledger.tax.outstanding;
  const facts = planFacts(
    market,
    ledger,
    config,
    at,
    price,
    { ranked: Int32Array.from(left, ({ security }) => security), scores: new Float64Array(), unrankable: [] },
    atLeastNothing(investable),
  );
  const free = atLeastNothing(ledger.cash - ledger.tax.outstanding);
  const ranks = new Map(left.map(({ security, rank }) => [security, rank]));
  const orders = purchases(facts, ranks, amount < free ? amount : free);
  if (!orders.some(({ quantity }) => quantity > 0n))
    return instead(
      'NOTHING_TO_BUY',
      orders.some(({ limited_by }) => limited_by === 'MIN_ORDER_VALUE')
        ? `Every purchase would be below ₹${(config.min_order_value ?? 0).toLocaleString('en-IN')}, the smallest order of the settings.`
        : 'The money does not buy one whole share of any target below its weight.',
    );
  return { amount, orders, fallback: null };
}

const atLeastNothing = (amount: Amount): Amount => (amount > 0n ? amount : 0n);

/** A share that is bought, on its way. */
interface Purchase {
  order: PlannedOrder & { price: Fixed };
  /** What it lacks to its target. */
  shortfall: Amount;
  spent: Amount;
}

/** @param ranks those of the rebalance: a share that left the universe since then leaves a gap. */
function purchases(facts: PlanFacts, ranks: ReadonlyMap<number, number>, money: Amount): PlannedOrder[] {
  // The liquid fund is money: it has no place among the shares.
  const held = new Map(
    [...facts.ledger.positions.values()].flatMap(({ security, quantity, price }) =>
      security === facts.liquid?.security ? [] : [[security, quantity * price] as const],
    ),
  );
  const wanted = wantedShares(facts, held, new Set());
  const targetOf = targetValues(facts, held, wanted);
  const list = wanted.flatMap(({ security }): Purchase[] => {
    const own = held.get(security);
    const shortfall = targetOf(security) - (own ?? 0n);
    const price = facts.price(security);
    if (shortfall <= 0n || price === null) return [];
    const since = facts.ledger.positions.get(security)?.heldSince;
    const order = {
      side: 'BUY' as const,
      security,
      rule: own === undefined ? ('ENTRY' as const) : ('TOP_UP' as const),
      limited_by: null,
      rank: ranks.get(security) ?? null,
      unrankable: null,
      days_held: since === undefined ? null : daysBetween(since, facts.day),
      wanted: 0n,
      quantity: 0n,
      price,
      charges: null,
    };
    return [{ order, shortfall, spent: 0n }];
  });
  const all = list.reduce((sum, { shortfall }) => sum + shortfall, 0n);
  const sectors = new Map(facts.sectorValues(held));
  let left = money;
  const raise = (one: Purchase, to: Amount): void => {
    const before = one.spent;
    buyUpTo(facts, one, to, { left: left + before, own: held.get(one.order.security) ?? 0n, sectors });
    left += before - one.spent;
  };
  for (const one of list) raise(one, all <= money ? one.shortfall : (one.shortfall * money) / all);
  // What is too small in parts goes to the first by rank.
  const dropSmall = (): void => {
    for (const { order } of list.filter((one) => isTooSmall(facts, one.order.quantity * one.order.price))) {
      const sector = facts.sector(order.security);
      if (sector !== null) sectors.set(sector, (sectors.get(sector) ?? 0n) - order.quantity * order.price);
      Object.assign(order, { quantity: 0n, charges: null, limited_by: 'MIN_ORDER_VALUE' });
    }
    for (const one of list)
      if (one.order.quantity === 0n) {
        left += one.spent;
        one.spent = 0n;
      }
  };
  dropSmall();
  for (const one of list) raise(one, one.shortfall);
  dropSmall();
  return list.map(({ order }) => told(order));
}

/** An order takes its part of the money: only a cap makes it a smaller one than was wanted. */
function told(order: Purchase['order']): PlannedOrder {
  const { limited_by } = order;
  if (limited_by === 'STOCK_CAP' || limited_by === 'SECTOR_CAP') return order;
  if (limited_by === 'MIN_ORDER_VALUE' && order.quantity === 0n) return order;
  const { quantity } = order;
  return { ...order, wanted: quantity, limited_by: quantity === 0n ? 'WHOLE_SHARES' : null };
}

/** Raises a purchase to a value, as far as the caps and the money let it. */
function buyUpTo(
  facts: PlanFacts,
  one: Purchase,
  value: Amount,
  { left, own, sectors }: { left: Amount; own: Amount; sectors: Map<string, Amount> },
): void {
  const { stockCap, sectorCap, day } = facts;
  const { order } = one;
  const { price, security, quantity: before } = order;
  const sector = facts.sector(security);
  const kind = facts.market.chargedKinds[security] ?? 'SHARE';
  let quantity = wholeShares(value, price);
  if (quantity <= before) return;
  let limit: OrderLimit | null = null;
  const cutTo = (most: Fixed, by: OrderLimit): void => {
    if (most < quantity) [quantity, limit] = [most, by];
  };
  order.wanted = quantity;
  if (stockCap !== null) cutTo(wholeShares(stockCap - own, price), 'STOCK_CAP');
  if (sectorCap !== null && sector !== null) {
    // The sector has what is bought of this share already.
    const others = (sectors.get(sector) ?? 0n) - before * price;
    cutTo(wholeShares(sectorCap - others, price), 'SECTOR_CAP');
  }
  cutTo(mostAffordable({ cash: left, price, kind, day }), 'CASH');
  if (quantity < before) quantity = before;
  order.limited_by = limit;
  order.quantity = quantity;
  order.charges = quantity === 0n ? null : chargesOf({ side: 'BUY', kind, day, value: quantity * price });
  one.spent = quantity * price + (order.charges?.total ?? 0n);
  if (sector !== null) sectors.set(sector, (sectors.get(sector) ?? 0n) + (quantity - before) * price);
}
