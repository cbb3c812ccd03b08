import { type Amount, AMOUNT_ONE, type Fixed } from '../../platform/fixed-point.ts';
import type { StrategyConfig } from '../config.ts';
import { PriceWindow } from '../panel/index.ts';
import { type RankedSecurities, rankSecurities, rankSessions, volatilityOf } from '../signals/index.ts';
import { rankingOf, WEIGHT_SESSIONS } from '../ranking-of.ts';
import { type LiquidFund, liquidFundOf, redeemable } from './liquid-sweep.ts';
import type { PolicyMarket } from './market.ts';
import type { PlannedOrder } from './planned-order.ts';
import type { PlanFacts } from './plan-facts.ts';
import { planPurchases } from './plan-purchases.ts';
import { planSales, type TurnoverBudget } from './plan-sales.ts';
import type { PolicyLedger } from './policy-ledger.ts';
import { keepRankOf, MAX_CYCLE_TURNOVER_PCT } from './rebalance-limits.ts';

export interface Plan {
  /** Sales first, then purchases, each in the order in which they are placed; those not made among them. */
  orders: PlannedOrder[];
  /** What the strategy says on the day, before anything is planned. */
  signals: RankedSecurities;
  investable: Amount;
  /** The fund that spare cash is swept into; null where the policy does not sweep. */
  liquid: LiquidFund | null;
}

const BUDGET_PCT = BigInt(Math.round(MAX_CYCLE_TURNOVER_PCT * 100));

/** Ranks the members of a session by the closes up to it. */
function signalsOn(market: PolicyMarket, config: StrategyConfig, at: number): RankedSecurities {
  return rankSecurities(market.panel, market.ratios, rankingOf(config), market.listedMembersOn(at), at);
}

/** Sessions that are ranked together: few enough for their scores to stay near the processor. */
const RANKED_TOGETHER = 64;

/** The ranks of the newest backtest, as far as they were asked for. Ten years of daily ones of 500 shares take 15 MB. */
let newest: { market: PolicyMarket; key: string; signals: RankedSecurities[] } | null = null;

/**
 * The same for one session after the other, worked out for many of them at a time, which is faster. They follow from the
 * closes and the strategy alone, and are kept: backtests that differ in anything else rank once.
 */
export function* signalsOfAll(
  market: PolicyMarket,
  config: StrategyConfig,
  sessions: readonly number[],
): Generator<RankedSecurities, undefined> {
  const ranking = rankingOf(config);
  const key = JSON.stringify([ranking, sessions]);
  if (newest?.market !== market || newest.key !== key) newest = { market, key, signals: [] };
  const { signals } = newest;
  for (let nr = 0; nr < sessions.length; nr += 1) {
    if (nr === signals.length) {
      const together = sessions.slice(nr, nr + RANKED_TOGETHER);
      const asked = together.map((at) => ({ at, candidates: market.listedMembersOn(at) }));
      signals.push(...rankSessions(market.panel, market.ratios, ranking, asked));
    }
    yield signals[nr] as RankedSecurities;
  }
}

/**
 * Plans a rebalance: signals, then sales, then purchases, with the turnover controls of Policy rules 6 in their order. Pure:
 * the ledger is only read. The same for a backtest and a policy.
 * @param price the reference price of a share: the close of the session, or a quote after it.
 * @param signals those of the session, where they are worked out already.
 */
export function planRebalance(
  market: PolicyMarket,
  ledger: PolicyLedger,
  config: StrategyConfig,
  at: number,
  price: (security: number) => Fixed | null,
  signals: RankedSecurities = signalsOn(market, config, at),
): Plan {
  const assets = ledger.cash + ledger.positionsValue();
  const investable = assets - ledger.tax.outstanding;
  const facts = planFacts(market, ledger, config, at, price, signals, investable > 0n ? investable : 0n);
  const budget: TurnoverBudget = { left: (facts.investable * BUDGET_PCT) / 100n };
  const sales = planSales(facts, budget);
  const gone = new Set(
    sales.orders
      .filter(({ security, quantity }) => quantity === ledger.positions.get(security)?.quantity)
      .map(({ security }) => security),
  );
  const held = new Map([...sales.left].filter(([security]) => !gone.has(security)));
  const trimmed = new Set(
    sales.orders.filter(({ rule }) => rule === 'CAP_TRIM').map(({ security }) => security),
  );
  const purchases = planPurchases(facts, { cash: cashAfter(facts, sales.orders), budget, held, trimmed });
  const orders = [...sales.orders, ...purchases];
  return { orders, signals, investable: facts.investable, liquid: facts.liquid };
}

/** The cash after some sales, less the tax that is due then, and what all of the liquid fund would bring. */
function cashAfter({ ledger, day, liquid }: PlanFacts, sales: readonly PlannedOrder[]): Amount {
  let cash = ledger.cash;
  const taxable = sales.flatMap(({ security, quantity, price, charges }) => {
    if (quantity === 0n || price === null || charges === null) return [];
    const outcome = ledger.outcomeOf({ security, quantity, price, charges }, day);
    cash += outcome.value - charges.total;
    return outcome.taxable;
  });
  const own = cash - ledger.tax.outstandingAfter(taxable);
  if (liquid === null || liquid.price === null) return own;
  return own + redeemable({ ledger, fund: liquid, price: liquid.price, day, earlier: taxable });
}

/** Everything that a plan of a day is made of. */
export function planFacts(
  market: PolicyMarket,
  ledger: PolicyLedger,
  config: StrategyConfig,
  at: number,
  price: (security: number) => Fixed | null,
  signals: RankedSecurities,
  investable: Amount,
): PlanFacts {
  const { securities } = market.panel;
  // By index, 0 for none: a map of all of them would take longer to make than the ranking.
  const ranks = new Int32Array(securities.length);
  let rank = 0;
  for (const security of signals.ranked) ranks[security] = rank += 1;
  const capOf = (pct: number | undefined) =>
    pct === undefined ? null : (investable * BigInt(Math.round(pct * 1e6))) / 100_000_000n;
  const sector = (security: number) => securities[security]?.sector ?? null;
  const window = new PriceWindow(market.panel, market.ratios);
  return {
    market,
    ledger,
    at,
    day: market.day(at),
    topN: config.top_n,
    keepRank: keepRankOf(config.top_n),
    investable,
    stockCap: capOf(config.max_stock_pct),
    sectorCap: capOf(config.max_sector_pct),
    minOrder: (BigInt(Math.round((config.min_order_value ?? 0) * 100)) * AMOUNT_ONE) / 100n,
    ranked: signals.ranked,
    rank: (security) => ranks[security] || null,
    unrankable: (security) => signals.unrankable.find((one) => one.security === security)?.reason ?? null,
    bySymbol: (a, b) => (market.symbol(a) < market.symbol(b) ? -1 : 1),
    price,
    sector,
    sectorValues(values) {
      const sums = new Map<string, Amount>();
      for (const [security, value] of values) {
        const of = sector(security);
        if (of !== null) sums.set(of, (sums.get(of) ?? 0n) + value);
      }
      return sums;
    },
    volatility:
      config.weighting === 'inverse_volatility'
        ? (security) => {
            const volatility = volatilityOf(window.on(security, at), WEIGHT_SESSIONS);
            return typeof volatility === 'number' ? volatility : Number.NaN;
          }
        : null,
    liquid: liquidFundOf(market, config, price),
  };
}
