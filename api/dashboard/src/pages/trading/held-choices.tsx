/** Choices for an approved order that is held: send it as it is, or leave it out. */
import { Button, Group, Text } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import type { PlanOrder } from '../../api/types.ts';
import { done } from '../../components/toast.tsx';
import { orderText } from './words.ts';

export function HeldChoices({ order }: { order: PlanOrder }) {
  const answer = useChange(POLICIES_KEY, async (isSent: boolean) => {
    await (isSent ? api.trading.sendHeld(order.order_id) : api.trading.leaveOutHeld(order.order_id));
    done(isSent ? 'It is sent while the market is open.' : 'It is left out.');
  });
  const choice = (label: string, isSent: boolean) => (
    <Button
      size="compact-sm"
      variant={isSent ? 'filled' : 'default'}
      disabled={answer.isPending}
      onClick={() => answer.mutate(isSent)}
      aria-label={`${label}: ${orderText(order)}`}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Group gap="xs">
        {order.may_be_sent && choice('Send as it is', true)}
        {choice('Leave out', false)}
      </Group>
      {answer.error !== null && (
        <Text size="xs" c="red" role="alert">
          {answer.error.message}
        </Text>
      )}
    </>
  );
}
