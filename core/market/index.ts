export { type Market, createMarket, createMarketHistory } from './market-area.ts';
export {
  createFx,
  type CurrencyExposure,
  type CurrencyExposures,
  findRates,
  type Fx,
  type FxUpdate,
  type NewestRate,
} from './fx/index.ts';
export {
  CLASSES_WITH_HISTORY,
  type ActionDecision,
  actionDecision,
  type ActionUpdate,
  type ActionView,
  type CloseJump,
  actionView,
  effectiveRatios,
  type FindingQuery,
  findingQuery,
  type FindingView,
  findingView,
  type HistoryUpdate,
  importPriceFiles,
  INDEX_SERIES,
  indexSeriesOf,
  isZip,
  unzipFirst,
  type LatestClose,
  type IndexSeries,
  type MarketHistory,
  PRICE_IMPORT_HELP,
  priceImportWords,
  type PriceImportOptions,
  type PriceSource,
  SERIES_CODES,
  type SeriesCode,
  type ShareAction,
  type WantedSecurity,
} from './history/index.ts';
export {
  calendarStage,
  calendarTask,
  type CalendarsView,
  calendarsView,
  createHolidays,
  type Holidays,
} from './holidays/index.ts';
export { createIndexes, type IndexCloses, type Indexes, type IndexUpdate } from './indexes/index.ts';
export { type MarketFileKind, marketFileKind } from './market-file.ts';
export { createListFetch, type ListFetcher } from './lists/index.ts';
export {
  type InstrumentQuote,
  type InstrumentQuotes,
  type WantedQuote,
  type Instrument,
  type OwnerQuotes,
  type QuoteFailure,
  type QuoteOutcome,
  type QuoteProvider,
} from './quotes/index.ts';
