export {
  type BattleLogPage,
  battleLogPage,
  battleLogQuery,
  type BattleSummary,
  battleSummaryView,
} from './battle/index.ts';
export {
  brokerHealthView,
  type BrokerHealthView,
  type BrokerView,
  LEVEL_MEANS,
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
  type ImportedView,
  importInput,
  upcomingQuery,
  USUAL_DAYS,
} from './events/index.ts';
export { type EnvelopeView, envelopeView, resumeInput } from './envelope/index.ts';
export { featuresView } from './features/index.ts';
export { type FunnelQuery, funnelQuery, funnelView, type FunnelView } from './funnel/index.ts';
export type { Criterion } from './criteria/index.ts';
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
  hasOtherRecords,
  ingestedView,
  ingestInput,
  INGEST_HELP,
  ingestFile,
  ingestWords,
  type IngestTokenView,
  MOST_RECORDS,
  type NewIngestTokenView,
  newTokenView,
  recordKindsView,
  tokenInput,
  tokenList,
  sessionOfIngest,
  unknownIngestToken,
} from './ingest/index.ts';
export {
  type JournalPage,
  type JournalChoices,
  journalChoicesView,
  journalPage,
  journalQuery,
  journalTradeQuery,
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
export { createOptions, type Options } from './options-area.ts';
export { permissionQuery, permissionView, type SafetyView } from './permission/index.ts';
export { positionPage, positionQuery, type PositionView } from './positions/index.ts';
export { type Mode, MODES, RECORD_KINDS } from './records/index.ts';
export {
  confirmationInput,
  reconciliationPage,
  reconciliationQuery,
  reconciliationView,
  type ReconciliationView,
} from './reconciliation/index.ts';
export { sentimentLatestView, sentimentPage, sentimentQuery } from './sentiment/index.ts';
export { settingsInput, type SettingsView, settingsView } from './settings/index.ts';
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
  settlementsView,
  type SettlementsView,
  type SettlementInput,
  TRADEBOOK_HELP,
  tradebookForm,
  tradebookQuery,
  tradebookView,
  type TradebookView,
  tradebookWords,
} from './tradebook/index.ts';
