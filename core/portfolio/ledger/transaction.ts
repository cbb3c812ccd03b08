import type { LotStep } from './lot-step.ts';
import type { Exact } from '../../platform/fixed-point.ts';

/** What can happen to a position. The order is the one shown to people. */
export const TRANSACTION_TYPES = [
  'BUY',
  'SELL',
  'DIVIDEND',
  'SPLIT',
  'CASH_IN',
  'CASH_OUT',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'DEMERGER',
  'FRACTION',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** What a person or a file may record. The other types follow from corporate actions. */
export const RECORDED_TYPES = [
  'BUY',
  'SELL',
  'DIVIDEND',
  'SPLIT',
  'CASH_IN',
  'CASH_OUT',
  'TRANSFER_IN',
] as const satisfies readonly TransactionType[];
export type RecordedType = (typeof RECORDED_TYPES)[number];

/** Whether a row of this type has a price: what moves no money has none. */
export function hasPrice(type: TransactionType): boolean {
  return ACTIVITY_EFFECTS[type].cash !== 0;
}

/**
 * One row of the ledger, as the replay reads it. Amounts are in `currency`; numbers are exact text (what a
 * `numeric` column gives) or decimals, with at most 10 decimals.
 */
export interface LedgerTransaction {
  /** The stored id: it decides the order of rows that the day and type leave open. Rows without one come last. */
  id: string | null;
  portfolio: string;
  symbol: string;
  /** Trade or payment date, YYYY-MM-DD. */
  date: string;
  type: TransactionType;
  /**
   * Units. SPLIT: new shares per old share. DEMERGER: the part of the cost that leaves, 0 to 1. DIVIDEND and cash rows:
   * 0 means that `price` is the whole amount.
   */
  quantity: Exact;
  /** Per unit. Zero on a BUY is a bonus share. Transfers and demergers have none. */
  price: Exact;
  /** Charges of a trade, tax withheld from a dividend. */
  fee_tax: Exact;
  currency: string;
  isin?: string | null;
  asset_class?: string | null;
  /** The decision about a corporate action that the row follows from; such rows come before the trades of their day. */
  action_id?: string | null;
  /** The exchange's time of day, HH:MM:SS. */
  executed_at?: string | null;
  /** The number of the trade. */
  execution_id?: string | null;
  /** TRANSFER_IN: the day from which the units count as held; the row's own date where it is null. */
  acquired_on?: string | null;
  /** TRANSFER_IN: what the units cost by lots and by average, with up to 20 decimals; null where nobody knows. */
  carried_cost?: Exact | null;
  carried_average?: Exact | null;
  /**
   * SELL: the units bought on its day leave before older lots. True for shares and ETFs traded in India unless the person
   * switched that off; the purchases of a day are replayed before its sales, so the order within the day does not matter.
   */
  intraday_first?: boolean | null;
  /** BUY: units held before the records begin. The price is their average cost, not a trade price of that day. */
  is_opening?: boolean | null;
  /** The name on the row's own day, where the position is called otherwise today. */
  recorded_symbol?: string | null;
  /**
   * Units of a merger or demerger: the shares that they were before, up to this one. On a recorded row that a broker booked
   * for one, that step alone.
   */
  lot_chain?: readonly LotStep[] | null;
}

/** What one type of transaction does to a position. */
export interface ActivityEffect {
  /** Place within a day: splits, buys, sells, dividends. Rows with a negative quantity come after all of them. */
  phase: 0 | 1 | 2 | 3;
  /** Units held: grow, shrink, are multiplied, or stay. */
  quantity: 'adds' | 'removes' | 'multiplies' | 'keeps';
  /** Cost of what is held: grows by amount and fee, gives up the share of the units sold, stays, or moves with units. */
  cost: 'grows' | 'releases' | 'keeps' | 'carries';
  /** Sign of the amount in the investor's pocket: -1 paid, +1 received, 0 no money moves. */
  cash: -1 | 0 | 1;
  /** Whether the row earns: a gain against cost, plain income, or nothing. */
  realises: 'gain' | 'income' | 'nothing';
  /** The running total that takes the amount, and the one that takes `fee_tax`. */
  total: AmountTotal | null;
  fee_total: 'fees' | 'tax_withheld' | null;
}

/** Running totals of amounts, fees left out. Cash rows have no fee total: their amount is what left or came. */
export type AmountTotal = 'purchases' | 'sales' | 'dividends' | 'cash_in' | 'cash_out';

/**
 * The ledger in one table: the replay does what a row says and knows nothing else about the types.
 *
 * | type         | units      | cost                  | cash | earns  | fee_tax                  |
 * | ------------ | ---------- | --------------------- | ---- | ------ | ------------------------ |
 * | SPLIT        | × quantity | unchanged             | 0    | -      | ignored                  |
 * | BUY          | +          | + amount + fee        | −    | -      | raises the cost          |
 * | SELL         | −          | − share of units sold | +    | gain   | lowers the proceeds      |
 * | DIVIDEND     | unchanged  | unchanged             | +    | income | tax, lowers the income   |
 * | CASH_IN      | unchanged  | unchanged             | −    | -      | added to what is paid in |
 * | CASH_OUT     | unchanged  | unchanged             | +    | -      | lowers what comes out    |
 * | TRANSFER_IN  | +          | + what they cost      | 0    | -      | ignored                  |
 * | TRANSFER_OUT | −          | − of the oldest lots  | 0    | -      | ignored                  |
 * | DEMERGER     | unchanged  | − quantity × cost     | 0    | -      | ignored                  |
 * | FRACTION     | −          | − of the newest lots  | +    | gain   | lowers the proceeds      |
 *
 * The last four follow from corporate actions, but for a TRANSFER_IN without a cost: units that were held before the
 * records begin. A negative quantity undoes: the same row read backwards, replayed after the day's normal rows.
 */
export const ACTIVITY_EFFECTS: Readonly<Record<TransactionType, ActivityEffect>> = {
  SPLIT: {
    phase: 0,
    quantity: 'multiplies',
    cost: 'keeps',
    cash: 0,
    realises: 'nothing',
    total: null,
    fee_total: null,
  },
  BUY: {
    phase: 1,
    quantity: 'adds',
    cost: 'grows',
    cash: -1,
    realises: 'nothing',
    total: 'purchases',
    fee_total: 'fees',
  },
  CASH_IN: {
    phase: 1,
    quantity: 'keeps',
    cost: 'keeps',
    cash: -1,
    realises: 'nothing',
    total: 'cash_in',
    fee_total: null,
  },
  SELL: {
    phase: 2,
    quantity: 'removes',
    cost: 'releases',
    cash: 1,
    realises: 'gain',
    total: 'sales',
    fee_total: 'fees',
  },
  CASH_OUT: {
    phase: 2,
    quantity: 'keeps',
    cost: 'keeps',
    cash: 1,
    realises: 'nothing',
    total: 'cash_out',
    fee_total: null,
  },
  DIVIDEND: {
    phase: 3,
    quantity: 'keeps',
    cost: 'keeps',
    cash: 1,
    realises: 'income',
    total: 'dividends',
    fee_total: 'tax_withheld',
  },
  TRANSFER_IN: {
    phase: 1,
    quantity: 'adds',
    cost: 'carries',
    cash: 0,
    realises: 'nothing',
    total: null,
    fee_total: null,
  },
  TRANSFER_OUT: {
    phase: 2,
    quantity: 'removes',
    cost: 'carries',
    cash: 0,
    realises: 'nothing',
    total: null,
    fee_total: null,
  },
  DEMERGER: {
    phase: 0,
    quantity: 'keeps',
    cost: 'carries',
    cash: 0,
    realises: 'nothing',
    total: null,
    fee_total: null,
  },
  FRACTION: {
    phase: 2,
    quantity: 'removes',
    cost: 'releases',
    cash: 1,
    realises: 'gain',
    total: 'sales',
    fee_total: 'fees',
  },
};
