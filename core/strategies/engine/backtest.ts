import type { Amount, Fixed } from '../../platform/fixed-point.ts';
import type { StrategyConfig } from '../config.ts';
import type { Contribution } from './contributions.ts';
import { scheduledContributions } from './scheduled-contributions.ts';
import { type Targets, targetsOf } from './plan-contribution.ts';
import { type PricePanel, sessionOnOrAfter } from '../panel/index.ts';
import type { LedgerEvent } from './corporate-actions.ts';
import { marketOf, type PolicyMarket } from './market.ts';
import { isLiquidMove } from './orders.ts';
import { FIRST_PERFORMANCE, nextPerformance, type Performance } from './performance-index.ts';
import { signalsOfAll } from './planner.ts';
import { PolicyLedger } from './policy-ledger.ts';
import type { ExecutedOrder } from './execution.ts';
import { runSession, taxFacts } from './session.ts';
import type { SessionMarks } from './session-marks.ts';
import type { TaxedYear } from './tax-account.ts';
import type { Valuation } from './valuation.ts';

interface BacktestTask {
  panel: PricePanel;
  config: StrategyConfig;
  marks: SessionMarks;
  /** First and last day, YYYY-MM-DD; the panel has sessions before the first, for the ranks. */
  from: string;
  to: string;
  /** Rupees. */
  initialCapital: Amount;
}

/** A position at the close of a session. */
interface HeldShare {
  security: number;
  quantity: Fixed;
  /** With charges. */
  cost: Amount;
  price: Fixed;
  pricedOn: string;
  heldSince: string;
}

interface BacktestDay {
  valuation: Valuation;
  performance: Performance;
  traded: Amount;
  /** The part of the positions that stands in the liquid fund. */
  liquid: Amount;
}

/** Events that change how many shares are held. */
const RESCALES: ReadonlySet<string> = new Set(['SPLIT', 'BONUS', 'CONSOLIDATION']);

/** All that a backtest went through. */
export interface BacktestTrace {
  market: PolicyMarket;
  /** Index of the first session in the panel. */
  first: number;
  days: BacktestDay[];
  orders: { day: string; order: ExecutedOrder }[];
  /** On sessions on which something changed, at the end of months, and on the last one. */
  holdings: { day: string; held: HeldShare[] }[];
  events: { day: string; event: LedgerEvent }[];
  taxYears: readonly TaxedYear[];
  /** What came in by its schedule, beside the initial capital; null without one. */
  contributed: Amount | null;
  ledger: PolicyLedger;
}

/**
 * Runs a policy over past sessions, each with what was known on it: the same sessions that a policy on paper goes through one
 * by one. Without a session between `from` and `to` nothing happens.
 * @param onDay is told how many sessions are done, of how many.
 */
export function runBacktest(task: BacktestTask, onDay?: (done: number, all: number) => void): BacktestTrace {
  const { panel, config, marks } = task;
  const market = marketOf(panel);
  const fund = panel.liquid?.security;
  const first = sessionOnOrAfter(panel.days, task.from);
  const end = sessionOnOrAfter(panel.days, `${task.to}~`);
  let at = first;
  const ledger = new PolicyLedger(taxFacts(market, () => at));
  const trace: BacktestTrace = {
    market,
    first,
    days: [],
    orders: [],
    holdings: [],
    events: [],
    taxYears: [],
    contributed: null,
    ledger,
  };
  let performance = FIRST_PERFORMANCE;
  const signals = signalsOfAll(market, config, rebalances(marks, first, end));
  const scheduled = scheduledContributions(task, panel.days[first]);
  const hasSchedule = scheduled.length > 0;
  let contributed: Amount = 0n;
  let waiting: Contribution[] = [];
  let targets: Targets | null = null;
  for (; at < end; at += 1) {
    const isRebalance = marks.rebalance[at] === 1;
    while (scheduled[0] !== undefined && scheduled[0].date <= market.day(at))
      waiting.push(...scheduled.splice(0, 1).map(({ contribution }) => contribution));
    const session = runSession(market, ledger, config, {
      at,
      contributions: waiting,
      targets,
      isRebalance,
      signals: isRebalance ? signals.next().value : undefined,
      isYearEnd: marks.yearEnd[at] === 1,
      deposit: at === first ? task.initialCapital : undefined,
    });
    const { orders, events, valuation, traded } = session;
    const { day } = valuation;
    performance = nextPerformance(performance, session);
    // What could not be taken comes with the next session.
    if (session.flow !== null && session.flow.units.length > 0) {
      for (const { amount } of waiting) contributed += amount;
      waiting = [];
    }
    if (session.plan !== null) targets = targetsOf(day, session.plan.signals, config.top_n);
    const inFund = fund === undefined ? undefined : ledger.positions.get(fund);
    const liquid = inFund === undefined ? 0n : inFund.quantity * inFund.price;
    trace.days.push({ valuation, performance, traded, liquid });
    for (const order of orders) trace.orders.push({ day, order });
    for (const event of events) trace.events.push({ day, event });
    const isMonthEnd = panel.days[at + 1]?.startsWith(day.slice(0, 7)) !== true;
    const isSplit = events.some(({ kind }) => RESCALES.has(kind));
    const isMoved = orders.some(({ rule }) => isLiquidMove(rule));
    if (traded > 0n || isMoved || isSplit || isMonthEnd || at === end - 1)
      trace.holdings.push({ day, held: heldBy(ledger) });
    onDay?.(at - first + 1, end - first);
  }
  trace.taxYears = ledger.tax.years;
  if (hasSchedule) trace.contributed = contributed;
  return trace;
}

/** The sessions from one on and before another that are rebalances. */
function rebalances({ rebalance }: SessionMarks, first: number, end: number): number[] {
  const sessions: number[] = [];
  for (let at = first; at < end; at += 1) if (rebalance[at] === 1) sessions.push(at);
  return sessions;
}

function heldBy(ledger: PolicyLedger): HeldShare[] {
  return [...ledger.positions.values()].map(
    ({ security, quantity, cost, charges, price, pricedOn, heldSince }) => ({
      security,
      quantity,
      cost: cost + charges,
      price,
      pricedOn,
      heldSince,
    }),
  );
}
