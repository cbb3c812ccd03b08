import type { LedgerTransaction } from '../../portfolio/ledger/replay.ts';
import type { DayNumber } from './daily-series.ts';

/** Shares that become others on the morning of a day, in the market: a split, a bonus, a consolidation. */
export interface UnitChange {
  day: DayNumber;
  /** New shares for one old share. */
  ratio: number;
}

/** A price of one unit on a day. */
interface DayPrice {
  day: DayNumber;
  price: number;
}

/** A price that is no close of the market: of a statement, a file, a broker or the person, or the newest quote. */
export interface ObservedPrice extends DayPrice {
  /** For how many days it counts, where that is longer than a close does. */
  carry_days?: number;
  /** The person entered it, so no trade comes before it. */
  is_by_hand?: boolean;
}

/** From a day on, the price of the last trade in units of that day; NaN where none is known any more. */
export interface TradePrice extends DayPrice {
  /** The day of the trade; negative infinity where none is known. */
  traded: DayNumber;
}

/** The closes of one symbol as they were traded on their days: never adjusted for what came later. */
export interface PriceSeries {
  symbol: string;
  currency: string;
  /** The portfolio that has prices of its own; left out for those of all portfolios. */
  portfolio?: string | undefined;
  /** Ascending. */
  days: Int32Array;
  closes: Float64Array;
  /** Ascending: they count on days without a close. */
  observed?: readonly ObservedPrice[];
  /** Changes of the units by the market, ascending; closes fall by them. */
  changes: readonly UnitChange[];
  /** For how many calendar days after it a close stands for the days that have none. */
  carry_days: number;
}

/** Units of one currency for one of another, by day. */
export interface RateSeries {
  from: string;
  to: string;
  /** Ascending. */
  days: Int32Array;
  rates: Float64Array;
  /** Used where no day has a rate at all; null where there is none. */
  reference: number | null;
}

/** One portfolio of the books. */
export interface Scope {
  name: string;
  currency: string;
}

/** Everything that the engine looks at. It reads no clock and no store. */
export interface EngineInput {
  portfolios: readonly Scope[];
  /** The sum over all portfolios, in its own currency. */
  total: Scope;
  /** In any order; `portfolio` is a name among `portfolios`. */
  transactions: readonly LedgerTransaction[];
  prices: readonly PriceSeries[];
  rates: readonly RateSeries[];
  /** The last day of the series. Transactions after it do not count. */
  to: DayNumber;
}

/** Changed symbols and rates with all their data, and the new last day of the series. */
export interface NewDays {
  to: DayNumber;
  prices?: readonly PriceSeries[];
  rates?: readonly RateSeries[];
}

/** A week and a holiday on either side of it. */
export const USUAL_CARRY_DAYS = 10;
/** A rate of an older day than this is an estimate; it still is the best that is known. */
export const RATE_DAYS = 7;
