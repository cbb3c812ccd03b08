/** The look at a waiting plan (prices, money, login, differences) and its rehearsal by the broker’s calculators. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY } from '../../api/policies.ts';
import type { Plan } from '../../api/types.ts';

/** @param hasLeftOut whether the person excludes orders: these lines are about all of them. */
export function PlanLook({ plan, hasLeftOut }: { plan: Plan; hasLeftOut: boolean }) {
  const client = useQueryClient();
  const { plan_id: id, look, rehearsal } = plan;
  const onSuccess = (seen: Plan): void => {
    client.setQueryData([POLICIES_KEY, 'plan', id], seen);
  };
  const looking = useMutation({ mutationFn: () => api.trading.look(id), onSuccess });
  const rehearsing = useMutation({ mutationFn: () => api.trading.rehearse(id), onSuccess });
  const { mutate } = looking;
  useEffect(() => mutate(), [mutate, id]);
  const lines = [...(look?.words ?? []), ...(rehearsal?.words ?? [])];
  const error = rehearsing.error ?? looking.error;
  return (
    <Stack gap={2} px="md" pb="sm" component="section" aria-label="The plan now" aria-live="polite">
      {lines.length === 0 && looking.isPending && (
        <Text size="sm" c="dimmed">
          Reading prices and the account…
        </Text>
      )}
      {lines.map((line) => (
        <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
      {hasLeftOut && lines.length > 0 && (
        <Text size="sm" c="dimmed">
          This is about all orders of the plan, the excluded ones too.
        </Text>
      )}
      {error !== null && (
        <Text size="sm" c="red" role="alert">
          {error.message}
        </Text>
      )}
      <Group gap="xs" mt={4}>
        <Button
          size="compact-sm"
          variant="default"
          loading={rehearsing.isPending}
          onClick={() => rehearsing.mutate()}
          title="Asks the broker’s calculators. Nothing is sent."
        >
          Rehearse
        </Button>
        <Button size="compact-sm" variant="subtle" loading={looking.isPending} onClick={() => mutate()}>
          Refresh
        </Button>
      </Group>
    </Stack>
  );
}
