import type { Page } from '../platform/index.ts';
import { FIRST_INDEX, isLiquidMove } from '../strategies/index.ts';
import { type ContributionsView, type ContributionView, WAITING_BATCH } from './contributions/index.ts';
import type { LedgerPageQuery, ModeQuery, PolicyHoldingsQuery } from './inputs.ts';
import {
  cycleHeadline,
  cycleSentences,
  type ToldCycle,
  type ToldMove,
  type ToldOrder,
} from './cycle-words.ts';
import { onlyValued } from './valued-cycles.ts';
import type {
  CycleView,
  PolicyEquityView,
  PolicyHoldingsView,
  PolicyHoldingView,
  PolicyOrderView,
  PolicyView,
} from './view.ts';

const LARGEST_HOLDINGS = 5;
const A_PAGE = 200;
/** Shares that are named in a sentence about a cycle; the others are counted. */
const MOST_NAMED = 8;

/** A policy in a list, with what it made since its start: percentage points, net of tax; null before its first session. */
export interface PolicySummary {
  policy: PolicyView;
  since_start_pct: number | null;
}

/** A cycle in words. */
export interface SpokenCycle {
  cycle: CycleView;
  /** `2 sales, 3 purchases` */
  headline: string;
  /** What it traded and why, what it cost, and what it left undone. */
  sentences: string[];
  /** False for a session that was only valued. */
  is_rebalance: boolean;
}

/** A position at the last session: percentage points of the value, and gained on its cost with charges. */
interface LargeHolding {
  symbol: string;
  weight_pct: number;
  gain_pct: number | null;
}

/** One policy in full. */
export interface PolicyOverview extends PolicySummary {
  equity: PolicyEquityView;
  /** Over the sessions of the policy; the change is null where a level is unknown. */
  benchmark: { name: string; change_pct: number | null } | null;
  /** Share of the value that is cash; null before the first session. */
  cash_pct: number | null;
  largest: LargeHolding[];
  holdings_count: number;
  last_cycle: SpokenCycle | null;
  /** The next instalment of its schedules, and rupees that were credited and wait for a rebalance. */
  money: { next: ContributionView | null; waiting: number };
}

/** The books of policies as far as an overview reads them. */
interface OverviewParts {
  all: (userId: string) => Promise<PolicyView[]>;
  get: (userId: string, id: string) => Promise<PolicyView>;
  contributions: (userId: string, id: string) => Promise<ContributionsView>;
  books: {
    equity: (userId: string, id: string, query: ModeQuery) => Promise<PolicyEquityView>;
    holdings: (userId: string, id: string, query: PolicyHoldingsQuery) => Promise<PolicyHoldingsView>;
    orders: (userId: string, id: string, query: LedgerPageQuery) => Promise<Page<PolicyOrderView>>;
  };
}

const grown = (index: number | null | undefined): number | null =>
  index === null || index === undefined ? null : (index / FIRST_INDEX - 1) * 100;

const summaryOf = (policy: PolicyView): PolicySummary => ({
  policy,
  since_start_pct: grown(policy.latest_equity?.performance_index_net_of_tax),
});

/** Reads of policies as a person is told of them. */
export function createOverview({ all, get, books, contributions }: OverviewParts) {
  /** A cycle has no more orders than follow each other in the list, the newest first. */
  async function ordersOf(userId: string, cycle: CycleView): Promise<PolicyOrderView[]> {
    const found: PolicyOrderView[] = [];
    for (let page = 1; ; page += 1) {
      const query = { mode: cycle.mode, page, page_size: A_PAGE };
      const { items } = await books.orders(userId, cycle.policy_id, query);
      found.push(...items.filter(({ cycle_id }) => cycle_id === cycle.cycle_id));
      if (items.length < A_PAGE || items.at(-1)?.cycle_id !== cycle.cycle_id) return found.toReversed();
    }
  }

  async function spoken(userId: string, cycle: CycleView): Promise<SpokenCycle> {
    const of = { cycle, is_rebalance: !onlyValued(cycle) };
    if (cycle.status === 'FAILED')
      return { ...of, headline: 'failed', sentences: [cycle.failure ?? 'Nothing was changed.'] };
    if (!of.is_rebalance)
      return { ...of, headline: 'valued', sentences: ['It was not a rebalance, so nothing was traded.'] };
    const told = toldCycle(cycle, await ordersOf(userId, cycle));
    return { ...of, headline: cycleHeadline(told), sentences: cycleSentences(told, MOST_NAMED) };
  }

  return {
    /** Every policy of a person, those that act first. */
    async list(userId: string): Promise<PolicySummary[]> {
      return (await all(userId)).map(summaryOf);
    },

    /** A cycle in words. */
    spoken,

    /** @throws 404 POLICY_NOT_FOUND */
    async read(userId: string, id: string): Promise<PolicyOverview> {
      const policy = await get(userId, id);
      const { mode, latest_equity: now, latest_cycle } = policy;
      const equity = await books.equity(userId, id, { mode });
      const held = await books.holdings(userId, id, { mode, page_size: LARGEST_HOLDINGS });
      const name = equity.benchmark?.name;
      const { next, batches } = await contributions(userId, id);
      const waiting = batches.filter((one) => one.mode === mode && WAITING_BATCH.includes(one.status));
      return {
        ...summaryOf(policy),
        equity,
        benchmark: name === undefined ? null : { name, change_pct: grown(now?.benchmark_index) },
        cash_pct: now === null || now.total_value === 0 ? null : (now.cash / now.total_value) * 100,
        largest: held.items.map(largeHolding),
        holdings_count: held.total,
        last_cycle: latest_cycle === null ? null : await spoken(userId, latest_cycle),
        money: { next, waiting: waiting.reduce((sum, { amount }) => sum + amount, 0) },
      };
    },
  };
}

function largeHolding({
  symbol,
  weight_pct,
  market_value,
  unrealized_gain,
}: PolicyHoldingView): LargeHolding {
  const cost = market_value - unrealized_gain;
  return { symbol, weight_pct, gain_pct: cost > 0 ? (unrealized_gain / cost) * 100 : null };
}

/** States of an order at a broker of which something was filled. */
const TRADED: readonly string[] = ['FILLED', 'PARTIAL'];

function toldCycle(cycle: CycleView, all: readonly PolicyOrderView[]): ToldCycle {
  const orders: ToldOrder[] = [];
  const moves: ToldMove[] = [];
  let [costs, tax] = [0, 0];
  for (const { side, symbol, rule, limited_by, rank, state, value, charges, tax: taxed } of all) {
    const of = { costs: charges?.total ?? 0, tax: taxed ?? 0 };
    if (isLiquidMove(rule)) {
      // With a broker a sweep is a plan of its own, of which counts what was bought.
      const isSweep = cycle.mode === 'LIVE' && rule === 'LIQUID_SWEEP';
      const isBought = state === 'FILLED' || state === 'PARTIAL';
      if (!isSweep || isBought)
        moves.push({ rule, symbol, value: isSweep ? cycle.swept_value : value, ...of });
      continue;
    }
    const is_made = cycle.mode === 'PAPER' ? state !== 'NOT_MADE' : TRADED.includes(state);
    orders.push({ side, symbol, rule, limited_by, rank, is_made, is_whole: state === 'FILLED' });
    // What was planned and not filled cost nothing.
    if (!is_made) continue;
    costs += of.costs;
    tax += of.tax;
  }
  const { ranked, buy_value, sell_value } = cycle;
  return { orders, moves, ranked, traded: buy_value + sell_value, costs, tax };
}
