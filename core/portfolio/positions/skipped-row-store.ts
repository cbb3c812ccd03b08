import type { DbTransaction } from '../../platform/index.ts';
import { SkippedRowModel } from '../models.ts';
import type { PositionKey } from './position-key.ts';
import type { SkippedRow } from '../ledger/index.ts';

/** Condition on `portfolio.transactions t`: rows that an applied merger of schemes stands for reach no replay. */
export const IS_NOT_MERGED = `(t.merged_by is null or not exists (select from portfolio.ledger_actions merger
  where merger.id = t.merged_by and merger.status = 'APPLIED'))`;

/** Condition of a query on `portfolio.transactions t`: rows that the ledger leaves out count in no sum. */
export const IS_REPLAYED = `not exists (select from portfolio.skipped_rows left_out where left_out.transaction_id = t.id)
  and ${IS_NOT_MERGED}`;

/** Rows put into one insert: making its text is work during which nothing else runs. */
const AT_ONCE = 200;

/**
 * Replaces what is kept of the rows that the replay of these symbols left out.
 * @returns those of them that were not left out before.
 */
export async function writeSkipped(
  trx: DbTransaction,
  userId: string,
  keys: readonly PositionKey[],
  skipped: readonly SkippedRow[],
): Promise<SkippedRow[]> {
  const { rows: before } = await trx.raw<{ rows: { id: string }[] }>(
    `delete from portfolio.skipped_rows where (portfolio_id, symbol) in (select * from unnest(?::bigint[], ?::text[]))
     returning transaction_id::text as id`,
    [keys.map((key) => key.portfolio_id), keys.map((key) => key.symbol)],
  );
  const rows = skipped.flatMap(({ transaction_id, portfolio, symbol, date, code, reason }) =>
    transaction_id === null
      ? []
      : [
          {
            transaction_id,
            owner_user_id: userId,
            portfolio_id: portfolio,
            symbol,
            trade_date: date,
            code,
            reason,
          },
        ],
  );
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await SkippedRowModel.query(trx).insert(rows.slice(from, from + AT_ONCE));
  const known = new Set(before.map(({ id }) => id));
  return skipped.filter(({ transaction_id }) => transaction_id !== null && !known.has(transaction_id));
}
