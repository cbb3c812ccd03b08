import type { Context } from '../context.ts';
import type { Instruments } from './instruments/index.ts';
import { createHttp, createNamedLocks, type LimiterOptions } from '../platform/index.ts';
import type { PortfolioArea } from '../portfolio/index.ts';
import { createHistory, type HistoryParts, type MarketHistory } from './history/index.ts';
import { createInstrumentQuotes } from './quotes/instrument-quotes.ts';
import { createAmfi } from './providers/amfi.ts';
import { createYahoo } from './providers/yahoo.ts';
import { createYahooHistory } from './providers/yahoo-history.ts';
import type { OwnerQuotes, QuoteProvider } from './quotes/quote.ts';
import type { RefreshProgress } from '../portfolio/prices/refresh-progress.ts';
import { createRefreshService } from '../portfolio/prices/refresh-service.ts';
import { yahooHttp } from './providers/yahoo-http.ts';

export {
  type Benchmarks,
  type BenchmarkUpdate,
  type ComparedIndex,
  comparePeriod,
  type Comparison,
  type ComparisonPoint,
  createBenchmarks,
  type IndexCloses,
  type IndexPosition,
  indexPosition,
  indexReturn,
  type Measured,
  measuredAt,
  type Period,
  type PeriodComparison,
  PERIODS,
  startOf,
  windowReturn,
} from '../performance/benchmarks/index.ts';
export { type BetaRound, type BetaService, createBetaService } from '../performance/beta/index.ts';
export {
  createFx,
  findRates,
  type Fx,
  type FxUpdate,
  type Rate,
  type RateQuestion,
} from './fx/index.ts';
export {
  type ActionDecision,
  type ActionKind,
  type ActionUpdate,
  type ActionView,
  type CloseSeries,
  type CloseToStore,
  type DayFetch,
  effectiveRatios,
  type FileReport,
  type FindingFilter,
  type FindingKind,
  type FindingState,
  type FindingView,
  type HistoryUpdate,
  importPriceFiles,
  INDEX_SERIES,
  type IndexSeries,
  type Intake,
  type MarketHistory,
  PRICE_IMPORT_HELP,
  priceImportWords,
  type PriceImportOptions,
  type PriceImportReport,
  type PriceSource,
  type Range,
  SERIES_CODES,
  type SeriesCode,
  type SeriesName,
  type Severity,
  type ShareAction,
} from './history/index.ts';
export type { InstrumentQuote, InstrumentQuotes, WantedQuote } from './quotes/instrument-quotes.ts';
export {
  type Instrument,
  type OwnerQuotes,
  priced,
  type Quote,
  type QuoteFailure,
  type QuoteOutcome,
  type QuoteProvider,
  unpriced,
} from './quotes/quote.ts';
export {
  hasTicker,
  type RefreshOutcome,
  type RefreshReason,
  type RefreshStatus,
  type RefreshView,
} from '../portfolio/prices/refresh.ts';
export { reasonWords } from '../portfolio/prices/refresh-reasons.ts';
export type { Tried } from './quotes/fetch-quotes.ts';
export type { RefreshProgress } from '../portfolio/prices/refresh-progress.ts';

export type Market = ReturnType<typeof createMarket>;

const AMFI_LIMITS: LimiterOptions = { concurrent: 1, perSecond: 2 };
const LARGEST_NAV_LIST = 16_000_000;

/**
 * Prices from outside. Nothing here speaks to anybody before a refresh is asked for.
 * @param owners the brokers that are asked before the public providers.
 */
export function createMarket(
  context: Context,
  portfolio: PortfolioArea,
  instruments: Pick<Instruments, 'tickers'>,
  owners: OwnerQuotes,
) {
  const { database, log } = context;
  const locks = createNamedLocks(database.urls.ownerUrl, log, database.limits.held);
  const providers = providersOf(context);
  const refreshes = createRefreshService(context, {
    quotes: portfolio.quotes,
    locks,
    providers,
    owners,
    tickers: (wanted) => instruments.tickers(wanted),
    tell: (userId, progress) => announceProgress(context, userId, progress),
  });
  return {
    ...refreshes,
    /** Quotes of instruments that need not be held; nothing is written. */
    quotesOf: createInstrumentQuotes(context, {
      providers,
      owners,
      tickers: (wanted) => instruments.tickers(wanted),
    }),
    /** Whether anybody but a person's own broker can be asked for prices. */
    hasProviders: providers.length > 0,
    async close() {
      await refreshes.close();
      await locks.close();
    },
  };
}

/** Daily closes by instrument and index, and who is asked for them. */
export function createMarketHistory(
  context: Context,
  parts: Omit<HistoryParts, 'byInstrument'>,
): MarketHistory {
  const http = yahooHttp(context);
  return createHistory(context, {
    ...parts,
    byInstrument: http === null ? null : createYahooHistory(http, context.clock),
  });
}

/** To the live sockets of the person, in every process. Nothing depends on it: what is lost comes again. */
async function announceProgress(
  { database, log }: Context,
  userId: string,
  progress: RefreshProgress,
): Promise<void> {
  const payload = JSON.stringify({ user_id: userId, ...progress });
  await database.systemPool
    .query("select pg_notify('refresh_progress', $1)", [payload])
    .catch((error: unknown) => log.debug({ err: error }, 'the progress of a refresh could not be told'));
}

/** Who is asked, in this order; a provider that is switched off is not there. */
function providersOf(context: Context): QuoteProvider[] {
  const { config, clock, limits } = context;
  const providers: QuoteProvider[] = [];
  const yahoo = yahooHttp(context);
  if (yahoo !== null) providers.push(createYahoo(yahoo, clock));
  if (config.AMFI_BASE_URL !== null) {
    const limiter = limits.of('amfi', AMFI_LIMITS);
    const http = createHttp({
      system: 'AMFI',
      baseUrl: config.AMFI_BASE_URL,
      limiter,
      clock,
      timeoutMs: 30_000,
      maxBytes: LARGEST_NAV_LIST,
      // The adapter itself asks a second time, whatever was wrong with the first list.
      retries: 0,
    });
    providers.push(createAmfi(http, clock));
  }
  return providers;
}
