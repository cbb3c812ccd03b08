import type { DbTransaction } from './database.ts';

/**
 * Number of a person's rows of a list, from counts that every write updates.
 * @param list a table of the migration `137_list_counts`, and `by` values of its columns there; undefined and null are all.
 */
export async function keptCount(
  trx: DbTransaction,
  list: string,
  by: Readonly<Record<string, string | readonly string[] | null | undefined>> = {},
): Promise<number> {
  const counts = trx('portfolio.list_counts').where({ list }).sum('rows as total');
  for (const [column, values] of Object.entries(by))
    if (values !== undefined && values !== null)
      void counts.whereRaw('key ->> ?::text = any(?::text[])', [
        column,
        typeof values === 'string' ? [values] : [...values],
      ]);
  const [row] = (await counts) as { total: string | null }[];
  return Number(row?.total ?? 0);
}
