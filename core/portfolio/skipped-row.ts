export type SkipCode =
  | 'NOT_A_NUMBER'
  | 'NOT_A_DATE'
  | 'UNKNOWN_TYPE'
  | 'ZERO_QUANTITY'
  | 'ZERO_AMOUNT'
  | 'NEGATIVE_PRICE'
  | 'BAD_RATIO'
  | 'NOTHING_HELD'
  | 'CURRENCY_MISMATCH';

/** Why a row was left out. */
export interface Skip {
  code: SkipCode;
  reason: string;
}

export function skip(code: SkipCode, reason: string): Skip {
  return { code, reason };
}

/** A row that the replay left out, and why. */
export interface SkippedRow extends Skip {
  transaction_id: string | null;
  portfolio: string;
  symbol: string;
  date: string;
}
