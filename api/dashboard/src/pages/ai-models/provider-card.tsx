/** One provider: whether it can be asked, its place in the order, its key, its model, and a test of it. */
import { ActionIcon, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '../../icons.ts';
import { useId, useState } from 'react';
import { type Provider, type ProviderSettings, useProviderChange } from '../../api/ai-models.ts';
import { failed } from '../../components/toast.tsx';
import { DetailFields } from './detail-fields.tsx';
import { KeyField } from './key-field.tsx';
import { asChange, moved, orderOf } from './order.ts';
import { TestButton } from './test-button.tsx';

const STATES: Readonly<Record<Provider['state'], { label: string; color: string }>> = {
  READY: { label: 'Ready', color: 'teal' },
  NO_KEY: { label: 'No key', color: 'gray' },
  KEY_UNREADABLE: { label: 'Key unreadable', color: 'orange' },
  NOT_SET_UP: { label: 'Not set up', color: 'gray' },
};

export function ProviderCard({ provider, settings }: { provider: Provider; settings: ProviderSettings }) {
  const { id, label, state, message, model, address } = provider;
  const titleId = useId();
  const change = useProviderChange();
  const [isOpen, setIsOpen] = useState(false);
  const order = orderOf(settings);
  const place = order.indexOf(id);
  const save = (next: typeof order): void =>
    change.mutate(asChange(next), { onError: (error) => failed(error, 'Could not change the order') });
  const isHttp = id !== 'cli_default';
  return (
    <Stack
      component="section"
      className="panel"
      p={{ base: 'sm', sm: 'md' }}
      gap="xs"
      aria-labelledby={titleId}
    >
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Title order={2} size="h4" id={titleId}>
            {label}
          </Title>
          <Badge color={STATES[state].color} variant="light">
            {STATES[state].label}
          </Badge>
          <Badge variant="outline" color={place < 0 ? 'gray' : undefined}>
            {place < 0 ? 'Not used' : place === 0 ? 'Tried first' : `Number ${place + 1} in order`}
          </Badge>
        </Group>
        <Group gap={4}>
          {place >= 0 && (
            <>
              <ActionIcon
                variant="default"
                aria-label={`Move ${label} up`}
                disabled={place === 0 || change.isPending}
                onClick={() => save(moved(order, id, -1))}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={`Move ${label} down`}
                disabled={place === order.length - 1 || change.isPending}
                onClick={() => save(moved(order, id, 1))}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
            </>
          )}
          <Button
            variant="default"
            size="xs"
            aria-label={place < 0 ? `Use ${label}` : `Stop using ${label}`}
            disabled={(place >= 0 && order.length === 1) || change.isPending}
            onClick={() => save(place < 0 ? [...order, id] : order.filter((one) => one !== id))}
          >
            {place < 0 ? 'Use' : 'Stop using'}
          </Button>
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {[message, model === null ? null : `Model ${model}.`, address].filter(Boolean).join(' ')}
      </Text>
      {isHttp && <KeyField id={id} label={label} saved={settings.keys[id]} />}
      <Group gap="xs" align="flex-start">
        <TestButton id={id} label={label}>
          {isHttp && (
            <Button variant="subtle" size="xs" onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
              {isOpen ? 'Hide' : id === 'gateway' ? 'Choose a model' : 'Model and address'}
            </Button>
          )}
        </TestButton>
      </Group>
      {isHttp && isOpen && <DetailFields id={id} settings={settings} onDone={() => setIsOpen(false)} />}
    </Stack>
  );
}
