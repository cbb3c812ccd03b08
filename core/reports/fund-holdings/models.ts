import { Model } from 'objection';

/** One line of a fund's contents as it was told. */
export interface FundHolding {
  /** Symbol or name of the company. */
  stock_symbol: string;
  isin: string | null;
  /** Its part of the fund, in percentage points. */
  weight_pct: number;
}

export class FundHoldingsModel extends Model {
  static override tableName = 'portfolio.fund_holdings';
  static override jsonAttributes = ['holdings'];
  declare id: string;
  declare owner_user_id: string;
  declare fund_symbol: string;
  declare as_of: string;
  declare source: string;
  declare holdings: FundHolding[];
  declare created_at: Date;
  declare updated_at: Date;
}
