import type { Topic } from '../platform/index.ts';

/** The value of holdings now: units, prices, rates. */
const VALUATION = ['ledger', 'prices', 'rates'] as const satisfies readonly Topic[];
/** Their value on every day: recorded hours, and the ledger with its prices. */
const DAYS = [...VALUATION, 'snapshots'] as const satisfies readonly Topic[];

/**
 * Topics of each cached report: all that any of its figures, names or words come from. A change of one of them recalculates
 * it. A property test compares cached answers with fresh ones after every kind of change.
 */
export const REPORT_TOPICS = {
  'facts of returns': DAYS,
  'facts of standings': VALUATION,
  'facts of holdings': VALUATION,
  performance: DAYS,
  comparison: DAYS,
  risk: DAYS,
  'monthly-returns': DAYS,
  attribution: VALUATION,
  diversification: VALUATION,
  holding: [...VALUATION, 'income'],
  rebalance: VALUATION,
  overlap: [...VALUATION, 'fund_holdings'],
  networth: [...DAYS, 'liabilities'],
  // How much the linked portfolios swing is measured on their days.
  'goal-scenario-goal': [...DAYS, 'goals'],
  'goal-scenario': [...DAYS, 'goals'],
  'dividend-yield': VALUATION,
  'income-projection': ['ledger', 'income'],
  calendar: ['ledger', 'income', 'goals'],
  'tax-lots': ['ledger', 'rates'],
  snapshots: ['ledger', 'snapshots'],
  'value-history': DAYS,
  'recorded-values': DAYS,
  'activity-syncs': ['ledger', 'connections'],
  // Everything that leaves a record: whatever a person, a broker or a job did.
  activity: [
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
  // Tax, income, performance and diversification as files.
  export: [...DAYS, 'income'],
} as const satisfies Record<string, readonly Topic[]>;

/** A report that is kept. */
export type ReportName = keyof typeof REPORT_TOPICS;
