export type SkipCode =
  | 'NOT_A_NUMBER'
  | 'NOT_A_DATE'
  | 'UNKNOWN_TYPE'
  | 'ZERO_QUANTITY'
  | 'ZERO_AMOUNT'
  | 'NEGATIVE_PRICE'
  | 'BAD_RATIO'
  | 'NOTHING_HELD'
  | 'CURRENCY_MISMATCH'
  | 'TOO_LARGE';

/** Why a row was left out. */
export interface Skip {
  code: SkipCode;
  reason: string;
  /** The number that is to blame, where it is one. */
  field?: 'quantity' | 'price' | 'fee_tax';
}

export function skip(code: SkipCode, reason: string, field?: Skip['field']): Skip {
  return field === undefined ? { code, reason } : { code, reason, field };
}

/** A row that the replay left out, and why. */
export interface SkippedRow extends Skip {
  transaction_id: string | null;
  portfolio: string;
  symbol: string;
  date: string;
}
