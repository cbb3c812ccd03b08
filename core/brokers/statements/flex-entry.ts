/** Numbers are exact decimals as text with at most 10 decimals, never in exponent form; days are YYYY-MM-DD. */
export interface FlexTrade {
  /** Of the statement; '' where it does not say. */
  account: string;
  symbol: string;
  isin: string | null;
  /** The broker's number of the contract (conid). */
  security_id: string | null;
  type: 'BUY' | 'SELL' | 'DIVIDEND' | 'SPLIT';
  date: string;
  /**
   * SPLIT: new shares per old share. DIVIDEND: 0, and `price` is the whole amount; -1 where it was taken back. Negative
   * where a BUY or SELL takes back an earlier one.
   */
  quantity: string;
  price: string;
  /** Commission and taxes; negative where they were given back; null where they are in another currency. */
  fee_tax: string | null;
  currency: string;
  asset_class: FlexAssetClass;
  /** The same in every statement that has this trade. */
  execution_id: string;
  /** Time of the execution, HH:MM:SS by the account's clock; null where the statement gives none. */
  executed_at: string | null;
  /** What a person should know of it; null mostly. */
  note: string | null;
}

export type FlexAssetClass = 'Indian Equity' | 'US Equity' | 'ETF' | 'Mutual Fund';

export interface FlexPosition {
  account: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  security_id: string | null;
  asset_class: FlexAssetClass;
  currency: string;
  quantity: string;
  /** Per share, commissions included; null where the broker does not know it. */
  avg_buy_price: string | null;
  last_price: string | null;
  /** Day of the report; null where it does not say. */
  as_of: string | null;
}

export type FlexExclusion =
  | 'DERIVATIVE'
  | 'OPTION'
  | 'CURRENCY_TRADE'
  | 'CASH_MOVEMENT'
  | 'CORPORATE_ACTION'
  | 'UNKNOWN_KIND'
  /** Other rows have its details. */
  | 'SUMMARY';

/** One thing that is wrong with a row. */
export interface FlexProblem {
  /** Of FlexTrade or FlexPosition; `row` for the row as a whole. */
  field: string;
  message: string;
}

/** Where a row stands: `row` counts the rows of the document that are read at all, from 1; `what` names it for people. */
interface FlexRow {
  row: number;
  what: string;
}

export type FlexEntry =
  | { kind: 'statement'; account: string; from: string | null; to: string | null }
  | ({ kind: 'trade'; trade: FlexTrade } & FlexRow)
  | ({ kind: 'position'; position: FlexPosition } & FlexRow)
  | ({ kind: 'left_out'; of: 'trade' | 'position'; reason: FlexExclusion; message: string } & FlexRow)
  /** `fields` has what was read of the row, and as it stands there what could not be. */
  | ({
      kind: 'unreadable';
      of: 'trade' | 'position';
      fields: Record<string, string>;
      problems: FlexProblem[];
    } & FlexRow)
  /** The whole document is the service's answer and no statement. */
  | { kind: 'answer'; answer: FlexAnswer };

/** What the Flex Web Service says: where the statement is, or why there is none. */
export interface FlexAnswer {
  status: 'Success' | 'Warn' | 'Fail' | 'unknown';
  /** Null where there is none, or it is no number. */
  code: number | null;
  message: string | null;
  reference: string | null;
  url: string | null;
}
