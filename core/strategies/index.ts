import type { Context } from '../context.ts';
import { createLeases, type Timers } from '../platform/index.ts';
import { createPanelLoader, type PanelSources } from './data/index.ts';
import {
  createCalculating,
  createRunExport,
  createRunReads,
  createRunService,
  createRunWorker,
  RUN_TABLE,
} from './runs/index.ts';

export { configRules, strategyConfig, type StrategyConfig } from './config.ts';
export { ORDER_LIMITS, ORDER_RULES, ORDER_STATES, type OrderState, SIDES } from './engine/index.ts';
export { SURVIVORSHIP } from './panel/index.ts';
export { createPanelLoader, type LoadedPanel, type PanelLoader, type PanelQuestion } from './data/index.ts';
export {
  chargesView,
  comparisonView,
  type ComparisonView,
  compareQuery,
  equityRowView,
  equityView,
  type EquityView,
  type ExportSection,
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
  type RunMetricsView,
  runProgressFrame,
  type RunProgressFrame,
  type RunStartedView,
  runStartedView,
  type RunStatus,
  runView,
  type RunView,
  strategiesView,
  type StrategiesView,
  STRATEGY_MODELS,
  universeEventsPage,
  type UniverseEventView,
  validationView,
} from './runs/index.ts';
export type { RunWorker } from './runs/index.ts';

/** A killed process's backtest is taken up after this long. */
const LEASE_MS = 30_000;

export type Strategies = ReturnType<typeof createStrategies>;

/** Ways to rank shares, and backtests of them. */
export function createStrategies(
  context: Context,
  sources: PanelSources,
  { leaseMs = LEASE_MS, timers }: { leaseMs?: number; timers?: Timers } = {},
) {
  const { calendar } = sources;
  const leases = createLeases({ ...RUN_TABLE, leaseMs }, context);
  const worker = createRunWorker(context, {
    loader: createPanelLoader(sources),
    calendar,
    calculating: createCalculating(),
    leases,
    ...(timers === undefined ? {} : { timers }),
  });
  return {
    /** What a person does with backtests. */
    runs: {
      ...createRunService(context, { calendar, leases }),
      ...createRunReads(context),
      ...createRunExport(context),
    },
    /** Does those that wait; the role `jobs` keeps it going. */
    worker,
    close: () => worker.close(),
  };
}
