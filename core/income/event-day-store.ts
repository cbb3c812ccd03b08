import { addDays, type Decimal, type DbTransaction } from '../platform/index.ts';
import { SAME_COUPON_DAYS } from './coupons.ts';
import type { Confidence, IncomeKind } from './event.ts';
import { EXPECTED_STATUSES, type IncomeStatus } from './transitions.ts';

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
  trx: DbTransaction,
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
  trx: DbTransaction,
  { from, to }: { from: string; to: string },
): Promise<RecordedCoupon[]> {
  const { rows } = await trx.raw<{ rows: RecordedCoupon[] }>(
    `select portfolio_id, symbol, day from portfolio.income_events
     where kind = 'COUPON' and status <> 'CANCELLED' and day between ? and ?`,
    [addDays(from, -SAME_COUPON_DAYS), addDays(to, SAME_COUPON_DAYS)],
  );
  return rows;
}

/** A coupon that is on record, in whatever state but cancelled. */
export interface RecordedCoupon {
  portfolio_id: string;
  symbol: string;
  day: string;
}

/** Income that is forecast, declared or entitled. */
export interface ExpectedIncome {
  /** Of the event; null for a coupon that is only worked out. */
  id: string | null;
  day: string;
  symbol: string;
  currency: string;
  /** Before tax; null where it is not known. */
  amount: Decimal | null;
  status: string;
  source: string;
}

/** What is expected up to a day, by day. @param portfolioId null for all. */
export async function readExpected(
  trx: DbTransaction,
  portfolioId: string | null,
  until: string,
): Promise<ExpectedIncome[]> {
  const { rows } = await trx.raw<{ rows: (ExpectedIncome & { amount: Decimal | null })[] }>(
    `select id, day, symbol, currency, gross_amount as amount, status, source from portfolio.income_events
     where status = any(?::text[]) and day <= ? and (?::bigint is null or portfolio_id = ?::bigint)
     order by day, id`,
    [[...EXPECTED_STATUSES], until, portfolioId, portfolioId] as string[],
  );
  return rows;
}
