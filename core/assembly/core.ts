import type { Assistant } from '../assistant/index.ts';
import type { ScheduledBackups } from '../backups/index.ts';
import type { Capacity } from '../capacity/index.ts';
import type { OwnerCheckUp } from '../doctor/index.ts';
import type { Brokers, Connections } from '../brokers/index.ts';
import type { Chat } from '../chat/index.ts';
import type { Goals } from '../goals/index.ts';
import type { DoorsService, Identity, Parts, People } from '../identity/index.ts';
import type { Income } from '../income/index.ts';
import type { Liabilities } from '../liabilities/index.ts';
import type { LlmServices } from '../llm/index.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Fx, Holidays, Indexes, ListFetcher, Market, MarketHistory } from '../market/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Options } from '../options/index.ts';
import type { Benchmarks, BetaService } from '../performance/index.ts';
import type { DayFilling } from '../performance/recorded/index.ts';
import { type Context, systemTimers } from '../platform/index.ts';
import type { Policies } from '../policies/index.ts';
import { type CorporateActionService, withCorporateActions } from '../portfolio/corporate-actions/index.ts';
import {
  type CatchUpService,
  type ClosePricingService,
  type HoldingsBackfill,
  type PortfolioArea,
  type PriceRefresh,
  type ReadUndecided,
  withClosePrices,
  withRates,
} from '../portfolio/index.ts';
import type { BooksAuditService, MarketFiles, Quality } from '../quality/index.ts';
import type { Reports } from '../reports/index.ts';
import type { Research } from '../research/index.ts';
import type { Sample } from '../sample/index.ts';
import type { Strategies } from '../strategies/index.ts';
import type { Watchlist } from '../watchlist/index.ts';
import { openAnswers } from './answers.ts';
import { openBooks } from './books.ts';
import type { CoreOptions } from './core-options.ts';
import { openFacts } from './facts.ts';
import { openGround } from './ground.ts';
import { openPlanning } from './planning.ts';
import { openTrading } from './trading.ts';

/** Everything a door needs: the stores are open, the services are ready. */
export interface Core extends Context {
  readonly identity: Omit<Identity, 'doors'> & {
    readonly people: People;
    readonly parts: Parts;
    /** Access to people's books: its list and its end. */
    readonly doors: DoorsService;
  };
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
  /** Fetches market data for new entries in the books, and reports progress. */
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
  /** Fills days without a snapshot from their closes. */
  readonly dayFilling: DayFilling;
  /** Betas of holdings. */
  readonly betas: BetaService;
  readonly instruments: Instruments;
  /** How far a person's figures can be trusted. */
  readonly quality: Quality & { readonly audit: BooksAuditService };
  /** Files of closes, corporate actions and exchange lists that a person sends. */
  readonly marketFiles: MarketFiles;
  /** A person's connections to brokers. */
  readonly connections: Connections;
  readonly brokers: Pick<Brokers, 'maintain' | 'quotesFor'>;
  /** Goals and SIP plans. */
  readonly goals: Goals;
  /** Debts of a person. */
  readonly liabilities: Liabilities;
  /** Watchlist and price alerts of a person. */
  readonly watchlist: Watchlist;
  /** Dividends and coupons: paid, due and expected. */
  readonly income: Income;
  /** Splits, bonuses, renames, mergers and demergers of what was held. */
  readonly corporateActions: CorporateActionService;
  /** Everything of a person that waits for a decision and may change figures. */
  readonly readUndecided: ReadUndecided;
  /** Returns, risk, tax and what else is worked out from all the records. */
  readonly reports: Reports;
  /** Ways to rank shares, and backtests of them. */
  readonly strategies: Strategies;
  /** Strategies that run every day, on paper. */
  readonly policies: Policies;
  /** Options workspace: measures an external trading process, and controls when it may trade. */
  readonly options: Options;
  /** Dossiers of listed shares: evidence, facts, and whether they are enough. */
  readonly research: Research;
  /** Models: who is asked, what people chose, what it took. */
  readonly llm: LlmServices;
  /** Answers questions from a person's own books. */
  readonly assistant: Assistant;
  /** A made-up household to look around with. */
  readonly sample: Sample;
  readonly backups: ScheduledBackups;
  /** Load, limits and growth of this server. */
  readonly capacity: Capacity;
  /** The check of the server. */
  readonly doctor: OwnerCheckUp;
  readonly chat: Chat;
  readonly calendar: Calendar;
  /** Lists of holidays that keep the calendar up. */
  readonly holidays: Pick<Holidays, 'keepUp' | 'read'>;
  /** One line about why the embedded database is away, to be shown to anybody; null while it is there. */
  outage(): string | null;
  close(): Promise<void>;
}

interface Stage {
  close(): Promise<void>;
}

/**
 * Migrates, opens the stores, builds the services from the lowest floor up: each stage is handed those before it, and none
 * that comes after. Closing waits for what is in hand, and goes the other way; what is open when a stage fails is closed.
 */
export async function createCore(options: CoreOptions): Promise<Core> {
  const opened: Stage[] = [];
  const close = async () => {
    for (const stage of opened) await stage.close();
  };
  const stage = <S extends Stage>(one: S): S => {
    opened.unshift(one);
    return one;
  };
  try {
    return await openCore(options, stage, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function openCore(
  options: CoreOptions,
  stage: <S extends Stage>(one: S) => S,
  close: () => Promise<void>,
): Promise<Core> {
  const ground = stage(await openGround(options));
  const facts = stage(await openFacts(ground, options));
  const books = stage(openBooks(ground, facts, options));
  const planning = stage(openPlanning(ground, facts, books));
  const trading = stage(openTrading(ground, facts, books, options));
  const answers = stage(openAnswers(ground, facts, books, planning, trading, options));
  const { log } = ground.context;
  const imports = withCorporateActions(planning.portfolio.imports, books.corporateActions, log);
  return {
    ...ground.context,
    notifications: ground.notifications,
    identity: { ...ground.identity, doors: answers.doors, people: answers.people, parts: ground.parts },
    chat: ground.chat,
    calendar: facts.calendar,
    holidays: facts.holidays,
    instruments: facts.instruments,
    lists: facts.lists,
    history: facts.history,
    fx: facts.fx,
    indexes: facts.indexes,
    llm: facts.models,
    ...withClosePrices(
      { portfolio: { ...planning.portfolio, imports }, corporateActions: books.corporateActions },
      books.closes,
      log,
    ),
    readUndecided: books.readUndecided,
    connections: books.brokers.connections,
    brokers: books.brokers,
    market: books.market,
    prices: withRates(books.refreshes, facts.fx, options.timers ?? systemTimers),
    closes: books.closes,
    catchUps: books.catchUps,
    backfill: books.backfill,
    goals: planning.goals,
    liabilities: planning.liabilities,
    income: planning.income,
    watchlist: planning.watchlist,
    benchmarks: planning.benchmarks,
    dayFilling: planning.dayFilling,
    betas: planning.betas,
    quality: answers.quality,
    marketFiles: planning.marketFiles,
    strategies: trading.strategies,
    policies: trading.policies,
    options: trading.options,
    reports: answers.reports,
    research: answers.research,
    assistant: answers.assistant,
    sample: answers.sample,
    backups: answers.backups,
    capacity: answers.capacity,
    doctor: answers.doctor,
    outage: options.outage ?? (() => null),
    close,
  };
}
