import type { Context } from '../context.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Notifications } from '../notifications/index.ts';
import {
  type AfterBatch,
  createIngest,
  createIngestTokens,
  type Ingest,
  type IngestTokens,
  takingRecords,
} from './ingest/index.ts';
import { createPerformance, type Performance } from './measurement/index.ts';
import { createOptionsStore, type OptionsStore } from './store/index.ts';
import { createTradebooks, type Tradebooks } from './tradebook/index.ts';
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
export { legacySummaryView, performanceQuery, performanceView } from './measurement/index.ts';
export { MODES, RECORD_KINDS } from './records/index.ts';
export { openBackedUpStore } from './store/index.ts';
export {
  importTradebook,
  LARGEST_TRADEBOOK,
  NEEDED_COLUMNS,
  needTradebook,
  type Reading,
  settledView,
  type SettledView,
  settlementInput,
  TRADEBOOK_HELP,
  tradebookForm,
  tradebookQuery,
  tradebookView,
  type TradebookView,
  tradebookWords,
} from './tradebook/index.ts';

/** The options workspace: what a trading process did, measured, and who may let it trade for real. */
export interface Options {
  readonly store: OptionsStore;
  readonly ingest: Ingest;
  readonly tokens: IngestTokens;
  readonly performance: Performance;
  /** Fills of brokers' tradebooks, and the trades that they make. */
  readonly tradebooks: Tradebooks;
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
  const tradebooks = createTradebooks(context, store, { calendar, take: takingRecords(AFTER_BATCH) });
  return {
    store,
    ingest: createIngest(context, store, AFTER_BATCH),
    tokens: createIngestTokens(context, store),
    performance: createPerformance(context, store),
    tradebooks,
    watch: createWatch(context, store, notifications, [tradebooks.watcher]),
    close: async () => await store.close(),
  };
}
