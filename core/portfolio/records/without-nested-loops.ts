import type { DbTransaction } from '../../platform/index.ts';

/**
 * Runs a query that joins staged rows with others. Staged rows have no statistics yet: taken for a few, they would be compared
 * one by one with all that is recorded.
 */
export async function withoutNestedLoops<T>(trx: DbTransaction, query: () => Promise<T>): Promise<T> {
  await trx.raw('set local enable_nestloop = off');
  const found = await query();
  await trx.raw('set local enable_nestloop = on');
  return found;
}
