/** Backtests as runs: what a person asks for, reads and cancels, and who does them. */
export { createCalculating, type CalculatingOptions } from './calculating.ts';
export {
  type CompareQuery,
  compareQuery,
  type HoldingsQuery,
  holdingsQuery,
  type OrdersQuery,
  ordersQuery,
  type RunInput,
  runInput,
} from './inputs.ts';
export { STRATEGY_MODELS } from './models.ts';
export {
  type RunMetricsView,
  runMetricsView,
  type RunProgressFrame,
  runProgressFrame,
  type RunStartedView,
  runStartedView,
  type UniverseEventView,
  universeEventsPage,
  universeEventView,
} from './result-views.ts';
export { readCurves, type RunCurve } from './result-store.ts';
export { RUN_TABLE } from './run-claims.ts';
export { nameOf } from './run-name.ts';
export { requireRun, sharedSourceRun, type SourceRun } from './run-promotion.ts';
export { createRunExport, type ExportSection, runExportQuery } from './run-export.ts';
export { createRunReads } from './run-reads.ts';
export { createRunService, MOST_UNFINISHED, type RunServiceParts } from './run-service.ts';
export { createRunWorker, type RunWorker } from './run-worker.ts';
export {
  chargesView,
  comparisonView,
  type ComparisonView,
  equityRowView,
  equityView,
  type EquityView,
  ordersPage,
  type OrderView,
  runHoldingView,
  runHoldingsView,
  type RunHoldingsView,
  runListView,
  type RunStatus,
  RUN_STATUSES,
  runView,
  type RunView,
  strategiesView,
  type StrategiesView,
  type ValidationView,
  validationView,
} from './view.ts';
