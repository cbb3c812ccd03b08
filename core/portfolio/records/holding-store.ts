import type { Model, QueryBuilder } from 'objection';
import { Decimal, type DbTransaction, pageWindow } from '../../platform/index.ts';
import { HoldingModel } from '../models.ts';
import { HAND_DAYS_COLUMN } from '../valuation/index.ts';
import { scopedTo } from './portfolio-scope.ts';
import type { HoldingQuery, HoldingSort } from './query.ts';

/** A holding with its portfolio's name and what the ledger says of the symbol there. */
export interface HoldingRow extends HoldingModel {
  portfolio: string;
  ledger_quantity: Decimal | null;
  transactions_count: number | null;
  unknown_cost_quantity: Decimal | null;
  reconciled_at: Date | null;
  /** Day of the last transaction of the symbol there. */
  last_trade_on: string | null;
  /** The last applied action that would explain a difference to the ledger: the stated units are those of before it. */
  unlisted_action: { kind: string; ex_date: string; new_shares: string; old_shares: string } | null;
  /** Days for which its price counts if a person keeps it up; null where a market prices it. */
  hand_days: number | null;
}

/** What a list of holdings is sorted by. */
const SORTED_BY: Readonly<Record<HoldingSort, string>> = {
  symbol: 'h.symbol',
  portfolio: 'p.name',
  quantity: 'h.quantity',
  invested: '(h.quantity * h.avg_buy_price)',
  market_value: '(h.quantity * h.current_price)',
  gain: '(h.quantity * (h.current_price - h.avg_buy_price))',
  gain_pct: '((h.current_price - h.avg_buy_price) / nullif(h.avg_buy_price, 0))',
  day_change:
    "(case when h.asset_class <> 'Unlisted' then h.quantity * (h.current_price - h.previous_close) end)",
};

const columns = (trx: DbTransaction) => [...COLUMNS, trx.raw(HAND_DAYS_COLUMN), trx.raw(UNLISTED_ACTION)];

/** Fractions of a share may have been paid out. */
const UNLISTED_ACTION = `case when h.source <> 'LEDGER' and h.quantity > 0 and h.quantity <> l.quantity then (
  select jsonb_build_object('kind', a.kind, 'ex_date', a.ex_date, 'new_shares', a.new_shares::text, 'old_shares', a.old_shares::text)
  from portfolio.ledger_actions a
  where a.portfolio_id = h.portfolio_id and a.symbol = h.symbol and a.status = 'APPLIED'
    and a.kind in ('SPLIT', 'CONSOLIDATION', 'BONUS') and a.new_shares <> a.old_shares
    and abs(h.quantity * a.new_shares / a.old_shares - l.quantity) < 1
  order by a.ex_date desc limit 1) end as unlisted_action`;

function joined(trx: DbTransaction) {
  return HoldingModel.query(trx)
    .alias('h')
    .join('portfolio.portfolios as p', 'p.id', 'h.portfolio_id')
    .leftJoin('portfolio.positions as l', (on) =>
      on.on('l.portfolio_id', 'h.portfolio_id').andOn('l.symbol', 'h.symbol'),
    );
}

const COLUMNS = [
  'h.*',
  'p.name as portfolio',
  'l.quantity as ledger_quantity',
  'l.transactions_count',
  'l.unknown_cost_quantity',
  'l.calculated_at as reconciled_at',
  'l.last_date as last_trade_on',
];

/** One page of holdings and how many there are in all; none of a portfolio that is not there. */
export async function pageOfHoldings(
  trx: DbTransaction,
  query: HoldingQuery,
): Promise<{ rows: HoldingRow[]; total: number }> {
  const portfolioId = await scopedTo(trx, query.portfolio);
  if (portfolioId === undefined) return { rows: [], total: 0 };
  const filtered = joined(trx).where((where) => {
    if (portfolioId !== null) void where.where('h.portfolio_id', portfolioId);
    if (query.asset_class !== undefined) void where.where('h.asset_class', query.asset_class);
    if (query.search !== undefined && query.search !== '') {
      const pattern = `%${query.search.replace(/[\\%_]/g, '\\$&')}%`;
      void where.where((any) => {
        void any
          .whereILike('h.symbol', pattern)
          .orWhereILike('h.name', pattern)
          .orWhereILike('h.isin', pattern);
      });
    }
  });
  const { page_size, offset } = pageWindow(query);
  const total = await filtered.clone().resultSize();
  const direction = query.order === 'desc' ? 'desc' : 'asc';
  const rows = await filtered
    .select(columns(trx))
    .orderByRaw(`${SORTED_BY[query.sort ?? 'symbol']} ${direction} nulls last`)
    .orderBy('h.id')
    .limit(page_size)
    .offset(offset);
  return { rows: rows as HoldingRow[], total };
}

/** Every holding of the owner, by portfolio and symbol: what totals are computed from. */
export async function allHoldings(trx: DbTransaction): Promise<HoldingRow[]> {
  return (await joined(trx).select(columns(trx)).orderBy(['p.name', 'h.symbol'])) as HoldingRow[];
}

/** Holdings as `h`, to be narrowed. */
export function holdingRows(trx: DbTransaction): QueryBuilder<HoldingRow, HoldingRow[]> {
  return joined(trx).select(columns(trx)) as QueryBuilder<Model, Model[]> as QueryBuilder<
    HoldingRow,
    HoldingRow[]
  >;
}

export async function findHolding(trx: DbTransaction, id: string): Promise<HoldingRow | undefined> {
  return await holdingRows(trx).findById(id);
}

/** Holdings of a symbol (whole, whatever the case), in every portfolio. */
export async function holdingsOfSymbol(trx: DbTransaction, symbol: string): Promise<HoldingRow[]> {
  return (await joined(trx)
    .select(columns(trx))
    .whereRaw('upper(h.symbol) = ?', [symbol.trim().toUpperCase()])
    .orderBy('p.name')) as HoldingRow[];
}

/** Holdings of some symbols whose difference to the ledger is an applied corporate action. */
export async function withUnlistedAction(
  trx: DbTransaction,
  portfolioId: string,
  symbols: readonly string[],
): Promise<HoldingRow[]> {
  const rows = (await joined(trx)
    .select(columns(trx))
    .where('h.portfolio_id', portfolioId)
    .whereIn('h.symbol', [...symbols])) as HoldingRow[];
  return rows.filter(({ unlisted_action }) => unlisted_action !== null);
}
