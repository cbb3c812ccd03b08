import { createSharedRead, type Database } from '../../platform/index.ts';

export type ReadMarketRevision = (topic: 'prices' | 'registry') => Promise<string>;

/**
 * Reads what changes with each transaction that writes a kind of market data: prices (closes, corporate actions, members and
 * levels of indexes), or the registry of instruments with aliases and changes of symbols. Requests of one turn of the event
 * loop share a query.
 */
export function createReadMarketRevision({ systemPool }: Pick<Database, 'systemPool'>): ReadMarketRevision {
  const read = createSharedRead(async (topics) => {
    // Most answers look at it: one statement, where a transaction would take three.
    const { rows } = await systemPool.query<{ topic: string; changed_by: string }>({
      name: 'market_revisions',
      text: 'select topic, changed_by from market.revisions where topic = any($1)',
      values: [topics],
    });
    return new Map(rows.map(({ topic, changed_by }) => [topic, changed_by]));
  });
  return async (topic) => (await read(topic)) ?? '';
}
