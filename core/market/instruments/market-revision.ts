import type { DbTransaction } from '../../platform/index.ts';

/**
 * Changes with each transaction that writes a kind of market data: prices (closes, corporate actions, members and levels of
 * indexes), or the registry of instruments with aliases and changes of symbols.
 */
export async function readMarketRevision(trx: DbTransaction, topic: 'prices' | 'registry'): Promise<string> {
  const row = (await trx('market.revisions').where({ topic }).first('changed_by')) as
    | { changed_by: string }
    | undefined;
  return row?.changed_by ?? '';
}
