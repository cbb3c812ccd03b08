/** Edit and delete, at the foot of a card. */
import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '../icons.ts';

interface CardButtonsProps {
  /** Of what: it is said with each button. */
  name: string;
  onEdit: () => void;
  /** Null for what cannot be deleted. */
  onDelete: (() => void) | null;
}

export function CardButtons({ name, onEdit, onDelete }: CardButtonsProps) {
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={onEdit}
        aria-label={`Edit ${name}`}
      >
        Edit
      </Button>
      {onDelete && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={onDelete}
          aria-label={`Delete ${name}`}
        >
          Delete
        </Button>
      )}
    </>
  );
}
