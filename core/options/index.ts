import type { Context } from '../context.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Notifications } from '../notifications/index.ts';
import {
  type AfterBatch,
  createIngest,
  createIngestTokens,
  type Ingest,
  type IngestTokens,
} from './ingest/index.ts';
import { brokerLevels, createGoLive, createPromotionWatch, type GoLive } from './go-live/index.ts';
import { createMarketViews, type MarketViews } from './market-views/index.ts';
import { createPerformance, type Performance } from './measurement/index.ts';
import { createOptionsStore, type OptionsStore } from './store/index.ts';
import { createWatch, type Watch } from './watch/index.ts';

export {
  type Ingested,
  ingestedView,
  ingestInput,
  INGEST_HELP,
  ingestFile,
  ingestWords,
  MOST_RECORDS,
  newTokenView,
  recordKindsView,
  tokenInput,
  tokenList,
} from './ingest/index.ts';
export {
  type Action as GoLiveAction,
  type Changed as GoLiveChanged,
  changedView as goLiveChangedView,
  type ConfidenceView,
  confidenceView,
  criteriaAhead,
  type GoLiveStatus,
  goLiveStatusView,
  type HistoryPage as GoLiveHistory,
  historyPage as goLiveHistoryPage,
  historyQuery as goLiveHistoryQuery,
  MODE_WORDS,
  revertInput as goLiveRevertInput,
  stepInput as goLiveStepInput,
} from './go-live/index.ts';
export {
  type Calibration,
  calibrationView,
  type DataQuality as MarketDataQuality,
  dataQualityView as marketDataQualityView,
  type MarketPerformance,
  marketPerformanceView,
  marketQuery,
  type PromotionReport,
  promotionReportView,
} from './market-views/index.ts';
export type { Criterion } from './criteria/index.ts';
export { legacySummaryView, performanceQuery, performanceView } from './measurement/index.ts';
export { MODES, RECORD_KINDS } from './records/index.ts';
export { openBackedUpStore } from './store/index.ts';

/** The options workspace: what a trading process did, measured, and who may let it trade for real. */
export interface Options {
  readonly store: OptionsStore;
  readonly ingest: Ingest;
  readonly tokens: IngestTokens;
  readonly performance: Performance;
  /** Who may trade for real. */
  readonly goLive: GoLive;
  /** What analyses of the market were worth. */
  readonly marketViews: MarketViews;
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

export function createOptions(context: Context, { calendar, notifications }: OptionsNeeds): Options {
  const store = createOptionsStore(context, context.database.limits);
  const goLive = createGoLive(context, store, { calendar, brokers: brokerLevels });
  return {
    store,
    ingest: createIngest(context, store, AFTER_BATCH),
    tokens: createIngestTokens(context, store),
    performance: createPerformance(context, store),
    goLive,
    marketViews: createMarketViews(context, store, calendar),
    watch: createWatch(context, store, notifications, [createPromotionWatch(goLive)]),
    close: async () => await store.close(),
  };
}
