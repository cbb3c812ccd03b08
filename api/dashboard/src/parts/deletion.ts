import { usePortfolioChange } from '../api/queries.ts';
import { failed, undoable } from './toast.tsx';

interface Deletable<Row> {
  remove: (id: string) => Promise<void>;
  restore: (id: string) => Promise<Row>;
}

/** Deletes a row at once and offers to take it back. */
export function useDeletion<Row extends { id: string }>(
  rows: Deletable<Row>,
  nameOf: (row: Row) => string,
): (row: Row) => void {
  const remove = usePortfolioChange(({ id }: Row) => rows.remove(id));
  const restore = usePortfolioChange(rows.restore);
  return (row) =>
    remove.mutate(row, {
      onSuccess: () => undoable(`${nameOf(row)} is deleted.`, () => restore.mutateAsync(row.id)),
      onError: (error) => failed(error, `${nameOf(row)} was not deleted`),
    });
}
