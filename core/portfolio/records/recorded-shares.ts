import type { Context, Decimal, DbTransaction } from '../../platform/index.ts';

/** A security by the names that two sides may share. */
interface Named {
  symbol: string;
  isin: string | null;
}

/** What a person's portfolio has of securities. */
interface RecordedShares {
  /** Quantities that are held now; `is_listed` where a broker's list states it. */
  holdings: (Named & { quantity: Decimal; is_listed: boolean })[];
  /** Changes since the asked day, by day. */
  rows: (Named & {
    day: string;
    type: 'BUY' | 'SELL' | 'SPLIT' | 'TRANSFER_IN' | 'TRANSFER_OUT' | 'FRACTION';
    /** Units; of a split new per old. */
    quantity: Decimal;
    /** The exchange's time of day, HH:MM:SS; null where it is not known. */
    time: string | null;
    is_synced: boolean;
    execution_id: string | null;
  })[];
}

/**
 * Reads what a portfolio holds of some securities, and the rows that changed it since a day.
 * @returns null where there is no such portfolio.
 */
export const createRecordedShares =
  ({ database }: Pick<Context, 'database'>) =>
  async (
    userId: string,
    { portfolio, since, of }: { portfolio: string; since: string; of: readonly Named[] },
  ): Promise<RecordedShares | null> =>
    await database.readAsUser(userId, async (trx) => {
      const found = (await trx('portfolio.portfolios')
        .whereRaw('lower(name) = lower(?)', [portfolio])
        .first('id')) as { id: string } | undefined;
      if (found === undefined) return null;
      const names = [found.id, of.map(({ symbol }) => symbol), of.flatMap(({ isin }) => isin ?? [])] as const;
      return { holdings: await readHoldings(trx, names), rows: await readRows(trx, names, since) };
    });

type Names = readonly [portfolioId: string, symbols: string[], isins: string[]];

async function readHoldings(trx: DbTransaction, names: Names): Promise<RecordedShares['holdings']> {
  const { rows } = await trx.raw<{ rows: RecordedShares['holdings'] }>(
    `select symbol, isin, quantity, source = 'BROKER' as is_listed from portfolio.holdings
     where portfolio_id = ? and quantity <> 0 and (symbol = any (?::text[]) or isin = any (?::text[]))`,
    [...names],
  );
  return rows;
}

async function readRows(trx: DbTransaction, names: Names, since: string): Promise<RecordedShares['rows']> {
  const { rows } = await trx.raw<{ rows: RecordedShares['rows'] }>(
    `select symbol, isin, trade_date::text as day, type, quantity, executed_at::text as time,
       source = 'BROKER' as is_synced, execution_id
     from portfolio.transactions
     where portfolio_id = ? and (symbol = any (?::text[]) or isin = any (?::text[])) and trade_date >= ?
       and type in ('BUY', 'SELL', 'SPLIT', 'TRANSFER_IN', 'TRANSFER_OUT', 'FRACTION')
     order by id`,
    [...names, since],
  );
  return rows;
}
