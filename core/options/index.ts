import type { Context } from '../context.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { createCollector, createFunnel, type Funnel } from './funnel/index.ts';
import {
  type AfterBatch,
  createIngest,
  createIngestTokens,
  type Ingest,
  type IngestTokens,
} from './ingest/index.ts';
import { createDaily, createPerformance, type Daily, type Performance } from './measurement/index.ts';
import { createPruning, type Pruning } from './pruning/index.ts';
import { createOptionsStore, type OptionsStore } from './store/index.ts';
import { createWatch, type Watch } from './watch/index.ts';

export { type FunnelQuery, funnelQuery, funnelView, type FunnelView } from './funnel/index.ts';
export {
  type Ingested,
  ingestedView,
  ingestInput,
  INGEST_HELP,
  ingestFile,
  ingestWords,
  MOST_RECORDS,
  newTokenView,
  type IngestTokenView,
  type NewIngestTokenView,
  recordKindsView,
  tokenInput,
  tokenList,
} from './ingest/index.ts';
export {
  dailyQuery,
  dailyView,
  type DailyView,
  type DayView,
  legacySummaryView,
  performanceQuery,
  performanceView,
  type PerformanceView,
} from './measurement/index.ts';
export { type Mode, MODES, RECORD_KINDS } from './records/index.ts';
export { openBackedUpStore } from './store/index.ts';

/** The options workspace: what a trading process did, measured, and who may let it trade for real. */
export interface Options {
  readonly store: OptionsStore;
  readonly ingest: Ingest;
  readonly tokens: IngestTokens;
  readonly performance: Performance;
  /** Results by day, for charts. */
  readonly daily: Daily;
  /** What became of every chance to trade. */
  readonly funnel: Funnel;
  /** Deletes what has had its time. */
  readonly pruning: Pruning;
  /** What its owners are told, each thing once. */
  readonly watch: Watch;
  close(): Promise<void>;
}

/** What the workspace needs of other areas. */
export interface OptionsNeeds {
  calendar: Calendar;
  notifications: Notifications;
}

/** What follows from the records of a batch, in its own transaction. */
const AFTER_BATCH: readonly AfterBatch[] = [];

export function createOptions(context: Context, { notifications }: OptionsNeeds): Options {
  const store = createOptionsStore(context, context.database.limits);
  const collector = createCollector(context, store);
  return {
    store,
    ingest: createIngest(context, store, [...AFTER_BATCH, collector.afterBatch]),
    tokens: createIngestTokens(context, store),
    performance: createPerformance(context, store),
    daily: createDaily(store),
    watch: createWatch(context, store, notifications, [collector.watcher]),
    funnel: createFunnel(context, store),
    pruning: createPruning(context, store),
    async close() {
      await collector.close();
      await store.close();
    },
  };
}
