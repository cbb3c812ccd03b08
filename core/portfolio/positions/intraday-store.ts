import type { DbTransaction } from '../../platform/index.ts';
import type { PositionKey } from './position-key.ts';

/** The positions of a person with a day of both purchases and sales: those that intraday matching can change. */
export async function readIntradayKeys(trx: DbTransaction, userId: string): Promise<PositionKey[]> {
  const { rows } = await trx.raw<{ rows: PositionKey[] }>(
    `select distinct s.portfolio_id::text, s.symbol from portfolio.transactions s
     join portfolio.transactions b on b.portfolio_id = s.portfolio_id and b.symbol = s.symbol
       and b.trade_date = s.trade_date and b.type = 'BUY'
     where s.owner_user_id = ? and s.type = 'SELL' order by 1, 2`,
    [userId],
  );
  return rows;
}

/** People with positions calculated by an older rule. */
export async function readOutdatedOwners(trx: DbTransaction): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { owner: string }[] }>(
    `select distinct owner_user_id::text as owner from portfolio.positions where is_outdated order by 1`,
  );
  return rows.map(({ owner }) => owner);
}

/** A person's positions calculated by an older rule. */
export async function readOutdatedKeys(trx: DbTransaction): Promise<PositionKey[]> {
  const { rows } = await trx.raw<{ rows: PositionKey[] }>(
    'select portfolio_id::text, symbol from portfolio.positions where is_outdated order by portfolio_id, symbol',
  );
  return rows;
}
