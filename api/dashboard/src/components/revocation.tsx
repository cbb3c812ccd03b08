/** Taking access away from a script, a trading process or a chat: the button of its line, and the question before. */
import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Confirm } from './confirm.tsx';
import { done, failed } from './toast.tsx';

interface RevokeButtonProps {
  /** Whose access ends. */
  name: string;
  action: string;
  icon?: ReactNode;
  onClick: () => void;
}

export const RevokeButton = ({ name, action, icon, onClick }: RevokeButtonProps) => (
  <Button
    size="compact-sm"
    variant="subtle"
    color="red"
    leftSection={icon}
    aria-label={`${action} ${name}`}
    onClick={onClick}
  >
    {action}
  </Button>
);

interface ConfirmRevocationProps<Row> {
  /** What is revoked; null while the dialog is closed. */
  row: Row | null;
  revoke: UseMutationResult<unknown, Error, string>;
  title: string;
  action: string;
  /** Shown afterwards. */
  gone: string;
  failure: string;
  onClose: () => void;
  /** What stops working, and what stays. */
  children: (row: Row) => ReactNode;
}

export function ConfirmRevocation<Row extends { id: string }>({
  row,
  revoke,
  title,
  action,
  gone,
  failure,
  onClose,
  children,
}: ConfirmRevocationProps<Row>) {
  return (
    <Confirm
      opened={row !== null}
      onClose={onClose}
      title={title}
      action={action}
      busy={revoke.isPending}
      onConfirm={() => {
        if (row === null) return;
        revoke.mutate(row.id, {
          onSuccess: () => {
            done(gone);
            onClose();
          },
          onError: (error) => failed(error, failure),
        });
      }}
    >
      {row && children(row)}
    </Confirm>
  );
}
