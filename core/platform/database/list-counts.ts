import { type Page, type PageQuery, pageWindow } from '../input/index.ts';
import type { DbTransaction } from './database.ts';

/** Values of columns that a list is counted by; undefined and null are all. */
type CountedBy = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/** Rows of a list with the same key. */
interface KeptCount {
  key: Readonly<Record<string, string | number | null>>;
  rows: number;
}

/**
 * A person's rows of a list by its key, from counts that every write updates.
 * @param list a table of the migrations `137_list_counts` and `139_more_list_counts`, and `by` values of its columns there.
 */
export async function keptCounts(trx: DbTransaction, list: string, by: CountedBy = {}): Promise<KeptCount[]> {
  const counts = trx('portfolio.list_counts').where({ list }).where('rows', '<>', 0).select('key', 'rows');
  for (const [column, values] of Object.entries(by))
    if (values !== undefined && values !== null)
      void counts.whereRaw('key ->> ?::text = any(?::text[])', [
        column,
        typeof values === 'string' ? [values] : [...values],
      ]);
  return (await counts) as KeptCount[];
}

/** Number of a person's rows of a list. @see keptCounts */
export async function keptCount(trx: DbTransaction, list: string, by: CountedBy = {}): Promise<number> {
  return (await keptCounts(trx, list, by)).reduce((sum, { rows }) => sum + rows, 0);
}

/** A page of a list whose total is kept. @param read reads the rows of a window; the others are as for `keptCounts`. */
export async function keptPage<T>(
  trx: DbTransaction,
  list: string,
  by: CountedBy,
  query: PageQuery,
  read: (window: { page_size: number; offset: number }) => PromiseLike<T[]>,
): Promise<Page<T>> {
  const { page, page_size, offset } = pageWindow(query);
  const total = await keptCount(trx, list, by);
  return { items: await read({ page_size, offset }), page, page_size, total };
}
