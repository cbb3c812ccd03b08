import type { Context } from '../context.ts';
import type { Notifications } from '../notifications/index.ts';
import { createActionService } from './actions/action-service.ts';
import { createBrokerSyncService } from './broker-sync/broker-sync-service.ts';
import { createDashboardService, type DashboardPorts } from './dashboard-service.ts';
import { createBetaStore } from './beta-service.ts';
import { createDailyValueService } from './daily-value-service.ts';
import { createExportService } from './export-service.ts';
import { createLoadFx, type ReadRates } from './fx.ts';
import { createHistoryService } from './history-service.ts';
import { createHoldingService } from './holding-service.ts';
import { announceImports } from './import/import-notice.ts';
import { createImportService } from './import/import-service.ts';
import { createLabelService } from './label-service.ts';
import { createLedgerGapsService } from './ledger-gaps-service.ts';
import { createOpeningService } from './openings/opening-service.ts';
import { createPortfolioService } from './portfolio-service.ts';
import { createQualityService } from './quality-service.ts';
import { createQuoteService } from './quote-service.ts';
import { createReplayedLedgers } from './replayed-ledger.ts';
import { createSnapshotService } from './snapshot-service.ts';
import { createStandingService } from './standing-service.ts';
import { createSymbolService } from './symbol-service.ts';
import { createTransactionService } from './transaction-service.ts';
import { createWorthService } from './worth-service.ts';

export type { ActionService, AskedAction } from './actions/action-service.ts';
export {
  type ActionTerms,
  actionWords,
  type LedgerActionView,
  smallestTerms,
  UNDISCLOSED,
} from './actions/action-terms.ts';
export type { Assessment } from './actions/assess.ts';
export type { LedgerHistory } from './actions/ledger-history.ts';
export type { Allocation, AllocationSlice } from './allocation.ts';
export type { Around, BrokerSyncService, Landing, Staging } from './broker-sync/broker-sync-service.ts';
export type { CommonPortfolio } from './common-portfolio.ts';
export type { KnownSymbol, Landed, SyncedHolding, SyncedTrade } from './broker-sync/synced.ts';
export { type By, changeBy, longChangeBy } from './change.ts';
export type {
  DashboardView,
  Earnings,
  GoalHighlight,
  ReadSyncHealth,
  SyncHealth,
} from './dashboard-service.ts';
export type { ValueHistory } from './history-service.ts';
export type { HoldingBeta, HoldingWithoutBeta } from './beta-service.ts';
export {
  amountsUntil,
  type DailyValues,
  type DayAmount,
  type DayValue,
  type Payments,
  type RecordedValues,
} from './daily-value.ts';
export { type DayRate, type ReadRates, type UsedRate, usedRates } from './fx.ts';
export { divideRounded, type Fixed, fixedToDecimal, parseFixed } from './fixed-point.ts';
export { HOLDING_SORTS, type HoldingQuery, type HoldingSort } from './holding-store.ts';
export type { HoldingView } from './holding-view.ts';
export { soldWithoutPurchase } from './import/import-notice.ts';
export { exchangeAssetClass } from './import/asset-class.ts';
export { guarded, quoted } from './import/csv-cell.ts';
export { kiteSymbol } from './import/importers/zerodha-tradebook.ts';
export type { CommitRequest, ImportPreview, ImportResult, StageOptions } from './import/import-view.ts';
export {
  dayField,
  type HoldingInput,
  holdingInput,
  isCalendarDate,
  NETWORTH,
  parseInput,
  portfolioInput,
  type PortfolioInput,
  priceInput,
  type PriceInput,
  targetAllocationInput,
  type TransactionInput,
  transactionInput,
} from './inputs.ts';
export { isIsin } from './isin.ts';
export type { HoldingLabel, UnlabelledHolding } from './label-service.ts';
export { type LedgerActionKind, PORTFOLIO_MODELS, type TransactionSource } from './models.ts';
export {
  type OpeningInput,
  openingsInput,
  type OpeningView,
  type RecordedOpening,
  type RecordedOpenings,
} from './openings/opening-service.ts';
export { LARGEST_PAGE, type Page, type PageQuery, pageQuery, USUAL_PAGE } from './page.ts';
export type { Mover, Movers, MoversBy } from './movers.ts';
export type { ProviderQuote, QuoteDecision } from './quote-decision.ts';
export { type HoldingQuote, type PricedHolding, StaleHoldings } from './quote-service.ts';
export { PositionState } from './position.ts';
export {
  MISSING_CODES,
  type MissingCode,
  missingHolding,
  type MissingHolding,
  MOST_MISSING,
  type Part,
  type PartialFigure,
  partOf,
} from './part.ts';
export type { PartialSnapshot } from './partial-snapshot.ts';
export type { PriceAttempt } from './price-attempt-store.ts';
export type {
  HoldingPrice,
  LedgerCounts,
  PriceState,
  QualityOverview,
  RefusedValue,
} from './quality-service.ts';
export type { LeftOutRow, UnmatchedSale } from './quality-store.ts';
export type { ReconciliationStatus } from './reconciliation.ts';
export { createKeptPositions, type KeptPositions, markedKeys } from './kept-positions.ts';
export { createLedger } from './ledger.ts';
export type { PositionKey } from './position-store.ts';
export { LEDGER_COLUMNS } from './ledger-columns.ts';
export type { LedgerGaps, UncountedShares } from './ledger-gaps-service.ts';
export type { LedgerPosition } from './ledger-position.ts';
export type { PortfolioView } from './portfolio-service.ts';
export type { PositionName, SnapshotFields } from './snapshot.ts';
export { compareInReplay, compareRows, dayStep } from './replay-order.ts';
export {
  type CurrentSnapshot,
  MOST_SNAPSHOTS,
  type SnapshotQuery,
  type SnapshotSeries,
} from './snapshot-service.ts';
export { IS_REPLAYED } from './skipped-row-store.ts';
export type { SnapshotView } from './snapshot-view.ts';
export type { HoldingStanding, LedgerEvidence, LedgerFact, Standing } from './standing-service.ts';
export { doubtAfterSplit, isSaleOfAll, roundingOf } from './closing-sale.ts';
export { splitFraction } from './split-ratio.ts';
export { type Measure, MEASURES } from './partial-totals.ts';
export type { Totals, TotalState } from './totals.ts';
export type { Freshness, Valuation, ValuationWarning, WarningCode } from './valuation.ts';
export type { RemovedSymbol } from './symbol-service.ts';
export { lastTradeDay } from './trade-day.ts';
export {
  ACTIVITY_EFFECTS,
  ASSET_CLASSES,
  type AssetClass,
  type LedgerTransaction,
  RECORDED_TYPES,
  type RecordedType,
  TRANSACTION_TYPES,
  type TransactionType,
} from './transaction.ts';
export type { DividendsPaid, HoldingWorth } from './worth-service.ts';
export type { TransactionQuery, TransactionView } from './transaction-store.ts';

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
) {
  const loadFx = createLoadFx(context, readRates);
  const ledgers = createReplayedLedgers();
  return {
    portfolios: createPortfolioService(context, loadFx, overview.sessions),
    holdings: createHoldingService(context, overview.sessions),
    quotes: createQuoteService(context),
    quality: createQualityService(context),
    labels: createLabelService(context),
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
    /** Exchange rates as this area converts with them. */
    rates: loadFx,
    worth: createWorthService(context, loadFx),
    standing: createStandingService(context, loadFx),
    history: createHistoryService(context, loadFx, ledgers),
    snapshots: createSnapshotService(context, loadFx, overview.sessions, ledgers),
    dashboard: createDashboardService(context, loadFx, overview),
  };
}
