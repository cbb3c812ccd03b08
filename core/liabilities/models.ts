import { Model } from 'objection';
import type { Decimal } from '../platform/index.ts';
import type { LiabilityType } from './inputs.ts';

export class LiabilityModel extends Model {
  static override tableName = 'portfolio.liabilities';
  declare id: string;
  declare owner_user_id: string;
  declare name: string;
  declare type: LiabilityType;
  declare balance: Decimal;
  declare currency: string;
  declare rate_pct: number | null;
  declare emi: Decimal | null;
  declare created_at: Date;
  declare updated_at: Date;
}

export class LiabilityHistoryModel extends Model {
  static override tableName = 'portfolio.liability_history';
  declare id: string;
  declare owner_user_id: string;
  declare liability_id: string;
  declare recorded_at: Date;
  declare balance: Decimal;
  declare currency: string;
}
