import type { BookFacts, DashboardView, HoldingView, PortfolioView } from '../../portfolio/index.ts';

/** Units of one currency for one of another; null without a rate. */
export type RateOf = (from: string, to: string) => number | null;

/** The attribution report, as far as its gain is compared. */
export interface AttributionReading {
  currency: string;
  total_gain: number | null;
  reasons: { total_gain?: string | undefined };
  /** Holdings without a contribution. */
  excluded: readonly { holding_id: string; symbol: string }[];
  /** The contributions. */
  holdings: readonly { gain: number }[];
}

/** Gains of sales, and the units that are left. */
export interface TaxReading {
  /** Of all years, by symbol. */
  sales: readonly { portfolio: string; symbol: string; currency: string; fy: string; gain: number }[];
  /** The reports of the running year and the one before. */
  years: readonly { fy: string; lots: readonly { currency: string; gain: number | null }[] }[];
  /** Lots that are left today; `cost` is null where it is unknown. */
  remaining: readonly { portfolio: string; symbol: string; quantity: number; cost: number | null }[];
}

/** A debt as the list of liabilities has it. */
export interface DebtReading {
  balance: number;
  currency: string;
}

/** The report of net worth. */
export interface NetWorthReading {
  currency: string;
  net_worth: number | null;
  net_worth_reason: string | null;
  history: { points: readonly { date: string; net_worth: number | null; state: string }[] };
}

/** How much a line of days covers at its end: a share of the value, null where unknown, and the excluded holdings first. */
interface CoverageReading {
  value_share_pct: number | null;
  holdings_counted: number;
  holdings_total: number;
  missing: readonly { portfolio: string; symbol: string }[];
}

/** The performance report, as far as its value is compared. */
export interface PerformanceReading {
  currency: string;
  current_value: number | null;
  reasons: { current_value?: string | undefined };
  series: readonly { date: string; value: number | null }[];
  coverage: CoverageReading | null;
}

/** The chart of value over time. */
export interface ValueHistoryReading {
  currency: string;
  points: readonly { date: string; value: number | null }[];
  coverage: CoverageReading | null;
}

/**
 * Everything that an audit compares, read at one state of the books: each figure as its own door shows it. Null where a report
 * could not be read.
 */
export interface AuditReadings {
  /** Today in India. */
  today: string;
  overview: DashboardView | null;
  holdings: readonly HoldingView[] | null;
  portfolios: readonly PortfolioView[] | null;
  /** Rates as they are stored, read without the code that converts totals. */
  rates: RateOf | null;
  /** Results of the ledgers by symbol. */
  facts: BookFacts | null;
  attribution: AttributionReading | null;
  tax: TaxReading | null;
  debts: readonly DebtReading[] | null;
  networth: NetWorthReading | null;
  performance: PerformanceReading | null;
  value_history: ValueHistoryReading | null;
  /** The value in the exported file of the performance report; undefined where the file has none. */
  exported: { value: number | undefined } | null;
  /** The value that answers in chat are made of. */
  chat: { value: number | null } | null;
}

/** The readings that an identity compares; all of them are there. */
export type ReadingsOf<K extends keyof AuditReadings> = { [P in K]: NonNullable<AuditReadings[P]> };

/** A part of the readings that may be missing. */
export type ReadingName = Exclude<keyof AuditReadings, 'today'>;
