export { withoutNestedLoops } from './without-nested-loops.ts';
export { leaveOutRecordedDays } from './recorded-days.ts';
export {
  leaveOutRecorded,
  leaveOutSynced,
  portfoliosWithHoldings,
  portfoliosWithTrades,
  stagedPositions,
  syncedPortfolios,
} from './common-portfolio-store.ts';
export { type CostSum, type HeldLabel, readCost, readHeldLabels } from './holding-facts-store.ts';
export { createRecordedShares } from './recorded-shares.ts';
export { createHoldingService } from './holding-service.ts';
export {
  allHoldings,
  findHolding,
  type HoldingRow,
  holdingsOfSymbol,
  withUnlistedAction,
} from './holding-store.ts';
export {
  holdingView,
  type HoldingView,
  priceUpdateView,
  reconciliationOf,
  toHoldingView,
  unsettledUntil,
} from './holding-view.ts';
export {
  type HoldingInput,
  holdingInput,
  isNetworth,
  LONGEST_PRICE_INTERVAL,
  NETWORTH,
  portfolioField,
  portfolioInput,
  type PortfolioInput,
  priceInput,
  type PriceInput,
  symbolField,
  type TransactionInput,
  transactionInput,
} from './inputs.ts';
export { type Choice, insertTransactions, PORTFOLIO_OF, portfoliosOfChoice } from './insert-transactions.ts';
export {
  createSuggestionService,
  type InstrumentSuggestion,
  instrumentQuery,
  type InstrumentSuggestions,
  instrumentSuggestionsView,
  type SuggestionService,
} from './instrument-suggestion.ts';
export { createLabelService } from './label-service.ts';
export { createLedgerGapsService, type LedgerGaps, type UncountedShares } from './ledger-gaps-service.ts';
export {
  findScope,
  networthScope,
  scopedTo,
  portfolioScope,
  type PortfolioScope,
  scopeOf,
} from './portfolio-scope.ts';
export { createPortfolioService, type PortfolioService } from './portfolio-service.ts';
export {
  ensureNetworths,
  ensurePortfolio,
  ensurePortfolios,
  findPortfolio,
  findPortfolioByName,
  listPortfolios,
  portfolioNames,
} from './portfolio-store.ts';
export { portfolioView, type PortfolioView } from './portfolio-view.ts';
export {
  beginReview,
  countExcluded,
  countUnmatched,
  ledgerKeys,
  type ExcludedTransaction,
  excludedTransactionView,
  pageOfExcluded,
  pageOfUnmatched,
  readAttempts,
  unmatchedOf,
  type UnmatchedSale,
  unmatchedSaleView,
} from './quality-store.ts';
export {
  createLotSettingsService,
  type LotSettings,
  lotSettingsInput,
  lotSettingsView,
} from './lot-settings-service.ts';
export { createSymbolService } from './symbol-service.ts';
export { createTransactionService } from './transaction-service.ts';
export { findTransaction } from './transaction-store.ts';
export { toTransactionView, transactionView, type TransactionView } from './transaction-view.ts';
export {
  type HoldingQuery,
  holdingQuery,
  type HoldingSort,
  type TransactionQuery,
  transactionQuery,
} from './query.ts';
export { AS_TEXT, HOLDING_AS_TEXT, keptTransaction, moveToTrash, restoreMissing } from './trash-store.ts';
