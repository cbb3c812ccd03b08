import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { type ProviderId, type ProviderSettings, useProviderChange } from '../../api/ai-models.ts';
import { Confirm } from '../../components/confirm.tsx';
import { done, failed } from '../../components/toast.tsx';

interface KeyFieldProps {
  id: Exclude<ProviderId, 'cli_default'>;
  label: string;
  saved: ProviderSettings['keys']['gateway'];
}

/** Enters, replaces or removes a key. It is shown no more once it is saved. */
export function KeyField({ id, label, saved }: KeyFieldProps) {
  const [key, setKey] = useState('');
  const [isRemoving, setIsRemoving] = useState(false);
  const change = useProviderChange();
  const store = (value: string | null): void =>
    change.mutate(
      { api_keys: { [id]: value } },
      {
        onSuccess: () => {
          setKey('');
          setIsRemoving(false);
          done(value === null ? `Key for ${label} removed.` : `Key for ${label} saved.`);
        },
        onError: (error) => failed(error, 'Could not save the key'),
      },
    );
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (key !== '') store(key);
        }}
      >
        <Group gap="xs" align="flex-end">
          <PasswordInput
            label={saved.present ? `New key for ${label}` : `Key for ${label}`}
            placeholder={saved.present ? `…${saved.last4 ?? ''}` : ''}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            autoComplete="off"
            maxLength={500}
            maw={360}
            style={{ flex: '1 1 180px' }}
          />
          <Button type="submit" disabled={key === ''} loading={change.isPending}>
            {saved.present ? 'Replace' : 'Save key'}
          </Button>
          {saved.present && (
            <Button
              variant="default"
              aria-label={`Remove the key for ${label}`}
              onClick={() => setIsRemoving(true)}
            >
              Remove
            </Button>
          )}
        </Group>
      </form>
      {saved.present && (
        <Text size="xs" c="dimmed">
          {saved.last4 === null ? 'A key is saved.' : `A key that ends in ${saved.last4} is saved.`}
        </Text>
      )}
      <Confirm
        opened={isRemoving}
        onClose={() => setIsRemoving(false)}
        onConfirm={() => store(null)}
        title={`Remove the key for ${label}`}
        action="Remove"
        busy={change.isPending}
      >
        <Text size="sm">
          The key is deleted here but stays valid at the provider. Munim stops using {label} until you enter a
          key again.
        </Text>
      </Confirm>
    </>
  );
}
