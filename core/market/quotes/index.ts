export { type FetchedQuote, type QuoteRequest, fetchInOrder, type ProviderAttempt } from './fetch-quotes.ts';
export {
  createInstrumentQuotes,
  type InstrumentQuote,
  type InstrumentQuotes,
  type QuoteReason,
  type WantedQuote,
} from './instrument-quotes.ts';
export { outsideFailure } from './outside-failure.ts';
export { type DayClose, plausible } from './plausible.ts';
export {
  hasTicker,
  type Instrument,
  instrumentKey,
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
