export {
  type AuditedReports,
  type BooksAudit,
  type BooksAuditService,
  booksAuditView,
  createBooksAudit,
  IDENTITIES,
} from './audit/index.ts';
export { createMarketFiles, type MarketFiles } from './market-file-service.ts';
export {
  LARGEST_MARKET_FILE,
  type MarketFile,
  marketFileForm,
  marketFileQuery,
  marketFileView,
} from './market-file-view.ts';
export { type Quality, createQuality } from './quality-service.ts';
export {
  recordedDifferencesQuery,
  type RecordedDifferenceView,
  recordedDifferenceView,
} from './recorded-values/index.ts';
export { acceptedValueInput, type PriceFilter, priceQuery } from './inputs.ts';
export {
  type Candidate,
  candidateView,
  type DataQuality,
  dataQualityView,
  type InstrumentReview,
  instrumentReviewView,
  type OpenCounts,
  type PriceQuality,
  priceQualityView,
} from './view.ts';
