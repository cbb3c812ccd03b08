import type { MarketPart } from '../market/instruments/index.ts';
import type { Topic } from '../platform/index.ts';

/** All that the answers of a report depend on, beside the query and the settings of this process. */
interface RestsOn {
  /** Data that the person, their brokers and the refresh of their prices write. */
  readonly topics: readonly Topic[];
  /** Market data, which all people share. */
  readonly market: readonly MarketPart[];
  /**
   * How finely time counts: by the day in India; also by the sessions that have begun and ended, which labels and ages of
   * prices follow; or by the minute. A freshness of prices counts to the millisecond in any report that shows it.
   */
  readonly clock: 'day' | 'session' | 'minute';
}

/** The value of holdings now: units, prices, rates. */
const VALUATION = ['ledger', 'prices', 'rates'] as const satisfies readonly Topic[];
/** Their value on every day: recorded hours, and the ledger with its prices. */
const DAYS = [...VALUATION, 'snapshots'] as const satisfies readonly Topic[];
/** The mark of corporate actions that wait: the market announces them, and the registry says of which share. */
const MARK = ['prices', 'registry'] as const satisfies readonly MarketPart[];
/**
 * Closes, splits and levels of indexes, the registry that finds those of a symbol, and exchange rates: their topic is written
 * only for people with amounts in a currency, and a report may be in yet another one.
 */
const MARKET = [...MARK, 'rates'] as const satisfies readonly MarketPart[];
const NONE = [] as const satisfies readonly MarketPart[];

/**
 * Each cached report with everything that its figures, names and words depend on, so that each change recalculates it.
 * Property tests compare cached answers with fresh ones after every kind of change, and at every hour.
 */
export const REPORT_DEPENDENCIES = {
  'facts of returns': { topics: DAYS, market: MARKET, clock: 'day' },
  'facts of standings': { topics: VALUATION, market: ['rates'], clock: 'session' },
  'facts of holdings': { topics: VALUATION, market: MARKET, clock: 'session' },
  performance: { topics: DAYS, market: MARKET, clock: 'session' },
  comparison: { topics: DAYS, market: MARKET, clock: 'session' },
  risk: { topics: DAYS, market: MARKET, clock: 'session' },
  'monthly-returns': { topics: DAYS, market: MARKET, clock: 'session' },
  attribution: { topics: VALUATION, market: MARKET, clock: 'session' },
  diversification: { topics: VALUATION, market: MARKET, clock: 'session' },
  holding: { topics: [...VALUATION, 'income'], market: MARKET, clock: 'session' },
  rebalance: { topics: VALUATION, market: MARKET, clock: 'session' },
  overlap: { topics: [...VALUATION, 'fund_holdings'], market: MARKET, clock: 'session' },
  networth: { topics: [...DAYS, 'liabilities'], market: MARKET, clock: 'session' },
  // How much the linked portfolios swing is measured on their days.
  'goal-scenario-goal': { topics: [...DAYS, 'goals'], market: MARKET, clock: 'session' },
  'goal-scenario': { topics: [...DAYS, 'goals'], market: MARKET, clock: 'session' },
  'dividend-yield': { topics: VALUATION, market: MARKET, clock: 'day' },
  'income-projection': { topics: ['ledger', 'income'], market: MARK, clock: 'day' },
  calendar: { topics: ['ledger', 'income', 'goals'], market: MARK, clock: 'day' },
  // Old prices of grandfathered shares are closes.
  'tax-lots': { topics: ['ledger', 'rates'], market: MARKET, clock: 'day' },
  snapshots: { topics: ['ledger', 'snapshots'], market: NONE, clock: 'day' },
  'value-history': { topics: DAYS, market: MARKET, clock: 'session' },
  'recorded-values': { topics: DAYS, market: MARKET, clock: 'day' },
  // A sync that begins writes no topic.
  'activity-syncs': { topics: ['ledger', 'connections'], market: NONE, clock: 'minute' },
  // All records of people, brokers and jobs. Trading and sign-in leave records without a topic.
  activity: {
    topics: [
      'ledger',
      'prices',
      'income',
      'goals',
      'liabilities',
      'watchlist',
      'connections',
      'fund_holdings',
      'strategies',
      'research',
      'policies',
    ],
    market: NONE,
    clock: 'minute',
  },
  // Tax, income, performance and diversification as files.
  export: { topics: [...DAYS, 'income'], market: MARKET, clock: 'session' },
} as const satisfies Record<string, RestsOn>;

/** A report that is kept. */
export type ReportName = keyof typeof REPORT_DEPENDENCIES;
