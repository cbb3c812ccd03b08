import type { Context } from '../context.ts';
import { createIngest, createIngestTokens, type Ingest, type IngestTokens } from './ingest/index.ts';
import { createPerformance, type Performance } from './measurement/index.ts';
import { createOptionsStore, type OptionsStore } from './store/index.ts';

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
  close(): Promise<void>;
}

export function createOptions(context: Context): Options {
  const store = createOptionsStore(context, context.database.limits);
  return {
    store,
    ingest: createIngest(context, store),
    tokens: createIngestTokens(context, store),
    performance: createPerformance(context, store),
    close: async () => await store.close(),
  };
}
