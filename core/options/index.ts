import type { Context } from '../context.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { followSamples } from './broker-health/index.ts';
import {
  type AfterBatch,
  createIngest,
  createIngestTokens,
  type Ingest,
  type IngestTokens,
} from './ingest/index.ts';
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
export { legacySummaryView, performanceQuery, performanceView } from './measurement/index.ts';
export { MODES, RECORD_KINDS } from './records/index.ts';
export { openBackedUpStore } from './store/index.ts';

/** The options workspace: what a trading process did, measured, and who may let it trade for real. */
export interface Options {
  readonly store: OptionsStore;
  readonly ingest: Ingest;
  readonly tokens: IngestTokens;
  readonly performance: Performance;
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
const afterBatch = ({ calendar }: Pick<OptionsNeeds, 'calendar'>): readonly AfterBatch[] => [
  followSamples(calendar),
];

export function createOptions(context: Context, { calendar, notifications }: OptionsNeeds): Options {
  const store = createOptionsStore(context, context.database.limits);
  return {
    store,
    ingest: createIngest(context, store, afterBatch({ calendar })),
    tokens: createIngestTokens(context, store),
    performance: createPerformance(context, store),
    watch: createWatch(context, store, notifications, []),
    close: async () => await store.close(),
  };
}
