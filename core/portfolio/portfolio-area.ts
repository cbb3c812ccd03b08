import {
  type DashboardService,
  createBookFactsService,
  createLifetimeGainService,
  createQualityService,
  createHoldingsValuationService,
  createHoldingValueService,
  createSymbolFactsService,
} from './overview/index.ts';
import {
  createHoldingService,
  createLabelService,
  createLedgerGapsService,
  createLotSettingsService,
  createPortfolioService,
  createRecordedShares,
  createSuggestionService,
  createSymbolService,
  createTransactionService,
} from './records/index.ts';
import {
  createRecordedDays,
  createSnapshotService,
  createSnapshotThinning,
  readFirstDayOfBooks,
} from './snapshots/index.ts';
import { createBetaStore, createQuoteService, createSamplePrices } from './prices/index.ts';
import { createExportService, announceImports, createImportService } from './imports/index.ts';
import type { Context } from '../platform/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import type { PriceSessions, SettlementDays } from '../market/calendar/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { createActionService } from './corporate-actions/index.ts';
import type { createBrokerChanges } from './broker-changes/index.ts';
import { createBrokerSyncService } from './broker-sync/index.ts';
import { createLoadFx, type ReadRates } from './valuation/index.ts';
import { readEverHeld } from './catch-up/index.ts';
import { createOpeningService } from './openings/index.ts';

/** The portfolio runtime with what comes after corporate actions: changes by brokers, and the dashboard, which shows goals, too. */
export type PortfolioArea = ReturnType<typeof createPortfolio> & {
  readonly brokerChanges: ReturnType<typeof createBrokerChanges>;
  readonly dashboard: DashboardService;
};

/** The portfolio runtime: everything a door can do with portfolios, holdings, transactions and imports. */
export function createPortfolio(
  context: Context,
  parts: {
    notifications: Pick<Notifications, 'notifyWithin'>;
    /** Exchange rates by day. */
    readRates: ReadRates;
    /** The sessions that prices are of. */
    sessions: PriceSessions;
    instruments: Pick<Instruments, 'companies' | 'resolver' | 'search' | 'size'>;
    settlement: SettlementDays;
  },
) {
  const { notifications, readRates, sessions, instruments, settlement } = parts;
  const loadFx = createLoadFx(context, readRates);
  return {
    portfolios: createPortfolioService(context, loadFx, sessions),
    holdings: createHoldingService(context, sessions),
    quotes: createQuoteService(context, sessions),
    quality: createQualityService(context, sessions),
    labels: createLabelService(context, instruments),
    suggestions: createSuggestionService(context, instruments),
    transactions: createTransactionService(context),
    actions: createActionService(context),
    openings: createOpeningService(context),
    symbols: createSymbolService(context),
    brokerSync: createBrokerSyncService(context, { sessions, settlement, notifications }),
    imports: createImportService(context, {
      ...announceImports(notifications),
      companies: instruments.companies,
    }),
    exports: createExportService(context),
    /** Made-up prices of a sample. */
    samplePrices: createSamplePrices(context),
    betas: createBetaStore(context),
    recordedDays: createRecordedDays(context),
    /** What a portfolio has of securities, and the rows that changed it. */
    recordedShares: createRecordedShares(context),
    gaps: createLedgerGapsService(context),
    lotSettings: createLotSettingsService(context),
    /** The first day of anybody's books, YYYY-MM-DD; null before there are any. */
    firstDayOfBooks: async () =>
      await context.database.readAsSystem('find the beginning of the books', readFirstDayOfBooks),
    /** What a person holds or ever held, of the classes whose closes are kept. */
    everHeld: async (userId: string) =>
      (await context.database.readAsUser(userId, (trx) => readEverHeld(trx, userId))).securities,
    /** Exchange rates as this area converts with them. */
    rates: loadFx,
    facts: createBookFactsService(context),
    lifetimeGain: createLifetimeGainService(context, loadFx, sessions),
    worth: createHoldingValueService(context, loadFx, sessions),
    holdingsValuation: createHoldingsValuationService(context, loadFx, sessions),
    symbolFacts: createSymbolFactsService(context, loadFx, sessions),
    snapshotThinning: createSnapshotThinning(context),
    snapshots: createSnapshotService(context, loadFx, sessions),
  };
}
