import {
  createDashboardService,
  type DashboardPorts,
  createQualityService,
  createHoldingsValuationService,
  createHoldingValueService,
  createSymbolFactsService,
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
import type { Context } from '../platform/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import type { SettlementDays } from '../market/calendar/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { createActionService } from './corporate-actions/index.ts';
import { createBrokerSyncService } from './broker-sync/index.ts';
import { createLoadFx, type ReadRates } from './valuation/index.ts';
import { readEverHeld } from './catch-up/index.ts';
import { createOpeningService } from './openings/index.ts';
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
  instruments: Pick<Instruments, 'companies' | 'resolver' | 'search' | 'size'>,
  settlement: SettlementDays,
) {
  const loadFx = createLoadFx(context, readRates);
  const ledgers = createReplayedLedgers();
  return {
    portfolios: createPortfolioService(context, loadFx, overview.sessions),
    holdings: createHoldingService(context, overview.sessions),
    quotes: createQuoteService(context, overview.sessions),
    quality: createQualityService(context, overview.sessions),
    labels: createLabelService(context, instruments),
    suggestions: createSuggestionService(context, instruments),
    transactions: createTransactionService(context),
    actions: createActionService(context),
    openings: createOpeningService(context),
    symbols: createSymbolService(context),
    brokerSync: createBrokerSyncService(context, { sessions: overview.sessions, settlement }),
    imports: createImportService(context, {
      ...announceImports(notifications),
      companies: instruments.companies,
    }),
    exports: createExportService(context),
    betas: createBetaStore(context),
    daily: createDailyValueService(context, loadFx, ledgers),
    gaps: createLedgerGapsService(context),
    /** The first day of anybody's books, YYYY-MM-DD; null before there are any. */
    firstDayOfBooks: async () =>
      await context.database.asSystem('find the beginning of the books', readFirstDayOfBooks),
    /** What a person holds or ever held, of the classes whose closes are kept. */
    everHeld: async (userId: string) =>
      (await context.database.asUser(userId, async (trx) => await readEverHeld(trx, userId))).securities,
    /** Exchange rates as this area converts with them. */
    rates: loadFx,
    worth: createHoldingValueService(context, loadFx),
    holdingsValuation: createHoldingsValuationService(context, loadFx),
    symbolFacts: createSymbolFactsService(context, loadFx, overview.sessions),
    history: createHistoryService(context, loadFx, ledgers),
    snapshots: createSnapshotService(context, loadFx, overview.sessions, ledgers),
    dashboard: createDashboardService(context, loadFx, overview),
  };
}
