export type { ActionUpdate } from './action-fetch.ts';
export { CLASSES_WITH_HISTORY, type HistoryProgress } from './backfill.ts';
export type { WantedSecurity } from './wanted-security.ts';
export { effectiveRatios } from './adjust.ts';
export type { DayFetch, HistoryUpdate } from './fetch-service.ts';
export type { FindingFilter } from './findings-store.ts';
export type { FindingKind, Severity } from './price-validation.ts';
export {
  AMFI_ID,
  type FundDirectory,
  type FundEntry,
  type HistoryInstrument,
  type HistoryOutcome,
  type HistoryProvider,
  noHistory,
  type RawClose,
  type ReportedSplit,
} from './history-provider.ts';
export {
  type CloseSeries,
  type CloseToStore,
  createHistory,
  type HistoryDependencies,
  type MarketHistory,
  type Range,
  type SeriesName,
} from './history-service.ts';
export type { LatestClose } from './latest-close.ts';
export type { PriceSource } from './history-store.ts';
export type { RecordedClose } from './recorded-closes.ts';
export { importPriceFiles, PRICE_IMPORT_HELP, priceImportWords } from './import-command.ts';
export type { FileReport, PriceImportOptions, PriceImportReport } from './import-service.ts';
export type { IngestResult } from './price-ingest.ts';
export {
  archivePaths,
  createNseArchive,
  type NseArchive,
  readBhavcopy,
  type SessionOutcome,
} from './nse-archive.ts';
export type { FilePrice } from './price-file.ts';
export { isZip, unzipFirst } from './unzip.ts';
export { type ActionDecision, actionDecision, type FindingQuery, findingQuery } from './inputs.ts';
export { lastFinalSession } from './session-days.ts';
export { INDEX_SERIES, type IndexSeries, SERIES_CODES, type SeriesCode } from './series.ts';
export {
  type ActionKind,
  type DatedAction,
  type ActionView,
  actionView,
  type ShareAction,
  type ActionsOutcome,
  type ActionSource,
  createNseActions,
} from '../actions/index.ts';
export { type FindingState, type FindingView, findingView } from './view.ts';
