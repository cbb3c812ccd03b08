import type { Context } from '../../platform/index.ts';
import { replayPositions } from '../positions/index.ts';
import { PositionModel, SkippedRowModel } from '../models.ts';
import { portfolioScope } from './portfolio-scope.ts';

/** What a ledger holds that no figure counts. */
export interface LedgerGaps {
  /** Symbols of which more was sold than is known to have been bought. */
  unmatched: string[];
  /** Rows that the replay left out, by symbol. */
  left_out: { symbol: string; rows: number }[];
}

/** Of each row that is not counted, or in part only, the part that is not: 1 is all of it. */
export type UncountedShares = ReadonlyMap<string, number>;

/** Sales without a purchase and rows that could not be replayed, for reports that must warn of them. */
export function createLedgerGapsService({ database }: Context) {
  return {
    /** @param name a portfolio, or nothing for Networth. @throws 404 PORTFOLIO_NOT_FOUND. */
    async read(userId: string, name: string | null): Promise<LedgerGaps> {
      return await database.readAsUser(userId, async (trx) => {
        const { id } = await portfolioScope(trx, name);
        const scope = [id, id] as string[];
        const { rows: sold } = await trx.raw<{ rows: { symbol: string }[] }>(
          `select distinct symbol from portfolio.positions
           where unmatched_quantity <> 0 and (?::bigint is null or portfolio_id = ?::bigint) order by symbol`,
          scope,
        );
        const { rows: left } = await trx.raw<{ rows: { symbol: string; rows: number }[] }>(
          `select symbol, count(*)::int as rows from portfolio.skipped_rows
           where ?::bigint is null or portfolio_id = ?::bigint group by symbol order by symbol`,
          scope,
        );
        return { unmatched: sold.map(({ symbol }) => symbol), left_out: left };
      });
    },

    /** Which rows are not counted, by their id. @throws 404 PORTFOLIO_NOT_FOUND. */
    async shares(userId: string, name: string | null): Promise<UncountedShares> {
      return await database.asUser(userId, async (trx) => {
        const { id: portfolioId } = await portfolioScope(trx, name);
        const ofScope = <Q extends { where(column: string, value: string): unknown }>(query: Q): Q => {
          if (portfolioId !== null) void query.where('portfolio_id', portfolioId);
          return query;
        };
        const shares = new Map<string, number>();
        for (const { transaction_id } of await ofScope(SkippedRowModel.query(trx).select('transaction_id')))
          shares.set(transaction_id, 1);
        const keys = await ofScope(
          PositionModel.query(trx).select('portfolio_id', 'symbol').whereNot('unmatched_quantity', 0),
        );
        if (keys.length === 0) return shares;
        const missing = new Map<string, number>();
        await replayPositions(trx, keys, async (_key, position) => {
          for (const { transaction_id, quantity } of position?.unmatched() ?? [])
            if (transaction_id !== null) missing.set(transaction_id, quantity.toNumber());
        });
        const { rows } = await trx.raw<{ rows: { id: string; quantity: number }[] }>(
          'select id::text, abs(quantity)::float8 as quantity from portfolio.transactions where id = any(?::bigint[])',
          [[...missing.keys()]],
        );
        for (const { id, quantity } of rows) shares.set(id, Math.min(1, (missing.get(id) ?? 0) / quantity));
        return shares;
      });
    },
  };
}
