import { usePortfolioChange } from '../api/queries.ts';
import { failed, undoable } from './toast.tsx';

interface Deletable<Row> {
  remove: (id: string) => Promise<void>;
  restore: (id: string) => Promise<Row>;
}

/**
 * Deletes a row at once and offers to take it back: as soon as the server has done it, and not only when the page has
 * read everything again, and for each of several rows that are deleted one after the other.
 */
export function useDeletion<Row extends { id: string }>(
  rows: Deletable<Row>,
  nameOf: (row: Row) => string,
): (row: Row) => void {
  const restore = usePortfolioChange(rows.restore);
  const remove = usePortfolioChange(async (row: Row) => {
    try {
      await rows.remove(row.id);
    } catch (error) {
      failed(error, `${nameOf(row)} could not be deleted`);
      throw error;
    }
    undoable(`${nameOf(row)} deleted.`, () => restore.mutateAsync(row.id));
  });
  return (row) => remove.mutate(row);
}
