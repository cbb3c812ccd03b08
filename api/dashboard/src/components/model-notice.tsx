/** Asks for consent before records go to a model for the first time, naming who would receive them. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFreshProviderSettings, useProviderChange } from '../api/ai-models.ts';
import { HelpLink } from './help-link.tsx';
import { failed } from './toast.tsx';

/** A request held until the person agrees: its notice, and the way to continue. */
interface Held {
  notice: string;
  goOn: () => void;
}

/** Lets records go to models only once the person has agreed to those who would get them. */
export function useModelNotice() {
  const read = useFreshProviderSettings();
  const change = useProviderChange();
  const [held, setHeld] = useState<Held | null>(null);
  return {
    held,
    isSaving: change.isPending,
    /** Goes on at once where nothing is to be agreed to. */
    ask(goOn: () => void): void {
      read().then(
        ({ notice }) => (notice === null ? goOn() : setHeld({ notice, goOn })),
        (error: unknown) => failed(error, 'Nothing was sent'),
      );
    },
    agree(): void {
      change.mutate(
        { agrees: true },
        {
          onSuccess: () => {
            setHeld(null);
            held?.goOn();
          },
          onError: (error) => failed(error, 'Nothing was sent'),
        },
      );
    },
    cancel: () => setHeld(null),
  };
}

export function ModelNotice({ of }: { of: ReturnType<typeof useModelNotice> }) {
  if (of.held === null) return null;
  const title = 'Before your records go to a model';
  return (
    <Stack className="panel" p="sm" gap="xs" role="group" aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {of.held.notice} <HelpLink topic="sentToModels">What a model is sent</HelpLink>
      </Text>
      <Group gap="xs">
        <Button size="xs" loading={of.isSaving} onClick={() => of.agree()}>
          Go on
        </Button>
        <Button size="xs" variant="default" onClick={() => of.cancel()}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
