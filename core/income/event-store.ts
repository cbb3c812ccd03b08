import type { IncomeQuery, IncomeSummaryQuery } from './inputs.ts';
import { IncomeEventModel } from './models.ts';
import { type NewsEvent, NEWS_STATUSES } from './news.ts';
import type { IncomeCell } from './summary.ts';
import { EXPECTED_STATUSES, INCOME_STATUSES } from './transitions.ts';
import type { IncomeEventRow } from './event-view.ts';
import { scopedTo } from '../portfolio/index.ts';
import { keptCount, type PageQuery, USUAL_PAGE, type DbTransaction } from '../platform/index.ts';

/**
 * Events that came into one of NEWS_STATUSES and that their person was not notified of yet, each locked until the
 * transaction ends and marked as notified: of two that ask at once, one gets them.
 */
export async function claimNews(trx: DbTransaction): Promise<NewsEvent[]> {
  const { rows } = await trx.raw<{ rows: NewsEvent[] }>(
    `update portfolio.income_events set told_status = status
     where status = any(?::text[]) and told_status is distinct from status
     returning id::text, symbol, kind, currency, status, day::text, ex_date::text, record_date::text,
       payment_date::text, amount_per_unit, entitled_quantity, gross_amount, withheld_tax, net_amount`,
    [NEWS_STATUSES],
  );
  return rows.toSorted((a, b) => Number(a.id) - Number(b.id));
}

export function windowOf({ page = 1, page_size = USUAL_PAGE }: PageQuery) {
  return { page, page_size, offset: (page - 1) * page_size };
}

/** One page of events; the newest day first unless asked otherwise. Cancelled ones are there when asked for by name. */
export async function pageOfEvents(
  trx: DbTransaction,
  query: IncomeQuery,
): Promise<{ rows: IncomeEventRow[]; total: number }> {
  const portfolioId = await scopedTo(trx, query.portfolio);
  if (portfolioId === undefined) return { rows: [], total: 0 };
  const { status, kind, currency, symbol, source, year, from, to } = query;
  const statuses =
    status === 'EXPECTED'
      ? EXPECTED_STATUSES
      : INCOME_STATUSES.filter((one) => (status === undefined ? one !== 'CANCELLED' : one === status));
  const filtered = IncomeEventModel.query(trx)
    .alias('e')
    .join('portfolio.portfolios as p', 'p.id', 'e.portfolio_id')
    .select('e.*', 'p.name as portfolio')
    .whereIn('e.status', statuses)
    .where((where) => {
      if (portfolioId !== null) void where.where('e.portfolio_id', portfolioId);
      if (symbol !== undefined) void where.whereRaw('upper(e.symbol) = upper(?)', [symbol.trim()]);
      if (kind !== undefined) void where.where('e.kind', kind);
      if (source !== undefined) void where.where('e.source', source);
      if (currency !== undefined) void where.where('e.currency', currency);
      if (year !== undefined) void where.whereBetween('e.day', [`${year}-01-01`, `${year}-12-31`]);
      if (from !== undefined) void where.where('e.day', '>=', from);
      if (to !== undefined) void where.where('e.day', '<=', to);
    });
  const { page_size, offset } = windowOf(query);
  const isCounted = [symbol, source, year, from, to].every((one) => one === undefined);
  const total = isCounted
    ? await keptCount(trx, 'portfolio.income_events', {
        portfolio_id: portfolioId,
        status: statuses,
        kind,
        currency,
      })
    : await filtered.clone().resultSize();
  const direction = query.order ?? 'desc';
  const rows = await filtered
    .orderBy([
      { column: 'e.day', order: direction },
      { column: 'e.id', order: direction },
    ])
    .limit(page_size)
    .offset(offset);
  return { rows: rows as IncomeEventRow[], total };
}

/** Sums by month, symbol and currency, the months ascending. */
export async function readCells(
  trx: DbTransaction,
  query: IncomeSummaryQuery,
  today: string,
): Promise<IncomeCell[]> {
  const portfolioId = await scopedTo(trx, query.portfolio);
  if (portfolioId === undefined) return [];
  const { rows } = await trx.raw<{ rows: IncomeCell[] }>(
    `select to_char(e.day, 'YYYY-MM') as month, e.symbol, e.currency,
       coalesce(sum(e.net_amount) filter (where e.status = 'PAID'), 0) as paid,
       coalesce(sum(e.withheld_tax) filter (where e.status = 'PAID'), 0) as withheld_tax,
       coalesce(sum(e.gross_amount) filter (where e.status <> 'PAID' and e.day >= :today), 0) as expected,
       coalesce(sum(e.gross_amount) filter (where e.status <> 'PAID' and e.day < :today), 0) as unrecorded,
       count(*)::int as events
     from portfolio.income_events e
     where e.status <> 'CANCELLED' and (:portfolioId::bigint is null or e.portfolio_id = :portfolioId)
       and (:symbol::text is null or upper(e.symbol) = upper(:symbol))
       and (:first::date is null or e.day between :first and :last)
     group by 1, 2, 3 order by 1, 2, 3`,
    {
      today,
      portfolioId,
      symbol: query.symbol?.trim() ?? null,
      first: query.year === undefined ? null : `${query.year}-01-01`,
      last: query.year === undefined ? null : `${query.year}-12-31`,
    } as Record<string, string>,
  );
  return rows;
}

/** Years with any event that is not cancelled, newest first. */
export async function readYears(trx: DbTransaction): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { year: number }[] }>(
    `select distinct extract(year from day)::int as year from portfolio.income_events
     where status <> 'CANCELLED' order by year desc`,
  );
  return rows.map(({ year }) => year);
}

/** Coupons on record of a span of days, by portfolio, symbol and day. */
export async function readCoupons(trx: DbTransaction, from: string, to: string): Promise<IncomeEventModel[]> {
  return await IncomeEventModel.query(trx)
    .where('kind', 'COUPON')
    .whereNot('status', 'CANCELLED')
    .whereBetween('day', [from, to])
    .orderBy('day');
}
