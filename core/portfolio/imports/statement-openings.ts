import type { DbTransaction } from '../../platform/index.ts';
import { type Choice, PORTFOLIO_OF } from '../records/index.ts';

/**
 * A statement begins with the units of earlier ones. What is recorded of the same folio and scheme up to that day is taken off
 * its opening balance, so that statements of one year after the other double nothing, and units of a missing year remain.
 * The ids of such rows begin with the folio and scheme: `cas:<scheme>:<entry>`.
 * @returns how many opening balances were recorded already as a whole
 */
export async function lowerOpenings(trx: DbTransaction, choice: Choice): Promise<number> {
  const { rows } = await trx.raw<{ rows: { covered: number }[] }>(
    `with openings as materialized (
       select r.row, r.quantity, r.trade_date, r.execution_id, p.id as portfolio_id
       from portfolio.import_rows r
       join portfolio.portfolios p on lower(p.name) = lower(${PORTFOLIO_OF})
       where r.import_id = ? and r.state = 'valid' and r.type = 'TRANSFER_IN' and r.execution_id like 'cas:%:opening:%'
         and (?::int[] is null or r.row = any(?::int[]))
     ),
     missing as (
       select o.row, o.quantity - sum(case t.type when 'SELL' then -t.quantity when 'DIVIDEND' then 0 else t.quantity end) as quantity
       from openings o join portfolio.transactions t on t.portfolio_id = o.portfolio_id and t.trade_date <= o.trade_date
         and split_part(t.execution_id, ':', 1) = 'cas'
         and split_part(t.execution_id, ':', 2) = split_part(o.execution_id, ':', 2)
       group by o.row, o.quantity
     ),
     lowered as (
       update portfolio.import_rows r set quantity = missing.quantity
       from missing where r.import_id = ? and r.row = missing.row and missing.quantity > 0.001
     ),
     covered as (
       delete from portfolio.import_rows r using missing
       where r.import_id = ? and r.row = missing.row and missing.quantity <= 0.001 returning r.row
     )
     select count(*)::int as covered from covered`,
    [
      choice.targetPortfolio,
      choice.fallbackPortfolio,
      choice.importId,
      choice.rows,
      choice.rows,
      choice.importId,
      choice.importId,
    ] as never,
  );
  return rows[0]?.covered ?? 0;
}
