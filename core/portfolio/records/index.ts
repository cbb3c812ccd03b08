export {
  leaveOutRecorded,
  leaveOutSynced,
  portfoliosWithHoldings,
  portfoliosWithTrades,
  stagedPositions,
  syncedPortfolios,
} from './common-portfolio-store.ts';
export { createHoldingService } from './holding-service.ts';
export {
  allHoldings,
  findHolding,
  HOLDING_SORTS,
  type HoldingQuery,
  type HoldingRow,
  type HoldingSort,
  unpricedHoldings,
} from './holding-store.ts';
export { type HoldingView, reconciliationOf } from './holding-view.ts';
export {
  type HoldingInput,
  holdingInput,
  NETWORTH,
  portfolioField,
  portfolioInput,
  type PortfolioInput,
  priceInput,
  type PriceInput,
  symbolField,
  targetAllocationInput,
  type TransactionInput,
  transactionInput,
} from './inputs.ts';
export { type Choice, insertTransactions, PORTFOLIO_OF, portfoliosOfChoice } from './insert-transactions.ts';
export {
  createSuggestionService,
  type InstrumentSuggestion,
  type InstrumentSuggestions,
  type SuggestionService,
} from './instrument-suggestion.ts';
export { createLabelService } from './label-service.ts';
export { createLedgerGapsService, type LedgerGaps, type UncountedShares } from './ledger-gaps-service.ts';
export { createPortfolioService, type PortfolioService, type PortfolioView } from './portfolio-service.ts';
export {
  ensureNetworth,
  ensurePortfolio,
  ensurePortfolios,
  findPortfolioByName,
  listPortfolios,
} from './portfolio-store.ts';
export {
  beginReview,
  countLeftOut,
  countUnmatched,
  ledgerKeys,
  type LeftOutRow,
  lockedHolding,
  pageOfLeftOut,
  pageOfUnmatched,
  readAttempts,
  unmatchedOf,
  type UnmatchedSale,
} from './quality-store.ts';
export { createSymbolService, type RemovedSymbol } from './symbol-service.ts';
export { createTransactionService } from './transaction-service.ts';
export {
  findTransaction,
  type TransactionQuery,
  type TransactionView,
  transactionView,
} from './transaction-store.ts';
