import { createReadSyncHealth } from '../brokers/index.ts';
import { createGoals } from '../goals/index.ts';
import { createIncome, type IncomeEventView, type IncomeSummaryView } from '../income/index.ts';
import { createLiabilities } from '../liabilities/index.ts';
import { createMarketState } from '../market/instruments/index.ts';
import { createBenchmarks, createBetaService } from '../performance/index.ts';
import { createDayFilling } from '../performance/recorded/index.ts';
import {
  createDashboardService,
  markedHolding,
  markedEvent,
  markedPortfolio,
  markedReport,
  type PortfolioArea,
  markedExports,
  withUndecidedMarks,
} from '../portfolio/index.ts';
import { createMarketFiles, createQuality } from '../quality/index.ts';
import { createReportFacts } from '../reports/index.ts';
import { createWatchlist } from '../watchlist/index.ts';
import type { Books } from './books.ts';
import type { Facts } from './facts.ts';
import type { Ground } from './ground.ts';

/** Use-cases that answer with holdings, and with portfolios. */
const HOLDING_ANSWERS = [
  'list',
  'all',
  'get',
  'ofSymbol',
  'create',
  'update',
  'restore',
  'updatePrice',
] as const;
const PORTFOLIO_ANSWERS = ['list', 'get', 'findByName', 'create', 'update'] as const;

export type Planning = ReturnType<typeof openPlanning>;

/** What rests on the books: goals, income, what is watched, how far figures can be trusted, and the dashboard. */
export function openPlanning({ context, notifications, identity }: Ground, facts: Facts, books: Books) {
  const { calendar, sessions, instruments, history, indexes, llm } = facts;
  const { market, corporateActions, readUndecided } = books;
  const readMarketState = createMarketState(context);
  const reportFacts = createReportFacts(context, {
    portfolio: books.portfolio,
    history,
    instruments,
    readUndecided,
    sessions,
    readMarketState,
  });
  const readDays = reportFacts.days;
  const goals = createGoals(context, books.portfolio, notifications, readDays, readUndecided);
  const income = createIncome(context, {
    calendar,
    instruments,
    history: books.backfill,
    notifications,
  });
  const readSyncHealth = createReadSyncHealth(context);
  const portfolio: PortfolioArea = {
    ...books.portfolio,
    holdings: withUndecidedMarks(books.portfolio.holdings, HOLDING_ANSWERS, markedHolding, readUndecided),
    portfolios: withUndecidedMarks(
      books.portfolio.portfolios,
      PORTFOLIO_ANSWERS,
      markedPortfolio,
      readUndecided,
    ),
    exports: markedExports(books.portfolio.exports, readUndecided),
    dashboard: createDashboardService(context, books.portfolio.rates, {
      readSyncHealth,
      readGoalHighlights: (userId) => goals.goals.highlights(userId),
      readUndecided,
      sessions,
      readMarketState,
    }),
  };
  return {
    reportFacts,
    portfolio,
    goals,
    liabilities: createLiabilities(context),
    income: withUndecidedMarks(
      withUndecidedMarks(income, ['events'], markedEvent<IncomeEventView>, readUndecided),
      ['summary'],
      markedReport<IncomeSummaryView>,
      readUndecided,
    ),
    watchlist: createWatchlist(context, {
      portfolio,
      readDays,
      readUndecided,
      market,
      notifications,
      sessions,
      llm,
    }),
    benchmarks: createBenchmarks(context, { portfolio, indexes }),
    dayFilling: createDayFilling({ snapshots: portfolio.snapshots, values: reportFacts.values }),
    betas: createBetaService({
      clock: context.clock,
      portfolio,
      instruments,
      history,
      indexCloses: indexes.closes,
    }),
    quality: createQuality(context, {
      corporateActions,
      portfolio,
      instruments,
      users: identity.users,
      history,
      readSyncHealth,
      values: reportFacts.values,
      cached: reportFacts.cached,
    }),
    marketFiles: createMarketFiles({ history, instruments, users: identity.users, closes: books.closes }),
    close: () => reportFacts.values.close(),
  };
}
