import { portfolioScope } from '../records/index.ts';
import { type Context, type DbTransaction, withTimeOf } from '../../platform/index.ts';
import { csvHeader, csvLine, type ExportRow } from './export.ts';
import type { ExportQuery } from './inputs.ts';

/** Rows fetched at a time: an export of millions takes the memory of this many. */
const BATCH = 2000;

export type ExportService = ReturnType<typeof createExportService>;

/** Exports as CSV that the importer reads back without loss. */
export function createExportService(context: Context) {
  const { database } = context;

  return {
    /**
     * The file in pieces, header first. Each piece is read in a short transaction of its own, so that a slow reader
     * holds no connection; rows added meanwhile may or may not be in it.
     * @param markOf the reason of a holding, for a last column; null for no such column.
     * @throws 404 PORTFOLIO_NOT_FOUND before the first piece.
     */
    async csv(
      userId: string,
      { type, portfolio }: ExportQuery,
      markOf: MarkOf | null = null,
    ): Promise<AsyncIterable<string>> {
      const { id } = await database.readAsUser(userId, (trx) => portfolioScope(trx, portfolio));
      const read = type === 'transactions' ? transactionsAfter : holdingsAfter;
      return (async function* () {
        const line = (row: Keyed) =>
          csvLine(type, { ...row, provisional_reason: markOf?.(row) ?? null }, markOf !== null);
        yield csvHeader(type, markOf !== null);
        let after: Keyed | undefined;
        for (;;) {
          const rows = await withTimeOf('report', () =>
            database.readAsUser(userId, async (trx) => await read(trx, id, after)),
          );
          if (rows.length > 0) yield rows.map(line).join('');
          after = rows.at(-1);
          if (rows.length < BATCH) return;
        }
      })();
    },
  };
}

type Keyed = ExportRow & { id: string; portfolio: string; symbol: string; date?: string };

/** Why the figures of a holding may still change; null where nothing may change them. */
type MarkOf = (holding: { portfolio: string; symbol: string }) => string | null;

/** Transactions by date and id after the given one; numbers as text, so that every digit arrives. */
async function transactionsAfter(
  trx: DbTransaction,
  portfolioId: string | null,
  after: Keyed | undefined,
): Promise<Keyed[]> {
  const { rows } = await trx.raw<{ rows: Keyed[] }>(
    `select t.id, p.name as portfolio, t.symbol, t.trade_date::text as date, t.type, t.quantity::text,
       case when t.type not in ('TRANSFER_IN', 'TRANSFER_OUT') then t.price::text end as price, t.fee_tax::text, t.currency, t.isin,
       t.security_id, t.asset_class, t.note, t.execution_id, t.executed_at::text
     from portfolio.transactions t join portfolio.portfolios p on p.id = t.portfolio_id
     where (?::bigint is null or t.portfolio_id = ?::bigint) and t.action_id is null and (t.trade_date, t.id) > (?::date, ?::bigint)
     order by t.trade_date, t.id limit ?`,
    [portfolioId, portfolioId, after?.date ?? '0001-01-01', after?.id ?? '0', BATCH] as never,
  );
  return rows;
}

/** A beta that was worked out stays here: read back it would pass for one that somebody wrote, and never be renewed. */
async function holdingsAfter(
  trx: DbTransaction,
  portfolioId: string | null,
  after: Keyed | undefined,
): Promise<Keyed[]> {
  const { rows } = await trx.raw<{ rows: Keyed[] }>(
    `select h.id, p.name as portfolio, h.symbol, h.name, h.asset_class, h.currency, h.isin, h.quantity::text, h.avg_buy_price::text,
       h.current_price::text, h.previous_close::text, h.sector, nullif(h.beta, h.beta_computed)::text as beta, h.target_allocation_pct::text,
       h.maturity_date::text, h.face_value::text, h.coupon_rate::text, h.coupon_frequency,
       case when h.current_price is not null then
         coalesce(h.price_as_of, (h.priced_at at time zone 'Asia/Kolkata')::date)::text end as price_date,
       h.price_interval_days
     from portfolio.holdings h join portfolio.portfolios p on p.id = h.portfolio_id
     where (?::bigint is null or h.portfolio_id = ?::bigint) and h.id > ?::bigint
     order by h.id limit ?`,
    [portfolioId, portfolioId, after?.id ?? '0', BATCH] as never,
  );
  return rows;
}
