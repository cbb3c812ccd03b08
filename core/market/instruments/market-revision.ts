import { createSharedRead, type Database } from '../../platform/index.ts';

export type ReadMarketRevision = (topic: 'prices' | 'registry') => Promise<string>;

/**
 * Reads what changes with each transaction that writes a kind of market data: prices (closes, corporate actions, members and
 * levels of indexes), or the registry of instruments with aliases and changes of symbols. Requests of one turn of the event
 * loop share a query.
 */
export function createReadMarketRevision(database: Pick<Database, 'readAsSystem'>): ReadMarketRevision {
  const read = createSharedRead((topics) =>
    database.readAsSystem('check for new market data', async (trx) => {
      const rows: { topic: string; changed_by: string }[] = await trx('market.revisions')
        .whereIn('topic', topics)
        .select('topic', 'changed_by');
      return new Map(rows.map(({ topic, changed_by }) => [topic, changed_by]));
    }),
  );
  return async (topic) => (await read(topic)) ?? '';
}
