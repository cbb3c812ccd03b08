export type { ActionUpdate } from './action-fetch.ts';
export { CLASSES_WITH_HISTORY } from './backfill.ts';
export type { WantedSecurity } from './wanted-security.ts';
export { effectiveRatios } from './adjust.ts';
export type { CloseJump } from './close-jumps.ts';
export type { HistoryUpdate } from './fetch-service.ts';
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
export { createHistory, type HistoryDependencies, type MarketHistory } from './history-service.ts';
export type { LatestClose } from './latest-close.ts';
export type { PriceSource } from './history-store.ts';
export { importPriceFiles, PRICE_IMPORT_HELP, priceImportWords } from './import-command.ts';
export type { PriceImportOptions } from './import-service.ts';
export { archivePaths, createNseArchive, readBhavcopy } from './nse-archive.ts';
export type { MedianTurnover } from './turnovers.ts';
export { type BadPrice, type FilePrice, priceLayout } from './price-file.ts';
export { isZip, unzipFirst } from './unzip.ts';
export { type ActionDecision, actionDecision, type FindingQuery, findingQuery } from './inputs.ts';
export { lastFinalSession } from './session-days.ts';
export { INDEX_SERIES, indexSeriesOf, type IndexSeries, SERIES_CODES, type SeriesCode } from './series.ts';
export { type ActionView, actionView, type ShareAction } from '../actions/index.ts';
export { type FindingView, findingView } from './view.ts';
