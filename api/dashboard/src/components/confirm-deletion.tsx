/** Asks before a permanent deletion; what can be undone is deleted without asking (`deletion.ts`). */
import type { ReactNode } from 'react';
import { usePortfolioChange } from '../api/queries.ts';
import { Confirm } from './confirm.tsx';
import { goOnAt } from './focused.ts';
import { done, failed } from './toast.tsx';

interface ConfirmDeletionProps<Row> {
  /** The row to delete; null while the dialog is closed. */
  row: Row | null;
  remove: (id: string) => Promise<void>;
  title: string;
  action?: string;
  /** Must be typed to confirm. */
  typed?: string | undefined;
  /** Shown after the deletion. */
  gone: (row: Row) => string;
  onGone?: () => void;
  onClose: () => void;
  /** Gets the focus afterwards: the button that opened the dialog is deleted with the row. */
  goOn?: () => HTMLElement | null;
  /** What is deleted with it, and what stays. */
  children: (row: Row) => ReactNode;
}

export function ConfirmDeletion<Row extends { id: string }>({
  row,
  remove,
  title,
  action = 'Delete',
  typed,
  gone,
  onGone,
  onClose,
  goOn,
  children,
}: ConfirmDeletionProps<Row>) {
  const removal = usePortfolioChange(remove);
  return (
    <Confirm
      opened={row !== null}
      onClose={onClose}
      title={title}
      action={action}
      {...(typed === undefined ? {} : { typed })}
      busy={removal.isPending}
      onConfirm={() => {
        if (row === null) return;
        removal.mutate(row.id, {
          onSuccess: () => {
            done(gone(row));
            onClose();
            onGone?.();
            if (goOn) goOnAt(goOn);
          },
          onError: (error) => failed(error, 'Could not delete'),
        });
      }}
    >
      {row && children(row)}
    </Confirm>
  );
}
