import {
  createDashboardService,
  type DashboardPorts,
  createQualityService,
  createHoldingsValuationService,
  createWorthService,
} from './overview/index.ts';
import {
  createHoldingService,
  createLabelService,
  createLedgerGapsService,
  createPortfolioService,
  createSuggestionService,
  createSymbolService,
  createTransactionService,
} from './records/index.ts';
import {
  createDailyValueService,
  createHistoryService,
  createReplayedLedgers,
  createSnapshotService,
  readFirstDayOfBooks,
} from './snapshots/index.ts';
import { createBetaStore, createQuoteService } from './prices/index.ts';
import { createExportService, announceImports, createImportService } from './imports/index.ts';
import type { Context } from '../context.ts';
import type { Instruments } from '../market/instruments/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { createActionService } from './corporate-actions/index.ts';
import { createBrokerSyncService } from './broker-sync/index.ts';
import { createLoadFx, type ReadRates } from './valuation/index.ts';
import { createOpeningService } from './openings/index.ts';
export { type LedgerActionKind, PORTFOLIO_MODELS, type TransactionSource } from './models.ts';
export {
  type OpeningInput,
  openingsInput,
  type OpeningView,
  type RecordedOpening,
  type RecordedOpenings,
} from './openings/index.ts';
export type PortfolioArea = ReturnType<typeof createPortfolio>;

/**
 * The portfolio runtime: everything a door can do with portfolios, holdings, transactions and imports.
 * @param readRates where exchange rates by day are kept.
 * @param overview what other areas tell the overview, and the sessions that prices are of.
 */
export function createPortfolio(
  context: Context,
  notifications: Pick<Notifications, 'notifyWithin'>,
  readRates: ReadRates,
  overview: DashboardPorts,
  instruments: Pick<Instruments, 'resolver' | 'search' | 'size'>,
) {
  const loadFx = createLoadFx(context, readRates);
  const ledgers = createReplayedLedgers();
  return {
    portfolios: createPortfolioService(context, loadFx, overview.sessions),
    holdings: createHoldingService(context, overview.sessions),
    quotes: createQuoteService(context),
    quality: createQualityService(context),
    labels: createLabelService(context, instruments),
    suggestions: createSuggestionService(context, instruments),
    transactions: createTransactionService(context),
    actions: createActionService(context),
    openings: createOpeningService(context),
    symbols: createSymbolService(context),
    brokerSync: createBrokerSyncService(context),
    imports: createImportService(context, announceImports(notifications)),
    exports: createExportService(context),
    betas: createBetaStore(context),
    daily: createDailyValueService(context, loadFx, ledgers),
    gaps: createLedgerGapsService(context),
    /** The first day of anybody's books, YYYY-MM-DD; null before there are any. */
    firstDayOfBooks: async () =>
      await context.database.asSystem('find the beginning of the books', readFirstDayOfBooks),
    /** Exchange rates as this area converts with them. */
    rates: loadFx,
    worth: createWorthService(context, loadFx),
    holdingsValuation: createHoldingsValuationService(context, loadFx),
    history: createHistoryService(context, loadFx, ledgers),
    snapshots: createSnapshotService(context, loadFx, overview.sessions, ledgers),
    dashboard: createDashboardService(context, loadFx, overview),
  };
}

export {
  type ActionService,
  type AskedAction,
  type ActionTerms,
  actionWords,
  type LedgerActionView,
  smallestTerms,
  UNDISCLOSED,
  type Assessment,
  type LedgerHistory,
} from './corporate-actions/index.ts';
export {
  soldWithoutPurchase,
  guarded,
  quoted,
  type CommitRequest,
  type ImportPreview,
  type ImportResult,
  type StageOptions,
} from './imports/index.ts';
export {
  type HoldingBeta,
  type HoldingWithoutBeta,
  type ProviderQuote,
  type QuoteDecision,
  type HoldingQuote,
  type PricedHolding,
  StaleHoldings,
  type RefreshOutcome,
  type RefreshReason,
  type RefreshStatus,
  type RefreshView,
  reasonWords,
  type RefreshProgress,
  createPriceRefresh,
  type PriceRefresh,
  type PriceAttempt,
  createHoldingsBackfill,
  closePricingLines,
  priceEverybody,
  withClosePrices,
  type ClosePricingRound,
  type ClosePricingService,
  createClosePricing,
  type HoldingsBackfill,
} from './prices/index.ts';
export {
  createPositionCache,
  type PositionCache,
  markedKeys,
  type PositionKey,
  type DividendSum,
  hasLedger,
  ledgerBatches,
  type LedgerRow,
  type PaidRow,
  type PaidSum,
  readDividends,
  readLedgerTexts,
  readPaid,
  readPayments,
  symbolsWithoutPosition,
  readSourcedRows,
  IS_REPLAYED,
} from './positions/index.ts';
export {
  type ValueHistory,
  type DailyValues,
  type Payments,
  type RecordedValues,
  type PartialSnapshot,
  type PositionName,
  type SnapshotFields,
  type CurrentSnapshot,
  MOST_SNAPSHOTS,
  type SnapshotQuery,
  type SnapshotSeries,
  type AssetDay,
  readAssetDays,
  type SnapshotView,
} from './snapshots/index.ts';
export {
  createCurrencyExposures,
  type OtherAmounts,
  type Allocation,
  type AllocationSlice,
  type DayRate,
  type ReadRates,
  type UsedRate,
  usedRates,
  usedRateView,
  coverageFields,
  partialFigures,
  type Mover,
  type Movers,
  type MoversBy,
  MISSING_CODES,
  type MissingCode,
  missingHolding,
  type MissingHolding,
  MOST_MISSING,
  type Coverage,
  type PartialFigure,
  coverageOf,
  type Measure,
  MEASURES,
  type Totals,
  TOTAL_STATES,
  type TotalState,
  type Freshness,
  type Valuation,
  type ValuationWarning,
  type WarningCode,
} from './valuation/index.ts';
export {
  PositionState,
  type ReconciliationStatus,
  createLedger,
  type LedgerPosition,
  compareInReplay,
  compareRows,
  dayStep,
  ACTIVITY_EFFECTS,
  type LedgerTransaction,
  RECORDED_TYPES,
  ROW_AMOUNT,
  ROW_MONEY,
  rowAmount,
  type RecordedType,
  TRANSACTION_TYPES,
  type TransactionType,
} from './ledger/index.ts';
export type {
  DashboardView,
  Earnings,
  GoalHighlight,
  ReadSyncHealth,
  HoldingPrice,
  LedgerCounts,
  PriceState,
  QualityOverview,
  RefusedValue,
  HoldingValuation,
  LedgerEvidence,
  LedgerFact,
  HoldingsValuation,
  DividendsPaid,
  HoldingWorth,
} from './overview/index.ts';
export {
  HOLDING_SORTS,
  type HoldingQuery,
  type HoldingSort,
  type HoldingView,
  type HoldingInput,
  holdingInput,
  findScope,
  isNetworth,
  listPortfolios,
  narrowedTo,
  NETWORTH,
  portfolioNames,
  portfolioScope,
  type PortfolioScope,
  type CostSum,
  type HeldLabel,
  readCost,
  readHeldLabels,
  portfolioInput,
  type PortfolioInput,
  priceInput,
  type PriceInput,
  targetAllocationInput,
  type TransactionInput,
  transactionInput,
  type InstrumentSuggestion,
  type InstrumentSuggestions,
  type SuggestionService,
  type LeftOutRow,
  type UnmatchedSale,
  type LedgerGaps,
  type UncountedShares,
  type PortfolioView,
  type RemovedSymbol,
  type TransactionQuery,
  type TransactionView,
} from './records/index.ts';
