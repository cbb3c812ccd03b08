import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { moment } from '../../../../../../charts/index.ts';
import { useSaveNote } from '../../../api/options-journal.ts';
import { failed, undoable } from '../../../components/toast.tsx';

const LONGEST = 4_000;

interface NoteProps {
  tag: string;
  mode: string;
  notes: string | null;
  updatedAt: string | null;
}

/** A person's note on a trade: written, saved, and taken back. */
export function Note({ tag, mode, notes, updatedAt }: NoteProps) {
  /** Null until something is typed: the field shows the saved note. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? notes ?? '';
  const save = useSaveNote(tag, mode);
  const isSame = text.trim() === (notes ?? '');
  const submit = () => {
    const before = notes;
    save.mutate(text, {
      onSuccess: ({ operator_notes: saved }) => {
        setTyped((now) => (now === text ? null : now));
        undoable(saved === null ? 'Note deleted.' : 'Note saved.', () => save.mutateAsync(before));
      },
      onError: (error) => failed(error, 'Could not save the note'),
    });
  };
  return (
    <Stack gap="xs">
      <Textarea
        aria-label="Your note"
        placeholder="What did you see, and what would you do again?"
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={LONGEST}
        autosize
        minRows={2}
        maxRows={12}
      />
      <Group gap="sm">
        <Button size="sm" onClick={submit} disabled={isSame} loading={save.isPending}>
          Save note
        </Button>
        {updatedAt !== null && (
          <Text size="xs" c="dimmed">
            {notes === null ? 'Deleted' : 'Saved'} {moment(updatedAt)}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
