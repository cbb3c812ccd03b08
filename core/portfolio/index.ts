import type { Context } from '../context.ts';
import type { Notifications } from '../notifications/index.ts';
import { createActionService } from './corporate-actions/action-service.ts';
import { createBrokerSyncService } from './broker-sync/broker-sync-service.ts';
import { createDashboardService, type DashboardPorts } from './overview/dashboard-service.ts';
import { createBetaStore } from './prices/beta-store.ts';
import { createDailyValueService } from './snapshots/daily-value-service.ts';
import { createExportService } from './imports/export-service.ts';
import { createLoadFx, type ReadRates } from './valuation/fx.ts';
import { createHistoryService } from './snapshots/history-service.ts';
import { createHoldingService } from './records/holding-service.ts';
import { announceImports } from './imports/import-notice.ts';
import { createImportService } from './imports/import-service.ts';
import { createLabelService } from './records/label-service.ts';
import { createLedgerGapsService } from './records/ledger-gaps-service.ts';
import { createOpeningService } from './openings/opening-service.ts';
import { createPortfolioService } from './records/portfolio-service.ts';
import { createQualityService } from './overview/quality-service.ts';
import { createQuoteService } from './prices/quote-service.ts';
import { createReplayedLedgers } from './snapshots/replayed-ledger.ts';
import { createSnapshotService } from './snapshots/snapshot-service.ts';
import { createStandingService } from './overview/holdings-valuation-service.ts';
import { createSymbolService } from './records/symbol-service.ts';
import { createTransactionService } from './records/transaction-service.ts';
import { createWorthService } from './overview/worth-service.ts';

export type { ActionService, AskedAction } from './corporate-actions/action-service.ts';
export {
  type ActionTerms,
  actionWords,
  type LedgerActionView,
  smallestTerms,
  UNDISCLOSED,
} from './corporate-actions/action-terms.ts';
export type { Assessment } from './corporate-actions/assess.ts';
export type { LedgerHistory } from './corporate-actions/ledger-history.ts';
export type { Allocation, AllocationSlice } from './valuation/allocation.ts';
export type { Around, BrokerSyncService, Landing, Staging } from './broker-sync/broker-sync-service.ts';
export type { CommonPortfolio } from './records/common-portfolio.ts';
export type { KnownSymbol, Landed, SyncedHolding, SyncedTrade } from './broker-sync/synced.ts';
export { type By, changeBy, longChangeBy } from './change.ts';
export type {
  DashboardView,
  Earnings,
  GoalHighlight,
  ReadSyncHealth,
  SyncHealth,
} from './overview/dashboard-service.ts';
export type { ValueHistory } from './snapshots/history-service.ts';
export type { HoldingBeta, HoldingWithoutBeta } from './prices/beta-store.ts';
export {
  amountsUntil,
  type DailyValues,
  type DayAmount,
  type DayValue,
  type Payments,
  type RecordedValues,
} from './snapshots/daily-value.ts';
export { type DayRate, type ReadRates, type UsedRate, usedRates } from './valuation/fx.ts';
export { divideRounded, type Fixed, fixedToDecimal, parseFixed } from '../platform/fixed-point.ts';
export { HOLDING_SORTS, type HoldingQuery, type HoldingSort } from './records/holding-store.ts';
export type { HoldingView } from './records/holding-view.ts';
export { soldWithoutPurchase } from './imports/import-notice.ts';
export { exchangeAssetClass } from '../market/instruments/asset-class.ts';
export { guarded, quoted } from './imports/csv-cell.ts';
export { kiteSymbol } from './imports/importers/zerodha-tradebook.ts';
export type { CommitRequest, ImportPreview, ImportResult, StageOptions } from './imports/import-view.ts';
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
} from './records/inputs.ts';
export { isIsin } from '../market/instruments/isin.ts';
export type { HoldingLabel, UnlabelledHolding } from './records/label-service.ts';
export { type LedgerActionKind, PORTFOLIO_MODELS, type TransactionSource } from './models.ts';
export {
  type OpeningInput,
  openingsInput,
  type OpeningView,
  type RecordedOpening,
  type RecordedOpenings,
} from './openings/opening-service.ts';
export { LARGEST_PAGE, type Page, type PageQuery, pageQuery, USUAL_PAGE } from '../platform/page.ts';
export type { Mover, Movers, MoversBy } from './valuation/movers.ts';
export type { ProviderQuote, QuoteDecision } from './prices/quote-decision.ts';
export { type HoldingQuote, type PricedHolding, StaleHoldings } from './prices/quote-service.ts';
export { PositionState } from './ledger/position.ts';
export {
  MISSING_CODES,
  type MissingCode,
  missingHolding,
  type MissingHolding,
  MOST_MISSING,
  type Part,
  type PartialFigure,
  partOf,
} from './valuation/part.ts';
export type { PartialSnapshot } from './snapshots/partial-snapshot.ts';
export type { PriceAttempt } from './prices/price-attempt-store.ts';
export type {
  HoldingPrice,
  LedgerCounts,
  PriceState,
  QualityOverview,
  RefusedValue,
} from './overview/quality-service.ts';
export type { LeftOutRow, UnmatchedSale } from './records/quality-store.ts';
export type { ReconciliationStatus } from './ledger/reconciliation.ts';
export { createKeptPositions, type KeptPositions, markedKeys } from './positions/kept-positions.ts';
export { createLedger } from './ledger/ledger.ts';
export type { PositionKey } from './positions/position-store.ts';
export { LEDGER_COLUMNS } from './positions/ledger-columns.ts';
export type { LedgerGaps, UncountedShares } from './records/ledger-gaps-service.ts';
export type { LedgerPosition } from './ledger/ledger-position.ts';
export type { PortfolioView } from './records/portfolio-service.ts';
export type { PositionName, SnapshotFields } from './snapshots/snapshot.ts';
export { compareInReplay, compareRows, dayStep } from './ledger/replay-order.ts';
export {
  type CurrentSnapshot,
  MOST_SNAPSHOTS,
  type SnapshotQuery,
  type SnapshotSeries,
} from './snapshots/snapshot-service.ts';
export { IS_REPLAYED } from './positions/skipped-row-store.ts';
export type { SnapshotView } from './snapshots/snapshot-view.ts';
export type {
  HoldingStanding,
  LedgerEvidence,
  LedgerFact,
  Standing,
} from './overview/holdings-valuation-service.ts';
export { doubtAfterSplit, isSaleOfAll, roundingOf } from './ledger/closing-sale.ts';
export { splitFraction } from './ledger/split-ratio.ts';
export { type Measure, MEASURES } from './valuation/partial-totals.ts';
export type { Totals, TotalState } from './valuation/totals.ts';
export type { Freshness, Valuation, ValuationWarning, WarningCode } from './valuation/valuation.ts';
export type { RemovedSymbol } from './records/symbol-service.ts';
export { lastTradeDay } from '../market/calendar/trade-day.ts';
export {
  ACTIVITY_EFFECTS,
  ASSET_CLASSES,
  type AssetClass,
  type LedgerTransaction,
  RECORDED_TYPES,
  type RecordedType,
  TRANSACTION_TYPES,
  type TransactionType,
} from './ledger/transaction.ts';
export type { DividendsPaid, HoldingWorth } from './overview/worth-service.ts';
export type { TransactionQuery, TransactionView } from './records/transaction-store.ts';

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
