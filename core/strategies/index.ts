import { type Context, createLeases, type Timers } from '../platform/index.ts';
import { createPanelLoader, type PanelSources } from './data/index.ts';
import {
  createCalculating,
  createRunExport,
  createRunReads,
  createRunService,
  createRunWorker,
  RUN_TABLE,
  type RunServiceParts,
} from './runs/index.ts';

export {
  allocationMode,
  configRules,
  contributionAmount,
  contributionFrequency,
  contributionSchedule,
  strategyConfig,
  type StrategyConfig,
} from './config.ts';
export {
  ALLOCATION_MODES,
  type AllocationMode,
  beginsInCalendar,
  CONTRIBUTION_FREQUENCIES,
  type ContributionFrequency,
  type Instalment,
  instalmentsBetween,
} from './contribution-schedule.ts';
export {
  type BegunSession,
  beginSession,
  openSession,
  chargeTexts,
  type Contribution,
  endSession,
  equityRow,
  type ExecutedOrder,
  type Fallback,
  type FallbackCode,
  FIRST_PERFORMANCE,
  FIRST_INDEX,
  type Flow,
  isRebalanceDay,
  type LedgerState,
  isLiquidMove,
  liquidSweep,
  type LotState,
  MAX_CYCLE_TURNOVER_PCT,
  MIN_HOLDING_DAYS,
  nextPerformance,
  ORDER_LIMITS,
  ORDER_RULES,
  ORDER_STATES,
  orderReason,
  type OrderState,
  type Performance,
  planAt,
  type PlannedOrder,
  PolicyLedger,
  PolicyMarket,
  type Position,
  type PositionState,
  type Session,
  type SessionTask,
  SIDES,
  takeContributions,
  type Targets,
  taxFacts,
  type TaxState,
  throughFlow,
  type UniverseEventKind,
  type Valuation,
  valuationOf,
} from './engine/index.ts';
export { type PricePanel, SURVIVORSHIP } from './panel/index.ts';
export { liquidSweepOf } from './liquid-sweep-of.ts';
export { historyNeeded } from './ranking-of.ts';
export { strategyVersion } from './strategy-version.ts';
export { rankedList } from './signals/index.ts';
export { type PanelLoader } from './data/index.ts';
export {
  chargesView,
  comparisonView,
  type ComparisonView,
  compareQuery,
  equityRowView,
  equityView,
  type EquityView,
  holdingsQuery,
  MOST_UNFINISHED,
  ordersPage,
  ordersQuery,
  type OrderView,
  runExportQuery,
  runHoldingView,
  runHoldingsView,
  type RunHoldingsView,
  type RunInput,
  runInput,
  runListView,
  runMetricsView,
  type RunStartedView,
  runStartedView,
  type RunStatus,
  runView,
  type RunView,
  strategiesView,
  type StrategiesView,
  universeEventsPage,
  type UniverseEventView,
  validationView,
} from './runs/index.ts';

/** What policies are made of besides. */
export { benchmarkOf } from './data/index.ts';
export {
  type ChargeTexts,
  type LiquidRule,
  type OrderLimit,
  type OrderRule,
  type Side,
} from './engine/index.ts';
export type { Survivorship } from './panel/index.ts';
export {
  nameOf,
  readCurves,
  requireRun,
  sharedSourceRun,
  type SourceRun,
  type ValidationView,
} from './runs/index.ts';

/** A killed process's backtest is taken up after this long. */
const LEASE_MS = 30_000;

interface StrategiesOptions {
  leaseMs?: number;
  timers?: Timers;
  /** Whether a policy came from a run, which must then stay. */
  isPromoted: RunServiceParts['isPromoted'];
}

export type Strategies = ReturnType<typeof createStrategies>;

/** Ways to rank shares, and backtests of them. */
export function createStrategies(
  context: Context,
  sources: PanelSources,
  { leaseMs = LEASE_MS, timers, isPromoted }: StrategiesOptions,
) {
  const { calendar } = sources;
  const leases = createLeases({ ...RUN_TABLE, leaseMs }, context);
  const loader = createPanelLoader(sources);
  const worker = createRunWorker(context, {
    loader,
    calendar,
    calculating: createCalculating(),
    leases,
    ...(timers === undefined ? {} : { timers }),
  });
  return {
    /** What a person does with backtests. */
    runs: {
      ...createRunService(context, { calendar, leases, isPromoted }),
      ...createRunReads(context),
      ...createRunExport(context),
    },
    /** Prices and members as a strategy sees them. */
    panels: loader,
    /** Does those that wait; the role `jobs` keeps it going. */
    worker,
    close: () => worker.close(),
  };
}
