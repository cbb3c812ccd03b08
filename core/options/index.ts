import type { Context } from '../context.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { type Battle, createBattle } from './battle/index.ts';
import {
  type AfterBatch,
  createIngest,
  createIngestTokens,
  type Ingest,
  type IngestTokens,
} from './ingest/index.ts';
import { createEnvelope, type Envelope } from './envelope/index.ts';
import {
  createPermission,
  createSafety,
  hasRecords,
  type Permission,
  type Safety,
} from './permission/index.ts';
import { createPositions, type Positions } from './positions/index.ts';
import { createReconciliations, type Reconciliations } from './reconciliation/index.ts';
import { createSettings, type Settings } from './settings/index.ts';
import { createJournal, type Journal } from './journal/index.ts';
import { createPerformance, type Performance } from './measurement/index.ts';
import { createSentiment, type Sentiment } from './sentiment/index.ts';
import { createOptionsStore, type OptionsStore } from './store/index.ts';
import { createWatch, type Watch } from './watch/index.ts';

export {
  type BattleLogPage,
  battleLogPage,
  battleLogQuery,
  type BattleSummary,
  battleSummaryView,
} from './battle/index.ts';
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
  type JournalPage,
  journalPage,
  journalQuery,
  type JournalQuery,
  type JournalRow,
  type JournalStory,
  journalStoryView,
  MOST_NOTES,
  notesInput,
  notesView,
  type NotesView,
  SIGNAL_DAYS,
  type SignalView,
  tradeHistoryPage,
  tradeHistoryQuery,
} from './journal/index.ts';
export { legacySummaryView, performanceQuery, performanceView } from './measurement/index.ts';
export { type EnvelopeView, envelopeView, resumeInput } from './envelope/index.ts';
export { permissionQuery, type PermissionView, permissionView, type SafetyView } from './permission/index.ts';
export { positionPage, positionQuery, type PositionView } from './positions/index.ts';
export {
  confirmationInput,
  reconciliationPage,
  reconciliationQuery,
  reconciliationView,
  type ReconciliationView,
} from './reconciliation/index.ts';
export { settingsInput, type SettingsView, settingsView } from './settings/index.ts';
export { MODES, RECORD_KINDS } from './records/index.ts';
export { sentimentLatestView, sentimentPage, sentimentQuery } from './sentiment/index.ts';
export { openBackedUpStore } from './store/index.ts';

/** The options workspace: what a trading process did, measured, and who may let it trade for real. */
export interface Options {
  readonly store: OptionsStore;
  readonly ingest: Ingest;
  readonly tokens: IngestTokens;
  readonly performance: Performance;
  readonly settings: Settings;
  readonly envelope: Envelope;
  readonly reconciliations: Reconciliations;
  readonly positions: Positions;
  readonly permission: Permission;
  readonly safety: Safety;
  /** Whether a person's process has ever reported anything; false where the store does not answer. */
  hasRecords(userId: string): Promise<boolean>;
  /** Closed trades, each with its whole story, and what a person noted. */
  readonly journal: Journal;
  /** How strategies were chosen. */
  readonly battle: Battle;
  readonly sentiment: Sentiment;
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
  const envelope = createEnvelope(context, store, calendar);
  /** What follows from the records of a batch, in its own transaction. */
  const afterBatch: readonly AfterBatch[] = [envelope.afterBatch];
  return {
    store,
    ingest: createIngest(context, store, afterBatch),
    tokens: createIngestTokens(context, store),
    performance: createPerformance(context, store),
    settings: createSettings(context, store, envelope.follow),
    envelope,
    reconciliations: createReconciliations(context, store),
    positions: createPositions(store),
    permission: createPermission(context, store, calendar),
    safety: createSafety(context, store, calendar),
    hasRecords: async (userId) => await store.read(userId, hasRecords).catch(() => false),
    watch: createWatch(context, store, notifications, [{ name: 'risk envelope', look: envelope.look }]),
    journal: createJournal(context, store),
    battle: createBattle(context, store),
    sentiment: createSentiment(store),
    close: async () => await store.close(),
  };
}
