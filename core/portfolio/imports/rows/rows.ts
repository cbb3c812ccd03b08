import type { FieldOf, ImportType, UnitField } from './fields.ts';
import type { RealisedReport } from './realised-lot.ts';
import type { AssetClass } from '../../../market/instruments/index.ts';

/** Types a ledger row keeps. Other words in a file are an issue, or leave the row out with a reason. */
export type TradeType = 'BUY' | 'SELL' | 'DIVIDEND' | 'SPLIT';
/** Cash movements and units of unknown cost or without a sale are kept only from our own files, so that these read back whole. */
export const OWN_TYPES = ['CASH_IN', 'CASH_OUT', 'TRANSFER_IN', 'TRANSFER_OUT'] as const;
export type OwnType = (typeof OWN_TYPES)[number];

/** A valid transaction. Quantities, prices and fees are exact decimal text with at most 10 decimals. */
export interface TransactionRow {
  /** As a spreadsheet numbers it: the first record of the file is 1, title rows above the header counted. */
  row: number;
  portfolio: string | null;
  symbol: string;
  /** YYYY-MM-DD */
  date: string;
  type: TradeType | OwnType;
  quantity: string;
  price: string;
  fee_tax: string;
  currency: string;
  isin: string | null;
  security_id: string | null;
  asset_class: AssetClass | null;
  note: string | null;
  execution_id: string | null;
  /** The exchange's time of day, HH:MM:SS; of trades only. */
  executed_at: string | null;
}

/** A valid holding; numbers as in {@link TransactionRow}. */
export interface HoldingRow {
  row: number;
  portfolio: string | null;
  symbol: string;
  name: string | null;
  asset_class: AssetClass;
  currency: string;
  isin: string | null;
  quantity: string;
  /** null where the file does not tell what was paid */
  avg_buy_price: string | null;
  current_price: string | null;
  /** The day of the current price, YYYY-MM-DD; null where the file does not tell it. */
  price_date: string | null;
  previous_close: string | null;
  sector: string | null;
  beta: string | null;
  target_allocation_pct: string | null;
  /** YYYY-MM-DD */
  maturity_date: string | null;
  face_value: string | null;
  /** percent a year */
  coupon_rate: string | null;
  /** coupons a year: 1, 2, 4 or 12 */
  coupon_frequency: number | null;
  /** Days for which a price by hand counts, if the holding has an interval of its own. */
  price_interval_days: number | null;
}

export type RowOf<T extends ImportType> = T extends 'transactions' ? TransactionRow : HoldingRow;

/** One thing wrong with one row. A row has one of these for each of its problems. */
export interface RowIssue {
  row: number;
  /** One of our fields, or `row` when the record as a whole is malformed. */
  field: string;
  message: string;
}

/** A row that is left out on purpose: derivatives, cash movements, footers. */
export interface ExcludedRow {
  row: number;
  reason: string;
}

/** The text of a row by field, as the file has it; blank cells are absent. */
export type RawFields<T extends ImportType = ImportType> = Partial<Record<FieldOf<T>, string>>;

/** One record of a file under our field names, not yet read. It is plain JSON: a staged row that is not valid keeps it. */
export interface RawRow<T extends ImportType = ImportType> {
  fields: RawFields<T>;
  /** Amounts of all units, where the file gives them: they are worked out per unit when its notation is known. */
  totals?: Partial<Record<UnitField & FieldOf<T>, string>>;
  /** Why the row is left out; null or absent where it is not. */
  excluded?: string | null;
  /** What is wrong with the record as a whole. */
  malformed?: string;
  /** A field that only a person can tell; the row waits until it is given. */
  undecided?: { field: FieldOf<T>; message: string };
  /** Where the row stands, for files whose rows have no number that a person sees: "page 2", "sheet Equity, row 14". */
  where?: string;
  /** What the file says that the row moved. */
  stated?: StatedAmount;
}

/** The money that a row moved by the file's own word: it proves quantity × price, see priceByAmount. */
export interface StatedAmount {
  /** As found; its sign says nothing. */
  amount: string;
  /**
   * Whether the charges of the row are in it: added to a purchase, taken off a sale or a dividend. `either` where files of the
   * format differ.
   */
  charges: 'included' | 'apart' | 'either';
  /** Part of the amount that it may differ by, where the format names no charge that is more than a percent: loads of funds. */
  within?: string;
}

/** A sum that a file names, beside what its rows come to. Plain JSON, kept with a staged import. */
export interface StatedTotal {
  /** What it is of, as people say it: "Units of Axis Bluechip at the end". */
  what: string;
  /** As the file has it. */
  stated: string;
  /** What was read. */
  read: string;
  agrees: boolean;
  /** Why they differ, where that is known. */
  reason?: string;
}

/** A row with its number, as a spreadsheet counts: the first record of the file is 1. */
export interface NumberedRow {
  row: number;
  raw: RawRow;
}

/** What stands between the parts of a number that is the sum of several cells. */
export const PLUS = ' + ';

/** Stands for the row's day in the id of an execution, until the file's way of writing dates is known. */
export const DAY_OF_ROW = '{day}';

/**
 * How the text of one file is to be read: what its first rows proved. Plain JSON, to be kept with a staged
 * import, so that a row corrected later is read the same way.
 */
export interface ReadingContext {
  /** Order of numeric dates such as 05/03/2024; null when nothing in the file proves one. */
  date_order: 'dmy' | 'mdy' | null;
  /** The decimal mark; null when nothing proves one, and then only unmistakable numbers pass. */
  decimal_mark: '.' | ',' | null;
  /** The file writes each sale with a minus before its quantity. */
  signed_sells: boolean;
  /** The file is our own complete export, or opening positions: cash and units of unknown cost belong to it. */
  is_own: boolean;
  default_asset_class: AssetClass | null;
  default_currency: string;
  /**
   * Whether the default currency is proved: by the format, a sign in the headers, or a person's answer. Where it is not, rows
   * that take it are marked. Absent in imports staged by an earlier version, where nobody is asked.
   */
  is_currency_proved?: boolean;
  /** A transaction of a later day has not happened; null where any day is right. */
  last_day: string | null;
  /** The day that prices of holdings are of, by the words above the table; absent where they name none. */
  price_day_label?: string | null;
}

/** What became of one row. */
export type RowOutcome<Row> =
  | { state: 'valid'; value: Row; isCurrencyAssumed?: boolean }
  | { state: 'invalid'; issues: RowIssue[] }
  | { state: 'excluded'; reason: string };

/** Some rows of the file, in its order. `read` has every row of the batch, also invalid and excluded ones. */
export interface ImportBatch<Row> {
  rows: Row[];
  issues: RowIssue[];
  excluded: ExcludedRow[];
  read: readonly NumberedRow[];
  /** Valid rows whose currency neither they nor the file tell. */
  assumed: ReadonlySet<number>;
  /** Amounts of valid rows that the file states, compared with what was read. */
  amounts: AmountProof;
}

/** How many amounts were compared, and those that differ. */
export interface AmountProof {
  compared: number;
  differing: readonly DifferingAmount[];
}

/** A row whose quantity × price is not what the file says it moved. */
export interface DifferingAmount {
  row: number;
  stated: string;
  read: string;
}

interface ReadingOf<T extends ImportType> {
  type: T;
  detected_format: string;
  /** our field → the header it is read from, as the file spells it */
  mapping: Record<string, string>;
  unmapped_columns: string[];
  context: ReadingContext;
  /** Totals that the file names; those of a file that is read row by row are complete when its batches have ended. */
  totals: readonly StatedTotal[];
  /** Which files are alike: a person's answers on one stand for the next. At most 100 characters. */
  shape: string;
  /** What else a person should know of the file, such as sheets that were not read. */
  notes: readonly string[];
  /** Matched purchases and sales of a tax report, to compare our realised gains with. */
  realised?: RealisedReport;
  /** Prices of its day that the statement prints of what it lists. */
  prices?: readonly StatedPrice[];
  /** To be iterated once. Throws ImportRefusal when a later part of the file breaks a limit. */
  batches: AsyncIterable<ImportBatch<RowOf<T>>>;
}

/** The price of one unit on a day, as a statement prints it beside its transactions. Plain JSON. */
export interface StatedPrice {
  symbol: string;
  isin: string | null;
  currency: string;
  /** YYYY-MM-DD */
  day: string;
  /** Exact text of a number above 0. */
  price: string;
}

/** A file whose header is understood and whose rows are about to be read. */
export type ImportReading = ReadingOf<'transactions'> | ReadingOf<'holdings'>;
