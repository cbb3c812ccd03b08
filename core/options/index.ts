import type { Context } from '../context.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Notifications } from '../notifications/index.ts';
import {
  type BrokerHealth,
  createBrokerHealth,
  createHealthWatcher,
  followSamples,
} from './broker-health/index.ts';
import { createBuiltInKeeping, createEvents, createEventWatcher, type Events } from './events/index.ts';
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
export {
  brokerHealthView,
  type BrokerHealthView,
  type BrokerView,
  LEVEL_MEANS,
  type Level,
  SAMPLE_DAYS,
  WINDOW as HEALTH_WINDOW,
} from './broker-health/index.ts';
export {
  EVENT_HELP,
  eventFileWords,
  eventsView,
  type EventsView,
  type EventView,
  importedView,
  importEventFile,
  importInput,
  upcomingQuery,
  USUAL_DAYS,
} from './events/index.ts';
export { openBackedUpStore } from './store/index.ts';

/** The options workspace: what a trading process did, measured, and who may let it trade for real. */
export interface Options {
  readonly store: OptionsStore;
  readonly ingest: Ingest;
  readonly tokens: IngestTokens;
  readonly performance: Performance;
  readonly events: Events;
  readonly brokerHealth: BrokerHealth;
  /** What its owners are told, each thing once. */
  readonly watch: Watch;
  close(): Promise<void>;
}

/** What the workspace needs of other areas. */
export interface OptionsNeeds {
  calendar: Calendar;
  notifications: Notifications;
}

export function createOptions(context: Context, { calendar, notifications }: OptionsNeeds): Options {
  const store = createOptionsStore(context, context.database.limits);
  const builtIn = createBuiltInKeeping(calendar, store);
  /** What follows from the records of a batch, in its own transaction. */
  const afterBatch: readonly AfterBatch[] = [builtIn.afterBatch, followSamples(calendar)];
  return {
    store,
    ingest: createIngest(context, store, afterBatch, [builtIn.beforeBatch]),
    tokens: createIngestTokens(context, store),
    performance: createPerformance(context, store),
    events: createEvents(context, store, calendar, builtIn),
    brokerHealth: createBrokerHealth(context, store, calendar),
    watch: createWatch(context, store, notifications, [
      createEventWatcher(store, calendar, builtIn),
      createHealthWatcher(store, calendar),
    ]),
    close: async () => await store.close(),
  };
}
