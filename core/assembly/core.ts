import {
  ADAPTERS,
  type Brokers,
  type Connections,
  createBrokers,
  createReadSyncHealth,
} from '../brokers/index.ts';
import {
  type CorporateActionService,
  createCorporateActions,
  withCorporateActions,
} from '../portfolio/corporate-actions/index.ts';
import {
  type Calendar,
  createPriceSessions,
  createSettlementDays,
  openCalendar,
} from '../market/calendar/index.ts';
import { type Chat, createChat } from '../chat/index.ts';
import type { Assistant } from '../assistant/index.ts';
import { assembleAssistant } from './assistant/assemble-assistant.ts';
import { type CoreOptions, llmOf } from './core-options.ts';
import { createGoals, type Goals } from '../goals/index.ts';
import { createIdentity, type Identity } from '../identity/index.ts';
import { createIncome, type Income } from '../income/index.ts';
import { createInstruments, type Instruments } from '../market/instruments/index.ts';
import { createLiabilities, type Liabilities, readLiabilityCurrencies } from '../liabilities/index.ts';
import { createLlm, type LlmServices, usualParts } from '../llm/index.ts';
import {
  createFx,
  createIndexes,
  createListFetch,
  createMarket,
  createMarketHistory,
  findRates,
  type Fx,
  type Indexes,
  type ListFetcher,
  type Market,
  type MarketHistory,
} from '../market/index.ts';
import { createNotifications, type Notifications, signInNotice } from '../notifications/index.ts';
import {
  type Context,
  createListener,
  createLog,
  createReceipts,
  createSharedLimits,
  type Database,
  type Listener,
  openDatabase,
  prepareDatabase,
  systemClock,
  systemTimers,
} from '../platform/index.ts';
import {
  type CatchUpService,
  closeFileReaders,
  type ClosePricingService,
  createCatchUpService,
  createClosePricing,
  createCurrencyExposures,
  createHoldingsBackfill,
  createPortfolio,
  createPriceRefresh,
  withClosePrices,
  withRates,
  type HoldingsBackfill,
  type PortfolioArea,
  type PriceRefresh,
} from '../portfolio/index.ts';
import { createPolicies, isPromoted, type Policies } from '../policies/index.ts';
import { createOptions, type Options } from '../options/index.ts';
import { createQuality, type Quality } from '../quality/index.ts';
import { createReports, type Reports } from '../reports/index.ts';
import { createResearch, type Research, unknownDossiers } from '../research/index.ts';
import { researchParts } from './research-parts.ts';
import { syncFacts } from './sync-facts.ts';
import { createScheduledBackups, type ScheduledBackups } from '../backups/index.ts';
import { createStrategies, type Strategies } from '../strategies/index.ts';
import { createWatchlist, type Watchlist } from '../watchlist/index.ts';
import {
  type Benchmarks,
  type BetaService,
  createBenchmarks,
  createBetaService,
} from '../performance/index.ts';

/** Everything a door needs: the stores are open, the services are ready. */
export interface Core extends Context {
  readonly identity: Identity;
  readonly notifications: Notifications;
  readonly portfolio: Omit<PortfolioArea, 'imports'> & {
    readonly imports: ReturnType<typeof withCorporateActions<PortfolioArea['imports']>>;
  };
  /** Quotes of instruments, held or not. */
  readonly market: Market;
  /** Brings the prices of what is held up to date. */
  readonly prices: PriceRefresh;
  /** Daily closes by instrument and index. */
  readonly history: MarketHistory;
  /** Prices what is held by the newest closes on record. */
  readonly closes: ClosePricingService;
  /** What is new in a person's books, and how far the market's data for it is fetched. */
  readonly catchUps: CatchUpService;
  /** Fills the registry of instruments from the exchange's lists. */
  readonly lists: ListFetcher;
  /** Has the history completed for what is held. */
  readonly backfill: HoldingsBackfill;
  /** Exchange rates by day. */
  readonly fx: Fx;
  /** Closes of indexes. */
  readonly indexes: Indexes;
  /** Portfolios against indexes. */
  readonly benchmarks: Benchmarks;
  /** Betas of holdings. */
  readonly betas: BetaService;
  readonly instruments: Instruments;
  /** How far a person's figures can be trusted. */
  readonly quality: Quality;
  /** A person's connections to brokers. */
  readonly connections: Connections;
  readonly brokers: Pick<Brokers, 'maintain' | 'quotesFor'>;
  /** Goals and SIP plans. */
  readonly goals: Goals;
  /** What a person owes. */
  readonly liabilities: Liabilities;
  /** What a person watches, with alerts. */
  readonly watchlist: Watchlist;
  /** Dividends and coupons: paid, due and expected. */
  readonly income: Income;
  /** Splits, bonuses, renames, mergers and demergers of what was held. */
  readonly corporateActions: CorporateActionService;
  /** Returns, risk, tax and what else is worked out from all the records. */
  readonly reports: Reports;
  /** Ways to rank shares, and backtests of them. */
  readonly strategies: Strategies;
  /** Strategies that run every day, on paper. */
  readonly policies: Policies;
  /** What a trading process of somebody else did: measured, and who may let it trade. */
  readonly options: Options;
  /** Dossiers of listed shares: evidence, facts, and whether they are enough. */
  readonly research: Research;
  /** Models: who is asked, what people chose, what it took. */
  readonly llm: LlmServices;
  /** Answers questions from a person's own books. */
  readonly assistant: Assistant;
  readonly backups: ScheduledBackups;
  readonly chat: Chat;
  readonly calendar: Calendar;
  /** One line about why the embedded database is away, to be shown to anybody; null while it is there. */
  outage(): string | null;
  close(): Promise<void>;
}

/** Migrates, opens the stores, builds the services. Closing waits for what is in hand. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const { config, ownerUrl } = options;
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const clock = options.clock ?? systemClock;
  const urls = await prepareDatabase(ownerUrl, config.DATABASE_APP_URL, options.isSeparationTried);
  const database: Database = openDatabase(urls, log, {
    ...(options.applicationName === undefined ? {} : { applicationName: options.applicationName }),
    ...(options.timeLimits === undefined ? {} : { limits: options.timeLimits }),
  });
  const listener: Listener = createListener(ownerUrl, log, database.limits.held);
  await listener.start();
  const limits = createSharedLimits(database.systemPool, log, options.outsideTimers);
  const receipts = createReceipts(database);
  const context: Context = { config, database, listener, clock, log, limits, receipts };
  const notifications = createNotifications(context);
  const identity = createIdentity(context);
  identity.deliverCodesWith(
    async (issued) => (await notifications.notify(issued.userId, signInNotice(issued))).deliveries > 0,
  );
  await identity.start();
  const calendar = await openCalendar(config.CALENDAR_FILE, log);
  const sessions = createPriceSessions(calendar);
  const readSyncHealth = createReadSyncHealth(context);
  const instruments = createInstruments(context);
  const portfolio = createPortfolio(
    context,
    notifications,
    findRates,
    {
      readSyncHealth,
      readGoalHighlights: (userId) => goals.goals.highlights(userId),
      readUndecided: (userId) => corporateActions.undecided(userId),
      sessions,
    },
    instruments,
    createSettlementDays(calendar),
  );
  const fx = createFx(context, createCurrencyExposures([readLiabilityCurrencies]));
  const history = createMarketHistory(context, { instruments, calendar });
  const backfill = createHoldingsBackfill(context, history);
  const closes = createClosePricing(context, { quotes: portfolio.quotes, instruments, history });
  const brokers = createBrokers(context, {
    portfolioSync: portfolio.brokerSync,
    notifications,
    instruments,
    calendar,
    limits,
    adapters: options.adapters ?? ADAPTERS,
    ...(options.outsideTimers === undefined ? {} : { timers: options.outsideTimers }),
  });
  const market = createMarket(context, instruments, brokers);
  const refreshes = createPriceRefresh(context, { quotes: portfolio.quotes, market, closes });
  const indexes = createIndexes(context, { calendar, history, rates: fx.rates });
  const benchmarks = createBenchmarks(context, { portfolio, indexes });
  // The reports are made of the goals among others, and goals and alerts measure on the days that the reports know.
  const readDays = async (userId: string, name: string | null) => await reports.days(userId, name);
  const goals: Goals = createGoals(context, portfolio, notifications, readDays);
  const ofShares = { history, indexes, instruments, portfolio };
  const corporateActions = createCorporateActions(context, { ...ofShares, notifications });
  const liabilities = createLiabilities(context);
  const income = createIncome(context, { calendar, instruments, history: backfill, notifications });
  const reports: Reports = createReports(context, {
    portfolio,
    history,
    fx,
    benchmarks,
    instruments,
    income,
    goals,
    liabilities,
    readUndecided: (userId) => corporateActions.undecided(userId),
    household: () => identity.people.household(),
  });
  const strategies = createStrategies(context, { history, instruments, indexes, calendar }, { isPromoted });
  const policies = createPolicies(context, {
    calendar,
    instruments,
    quotesOf: market.quotesOf,
    panels: strategies.panels,
    notifications,
    connections: brokers.connections,
    unknownDossiers,
    ...(options.trading === undefined ? {} : { trading: options.trading }),
  });
  const models = await createLlm(context, { ...usualParts(context), ...options.llmParts });
  const llm = llmOf(models, options.llm);
  const optionsWorkspace = createOptions(context, {
    calendar,
    notifications,
    llm,
    isAdmitted: identity.isAdmitted,
  });
  const research = createResearch(context, {
    ...researchParts(context, { ...ofShares, watchlist: () => core.watchlist, calendar, notifications, llm }),
    ...options.research,
  });
  const catchUps = createCatchUpService(context);
  identity.peopleWith({
    tradingPolicies: async (userId) => await policies.countTrading(userId),
    forget: async (userId) => await optionsWorkspace.forget(userId),
  });
  const imports = withCorporateActions(portfolio.imports, corporateActions, log);
  const core: Omit<Core, 'assistant'> = {
    ...context,
    identity,
    notifications,
    portfolio: withClosePrices({ ...portfolio, imports }, closes, log),
    market,
    prices: withRates(refreshes, fx, options.timers ?? systemTimers),
    history,
    closes,
    catchUps,
    lists: createListFetch(context, instruments),
    backfill,
    fx,
    indexes,
    benchmarks,
    betas: createBetaService({ clock, portfolio, instruments, history, indexCloses: indexes.closes }),
    instruments,
    goals,
    corporateActions,
    liabilities,
    watchlist: createWatchlist(context, { portfolio, readDays, market, notifications, sessions, llm }),
    income,
    reports,
    strategies,
    policies,
    quality: createQuality(context, {
      corporateActions,
      portfolio,
      instruments,
      users: identity.users,
      history,
      connections: syncFacts(readSyncHealth),
    }),
    connections: brokers.connections,
    brokers,
    options: optionsWorkspace,
    research,
    llm: models,
    backups: createScheduledBackups(context, { ownerUrl, users: identity.users }),
    chat: createChat(context),
    calendar,
    outage: options.outage ?? (() => null),
    async close() {
      await models.close();
      await research.close();
      await optionsWorkspace.close();
      await policies.live.close();
      await strategies.close();
      await reports.values.close();
      await fx.close();
      await brokers.close();
      await refreshes.close();
      await catchUps.close();
      await closeFileReaders();
      await identity.close();
      await listener.close();
      await database.close();
    },
  };
  return { ...core, assistant: assembleAssistant(context, core, llm) };
}
