import { Model } from 'objection';
import type { FundHolding } from './view.ts';

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
