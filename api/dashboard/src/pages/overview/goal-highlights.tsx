import { Anchor, Badge, Box, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { day, percent } from '../../../../../charts/index.ts';
import type { Dashboard } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { rough, STATES } from '../goals/words.ts';
import { MayChange } from '../../components/may-change.tsx';

/** The goals that are due first, each with how far it has come. */
export function GoalHighlights({ goals }: { goals: Dashboard['goal_highlights'] }) {
  if (goals.length === 0) return null;
  return (
    <Box className="panel" component="section" aria-label="Goals" p="md">
      <Title order={2} size="h4" mb="sm">
        Goals
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {goals.map((goal) => (
          <Highlight key={goal.goal_id} goal={goal} />
        ))}
      </SimpleGrid>
    </Box>
  );
}

function Highlight({ goal }: { goal: Dashboard['goal_highlights'][number] }) {
  const { label, color } = STATES[goal.state];
  const month = goal.type === 'INCOME' ? ' a month' : '';
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Anchor
          component={Link}
          to={`/goals?goal=${goal.goal_id}`}
          size="sm"
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {goal.name}
        </Anchor>
        <Badge color={color} variant="light" style={{ flexShrink: 0 }}>
          {label}
        </Badge>
      </Group>
      {goal.progress_pct !== null && (
        <Progress
          value={Math.min(100, Math.max(0, goal.progress_pct))}
          size="sm"
          color={color}
          aria-label={`${goal.name}: ${percent(goal.progress_pct, { digits: 1 })} of the target reached`}
        />
      )}
      <Text size="sm" c="dimmed">
        <Amount value={goal.current} currency={goal.currency} digits={0} reason={goal.reason ?? undefined} />{' '}
        of {rough(goal.target, goal.currency)}
        {month}
        {goal.target_date === null ? '' : `, by ${day(goal.target_date)}`}
      </Text>
      <MayChange reason={goal.provisional_reason} />
    </Stack>
  );
}
