import type { DbTransaction } from '../../platform/index.ts';
import type { CommonPortfolio } from '../../brokers/index.ts';
import {
  portfoliosWithHoldings,
  portfoliosWithTrades,
  stagedPositions,
  syncedPortfolios,
} from '../records/index.ts';

/**
 * The portfolio that a connection fills with the trades of a staged file: the file is of the same account, and belongs
 * there. Where a broker reported no older trade, what remains of the file is compared with what it holds. Null where nothing
 * fits, and where the file says itself where its rows go.
 */
export async function proposedPortfolio(
  trx: DbTransaction,
  importId: string,
): Promise<CommonPortfolio | null> {
  const synced = await syncedPortfolios(trx);
  if (synced.size === 0 || (await namesPortfolios(trx, importId))) return null;
  const isSynced = ({ id }: CommonPortfolio) => synced.has(id);
  const byTrades = (await portfoliosWithTrades(trx, importId)).find(isSynced);
  if (byTrades !== undefined) return byTrades;
  return (await portfoliosWithHoldings(trx, await stagedPositions(trx, importId))).find(isSynced) ?? null;
}

async function namesPortfolios(trx: DbTransaction, importId: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    'select 1 from portfolio.import_rows where import_id = ? and portfolio is not null limit 1',
    [importId],
  );
  return rows.length > 0;
}
