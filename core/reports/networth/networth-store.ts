import type { LiabilityType } from '../../liabilities/index.ts';
import { type Decimal, istDate, type Transaction } from '../../platform/index.ts';
import type { TotalState } from '../../portfolio/index.ts';

export interface Debt {
  id: string;
  name: string;
  type: LiabilityType;
  balance: Decimal;
  currency: string;
  recorded_since: Date;
}

/** What was owed on a liability from a day on. */
export interface DebtRecord {
  liability_id: string;
  /** In India. */
  day: string;
  balance: Decimal;
  currency: string;
}

/** What everything was worth at the end of a day. */
export interface AssetDay {
  day: string;
  value: Decimal | null;
  state: TotalState;
}

export async function readDebts(trx: Transaction): Promise<Debt[]> {
  const { rows } = await trx.raw<{ rows: Debt[] }>(
    `select id, name, type, balance, currency, created_at as recorded_since from portfolio.liabilities
     order by (balance = 0), balance desc, lower(name)`,
  );
  return rows;
}

/** Oldest first. */
export async function readDebtRecords(trx: Transaction): Promise<DebtRecord[]> {
  const { rows } = await trx.raw<{
    rows: { liability_id: string; recorded_at: Date; balance: Decimal; currency: string }[];
  }>(
    'select liability_id, recorded_at, balance, currency from portfolio.liability_history order by recorded_at, id',
  );
  return rows.map(({ recorded_at, ...row }) => ({ ...row, day: istDate(recorded_at) }));
}

/** The last snapshot of Networth of each day in India, ascending. */
export async function readAssetDays(
  trx: Transaction,
  span: { from: string | null; to: string | null },
): Promise<AssetDay[]> {
  const { rows } = await trx.raw<{ rows: AssetDay[] }>(
    `select distinct on (day) day, current_value as value, state from (
       select (s.recorded_at at time zone 'Asia/Kolkata')::date as day, s.recorded_at, s.current_value, s.state
       from portfolio.snapshots s join portfolio.portfolios p on p.id = s.portfolio_id where p.is_protected
     ) hours
     where (?::date is null or day >= ?::date) and (?::date is null or day <= ?::date)
     order by day, recorded_at desc`,
    [span.from, span.from, span.to, span.to],
  );
  return rows;
}
