import type { LedgerMovements } from './ledger-movements.ts';
import type { CoveredFigure, DailyFigure } from './daily-series.ts';

/** A position without a price or rate on some of the days on which it is held. */
export interface ExcludedPosition {
  portfolio: string;
  symbol: string;
  code: 'NO_PRICE' | 'NO_RATE';
  /** First and last such day, YYYY-MM-DD; `to` is null while it lasts. */
  from: string;
  to: string | null;
  days: number;
}

/** Why a figure is unknown, or what limits it. */
type ReasonCode =
  /** There are neither transactions nor holdings by hand. */
  | 'NO_TRANSACTIONS'
  /** A symbol was held on days for which no close is on record, or only one that is too old. */
  | 'NO_PRICE'
  /** No rate into the currency of the portfolio is on record. */
  | 'NO_RATE'
  /** The rate of the day is not on record, and the nearest one stands in its place. */
  | 'RATE_ESTIMATED'
  /** The market split a share that was held, and the ledger knows of no such row. */
  | 'SPLIT_NOT_IN_LEDGER'
  /** The ledger's quantity differs from that of the holding. The series have the rest by record. */
  | 'LEDGER_INCOMPLETE'
  /** More was sold than was ever bought. */
  | 'UNMATCHED_SALE'
  /** The cost of some units that are held or were sold is unknown. */
  | 'COST_UNKNOWN'
  /** A row could not be read. */
  | 'ROW_LEFT_OUT';

export interface ValueReason {
  code: ReasonCode;
  portfolio: string | null;
  symbol: string | null;
  /** First and last day concerned, YYYY-MM-DD; null where it is about no days. */
  from: string | null;
  to: string | null;
  /** How many days of the series. */
  days: number;
  /** A sentence that says what to do. */
  reason: string;
}

/** A position's figures in one currency; null is unknown. */
export interface PositionMoney {
  value: number | null;
  /** Of the open lots, fees included; in the base currency each at the rate of its own day. */
  fifo_cost: number | null;
  /** Gain of everything sold, after fees, against the oldest lots. */
  realised: number | null;
  unrealised: number | null;
  /** Dividends after the tax withheld. */
  income: number | null;
  fees: number | null;
  /** Paid for purchases, fees left out. */
  purchases: number | null;
  /** Received for matched sales, fees left out. */
  sales: number | null;
}

/** One symbol in one portfolio at the end of the last day. Closed positions are among them. */
export interface PositionFigures {
  portfolio: string;
  symbol: string;
  isin: string | null;
  asset_class: string | null;
  currency: string;
  quantity: number;
  first_date: string;
  last_date: string;
  transactions: number;
  unmatched_quantity: number;
  /** Units held of unknown cost: then cost and unrealised gain are unknown too. */
  unknown_cost_quantity: number;
  /** Open FIFO lots, and the day of the oldest; null where nothing is held. */
  open_lots: number;
  oldest_lot: string | null;
  /** Per unit of the ledger, in the position's own currency, and the day it is of. */
  price: number | null;
  price_date: string | null;
  /** In the position's own currency. */
  own: PositionMoney;
  /** In the base currency of the view. */
  base: PositionMoney & {
    /** The net gain from prices, without dividends; with `currency_effect` it is realised plus unrealised. */
    price_effect: number | null;
    /** The net gain from exchange rates; 0 in the base currency. */
    currency_effect: number | null;
  };
}

/**
 * The engine's answer as it leaves: plain data, shared between all who ask and therefore not to be changed.
 * `daily.value[n]` is of `days[n]`; see DailySeries for what each array holds.
 */
export interface PortfolioValues {
  portfolio: string;
  currency: string;
  /** Every calendar day from the first transaction, or the first record of units, to today in India, YYYY-MM-DD. */
  days: readonly string[];
  daily: Readonly<Record<DailyFigure, readonly (number | null)[]>>;
  positions: readonly PositionFigures[];
  /** Symbols of other currencies are held, and a rate of them is estimated. */
  is_estimated: boolean;
  /** Amounts of other currencies are among the values, at the rates of their days. */
  is_converted: boolean;
  movements: LedgerMovements;
  reasons: readonly ValueReason[];
  /** The covered part, on the same days; null where everything is covered on every day. */
  covered: CoveredValues | null;
  /** Symbols with units that come from records. */
  recorded_symbols: readonly string[];
  /** Spans of days, first and last, on which units are held beyond those of the ledger: they are recorded ones. */
  recorded: readonly { from: string; to: string }[];
}

/** The part of the holdings that has a price and a rate, day by day; null is a day that is left open. */
export interface CoveredValues {
  daily: Readonly<Record<CoveredFigure, readonly (number | null)[]>>;
  excluded: readonly ExcludedPosition[];
}
