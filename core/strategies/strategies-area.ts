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
