import { type Decimal, istDate, type DbTransaction } from '../platform/index.ts';
import type { LiabilityType } from './inputs.ts';

/** A liability with its balance now. */
export interface Debt {
  id: string;
  name: string;
  type: LiabilityType;
  balance: Decimal;
  currency: string;
  recorded_since: Date;
}

/** The balance of a liability from a day on. */
export interface DebtRecord {
  liability_id: string;
  /** In India. */
  day: string;
  balance: Decimal;
  currency: string;
}

/** Balances now, the largest first and what is repaid last. */
export async function readDebts(trx: DbTransaction): Promise<Debt[]> {
  const { rows } = await trx.raw<{ rows: Debt[] }>(
    `select id, name, type, balance, currency, created_at as recorded_since from portfolio.liabilities
     order by (balance = 0), balance desc, lower(name)`,
  );
  return rows;
}

/** Oldest first. */
export async function readDebtRecords(trx: DbTransaction): Promise<DebtRecord[]> {
  const { rows } = await trx.raw<{
    rows: { liability_id: string; recorded_at: Date; balance: Decimal; currency: string }[];
  }>(
    'select liability_id, recorded_at, balance, currency from portfolio.liability_history order by recorded_at, id',
  );
  return rows.map(({ recorded_at, ...row }) => ({ ...row, day: istDate(recorded_at) }));
}
