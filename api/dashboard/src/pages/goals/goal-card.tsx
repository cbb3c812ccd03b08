import { Anchor, Badge, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { day, percent } from '../../../../../charts/index.ts';
import type { Goal } from '../../api/types.ts';
import { Card } from '../../components/card.tsx';
import { Currently, KeyFacts } from './figures.tsx';
import { progressText, STATES } from './words.ts';
import { MayChange } from '../../components/may-change.tsx';

/** The list goes on where it was left. */
const cameBack = (link: HTMLAnchorElement | null): void => {
  link?.scrollIntoView({ block: 'nearest' });
  link?.focus({ preventScroll: true });
};

/** One goal of the list: how far it has come, and what would bring it there. */
export function GoalCard({ goal, isLeft }: { goal: Goal; isLeft: boolean }) {
  return (
    <Card
      name={
        <Anchor component={Link} to={`/goals?goal=${goal.id}`} inherit ref={isLeft ? cameBack : null}>
          {goal.name}
        </Anchor>
      }
      figure={<StateBadge goal={goal} />}
      below={goal.type === 'CORPUS' ? `By ${day(goal.target_date)}` : 'A monthly income'}
    >
      <GoalBar goal={goal} />
      <Text size="sm">
        {progressText(goal)}
        {goal.links.length === 0 && ' Nothing is linked to this goal yet.'}
      </Text>
      <KeyFacts goal={goal} />
    </Card>
  );
}

/** The state in a word; a closed goal says so as well. */
export function StateBadge({ goal }: { goal: Goal }) {
  const { label, color } = STATES[goal.progress.state];
  return (
    <Group gap={4} wrap="nowrap" style={{ flexShrink: 0 }}>
      {!goal.is_active && (
        <Badge color="gray" variant="light">
          Closed
        </Badge>
      )}
      <Badge color={color} variant="light">
        {label}
      </Badge>
    </Group>
  );
}

/** How much of the target is there today. What is not known has no bar at all. */
export function GoalBar({ goal }: { goal: Goal }) {
  const { progress_pct: pct, state } = goal.progress;
  return (
    <Stack gap={4}>
      <Group justify="space-between" align="flex-end" gap="xs" wrap="nowrap">
        <Currently goal={goal} />
        {pct !== null && (
          <Text size="sm" fw={600} className="figure">
            {percent(pct, { digits: 1 })}
          </Text>
        )}
      </Group>
      {pct !== null && (
        <Progress
          value={Math.min(100, Math.max(0, pct))}
          size="md"
          color={STATES[state].color}
          aria-label={`${goal.name}: ${percent(pct, { digits: 1 })} of the target reached`}
        />
      )}
      <MayChange reason={goal.progress.provisional_reason} />
    </Stack>
  );
}
