import { Anchor, Badge, Box, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { moment } from '../../../../../charts/index.ts';
import { useOpenPlans } from '../../api/trading.ts';
import type { Plan } from '../../api/types.ts';
import { Loaded } from '../../components/notices.tsx';
import { ModeBadge } from '../policies/badges.tsx';
import { planLine, planLook } from './words.ts';

/** Plans of all policies that wait for a person or are under way, each a line that leads to it; nothing where there are none. */
export function WaitingPlans() {
  const plans = useOpenPlans();
  return (
    <Loaded query={plans} skeleton={null}>
      {({ items }) =>
        items.length === 0 ? null : (
          <Box className="panel" p="md" component="section" aria-label="Plans under way">
            <Title order={2} size="h4" mb={6}>
              Plans under way
            </Title>
            <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {items.map((plan) => (
                <li key={plan.plan_id}>
                  <Line plan={plan} />
                </li>
              ))}
            </Stack>
          </Box>
        )
      }
    </Loaded>
  );
}

function Line({ plan }: { plan: Plan }) {
  const { plan_id, mode, policy_name, state, expires_at, sending } = plan;
  const { label, color } = planLook(plan);
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <ModeBadge of={mode} />
        <Anchor
          component={Link}
          to={`/policies/plans/${plan_id}`}
          size="sm"
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {policy_name}: plan {plan_id}
        </Anchor>
        <Badge color={color} variant="light">
          {label}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed">
        {planLine(plan)}
        {state === 'PENDING_APPROVAL' && expires_at !== null && `. It expires on ${moment(expires_at)}`}.
        {sending !== null && ` ${sending.words}`}
      </Text>
    </Stack>
  );
}
