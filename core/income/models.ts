import { Model } from 'objection';
import type { Decimal } from '../platform/index.ts';
import type { Confidence, IncomeKind, IncomeSource } from './event.ts';
import type { IncomeStatus } from './transitions.ts';

export class IncomeEventModel extends Model {
  static override tableName = 'portfolio.income_events';
  declare id: string;
  declare owner_user_id: string;
  declare portfolio_id: string;
  declare symbol: string;
  declare kind: IncomeKind;
  declare asset_class: string | null;
  declare currency: string;
  declare isin: string | null;
  declare record_date: string | null;
  declare ex_date: string | null;
  declare payment_date: string | null;
  /** The payment date, else the record date, else the ex-date. */
  declare readonly day: string;
  declare amount_per_unit: Decimal | null;
  declare entitled_quantity: Decimal | null;
  declare gross_amount: Decimal | null;
  declare withheld_tax: Decimal | null;
  declare net_amount: Decimal | null;
  declare status: IncomeStatus;
  declare source: IncomeSource;
  declare confidence: Confidence;
  declare source_reference: string;
  declare note: string;
  declare created_at: Date;
  declare updated_at: Date;
}
