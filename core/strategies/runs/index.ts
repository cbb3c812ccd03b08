/** Backtests as runs: what a person asks for, reads and cancels, and who does them. */
export { createCalculating } from './calculating.ts';
export { compareQuery, holdingsQuery, ordersQuery, type RunInput, runInput } from './inputs.ts';
export {
  runMetricsView,
  type RunStartedView,
  runStartedView,
  type UniverseEventView,
  universeEventsPage,
} from './result-views.ts';
export { readCurves } from './result-store.ts';
export { RUN_TABLE } from './run-claims.ts';
export { hasRuns } from './run-store.ts';
export { nameOf } from './run-name.ts';
export { requireRun, sharedSourceRun, type SourceRun } from './run-promotion.ts';
export { createRunExport, runExportQuery } from './run-export.ts';
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
  runView,
  type RunView,
  strategiesView,
  type StrategiesView,
  type ValidationView,
  validationView,
} from './view.ts';
