/** Asks before a row goes for good; what can be taken back is deleted without a question (`deletion.ts`). */
import type { ReactNode } from 'react';
import { usePortfolioChange } from '../api/queries.ts';
import { Confirm } from './confirm.tsx';
import { goOnAt } from './focused.ts';
import { done, failed } from './toast.tsx';

interface ConfirmDeletionProps<Row> {
  /** What is to go; null while nothing is asked. */
  row: Row | null;
  remove: (id: string) => Promise<void>;
  title: string;
  action?: string;
  /** Must be typed before it goes. */
  typed?: string | undefined;
  /** What is said once it is gone. */
  gone: (row: Row) => string;
  onGone?: () => void;
  onClose: () => void;
  /** Where the keyboard goes on: the button that opened this went with the row. */
  goOn?: () => HTMLElement | null;
  /** What goes with it, and what stays. */
  children: (row: Row) => ReactNode;
}

export function ConfirmDeletion<Row extends { id: string }>({
  row,
  remove,
  title,
  action = 'Delete it',
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
          onError: (error) => failed(error, 'It was not deleted'),
        });
      }}
    >
      {row && children(row)}
    </Confirm>
  );
}
