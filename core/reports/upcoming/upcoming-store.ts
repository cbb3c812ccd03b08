import { type Confidence, type IncomeKind, type IncomeStatus, SAME_COUPON_DAYS } from '../../income/index.ts';
import { type Decimal, type Transaction, addDays } from '../../platform/index.ts';
import type { RecordedCoupon } from './bond-payments.ts';

/** An income event as the calendar lists it. */
export interface IncomeDay {
  id: string;
  day: string;
  kind: IncomeKind;
  symbol: string;
  name: string | null;
  portfolio: string;
  /** Received where it is paid, else before tax. */
  amount: Decimal | null;
  currency: string;
  confidence: Confidence;
  status: IncomeStatus;
  source_reference: string;
  note: string;
}

/** Income events between two days, both included, but for cancelled ones. */
export async function readIncomeDays(
  trx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<IncomeDay[]> {
  const { rows } = await trx.raw<{ rows: IncomeDay[] }>(
    `select e.id, e.day, e.kind, e.symbol, h.name, p.name as portfolio,
       coalesce(case when e.status = 'PAID' then e.net_amount end, e.gross_amount) as amount,
       e.currency, e.confidence, e.status, e.source_reference, e.note
     from portfolio.income_events e
     join portfolio.portfolios p on p.id = e.portfolio_id
     left join portfolio.holdings h on h.portfolio_id = e.portfolio_id and h.symbol = e.symbol
     where e.status <> 'CANCELLED' and e.day between ? and ? order by e.day, e.id`,
    [from, to],
  );
  return rows;
}

/** Coupons on record in a span and near it, so that none is worked out a second time. */
export async function readRecordedCoupons(
  trx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<RecordedCoupon[]> {
  const { rows } = await trx.raw<{ rows: RecordedCoupon[] }>(
    `select portfolio_id, symbol, day from portfolio.income_events
     where kind = 'COUPON' and status <> 'CANCELLED' and day between ? and ?`,
    [addDays(from, -SAME_COUPON_DAYS), addDays(to, SAME_COUPON_DAYS)],
  );
  return rows;
}
