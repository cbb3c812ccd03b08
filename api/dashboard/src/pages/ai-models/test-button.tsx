import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ProviderId, ProviderTest } from '../../api/ai-models.ts';
import { api } from '../../api/endpoints.ts';

/** Asks a provider for a word and says what happened. `children` stand beside the button. */
export function TestButton({ id, label, children }: { id: ProviderId; label: string; children: ReactNode }) {
  const test = useMutation({ mutationFn: () => api.aiModels.test(id) });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Test ${label}`}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Test
      </Button>
      {children}
      <Text size="sm" role="status" style={{ flex: '1 1 200px' }}>
        {test.isPending ? 'Asking…' : test.error ? test.error.message : wordsOf(test.data)}
      </Text>
    </>
  );
}

function wordsOf(result: ProviderTest | undefined): string {
  if (result === undefined) return '';
  const seconds = (result.latency_ms / 1000).toFixed(1);
  if (result.ok) return `✓ ${result.message} ${result.model ?? 'The model'} took ${seconds} s.`;
  return `✗ ${result.message}`;
}
