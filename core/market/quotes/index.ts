export type { Freshness } from './asked-once.ts';
export { type FetchedQuote, type QuoteRequest, type ProviderAttempt } from './fetch-quotes.ts';
export {
  createQuoteFetcher,
  type InstrumentQuote,
  type InstrumentQuotes,
  type NamelessReason,
  type OwnQuotes,
  type QuoteFetcher,
  type QuotePlan,
  type QuoteReason,
  type QuoteSources,
  type WantedQuote,
} from './instrument-quotes.ts';
export { outsideFailure } from './outside-failure.ts';
export { type DayClose, plausible } from './plausible.ts';
export {
  hasTicker,
  type Instrument,
  isUsable,
  type OwnerQuotes,
  priced,
  type Quote,
  QUOTE_FAILURES,
  type QuoteFailure,
  type QuoteOutcome,
  type QuoteProvider,
  unpriced,
} from './quote.ts';
