export interface PositionName {
  portfolio: string;
  symbol: string;
}

/** Why a position is in no partial series. */
export type LeftOutCode = 'NO_PRICE' | 'NO_RATE' | 'UNMATCHED_SALE' | 'ROW_LEFT_OUT' | 'LEDGER_INCOMPLETE';

export interface ExcludedPosition extends PositionName {
  code: LeftOutCode;
}
