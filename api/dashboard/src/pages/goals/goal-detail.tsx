import { Anchor, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowLeft,
  IconPencil,
  IconTarget,
  IconTrash,
} from '../../icons.ts';
import { useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { goalFan } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { isAsked, usePortfolioChange } from '../../api/queries.ts';
import type { Goal } from '../../api/types.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { focused, goOnAt } from '../../components/focused.ts';
import { Notice } from '../../components/notice.tsx';
import { Empty } from '../../components/notices.tsx';
import { done, failed } from '../../components/toast.tsx';
import { Assumptions, KeyFacts } from './figures.tsx';
import { GoalBar, StateBadge } from './goal-card.tsx';
import { GoalForm } from './goal-form.tsx';
import { GoalLinks } from './goal-links.tsx';
import { WhatIf } from './what-if.tsx';
import { progressText } from './words.ts';

interface GoalDetailProps {
  /** Null when there is none of that id. */
  goal: Goal | null;
  goals: readonly Goal[];
  /** It is deleted. */
  onGone: () => void;
}

/** Everything about one goal: its figures, where it is heading, and what counts towards it. */
export function GoalDetail({ goal, goals, onGone }: GoalDetailProps) {
  const [dialogue, setDialogue] = useState<'edit' | 'delete' | null>(null);
  const close = (): void => setDialogue(null);
  const remove = usePortfolioChange(api.goals.remove);
  const change = usePortfolioChange(({ id, is_active }: Goal) =>
    api.goals.update(id, { is_active: !is_active }),
  );
  // opened from far down the list, it begins at its top all the same
  useLayoutEffect(() => window.scrollTo(0, 0), []);
  const back = (
    <Anchor component={Link} to="/goals" size="sm">
      <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> All goals
    </Anchor>
  );
  if (goal === null)
    return (
      <Stack>
        {back}
        <Empty icon={<IconTarget />} title="This goal no longer exists">
          It was deleted, or the address is wrong. See the list of goals.
        </Empty>
      </Stack>
    );
  const { progress } = goal;

  return (
    <Stack>
      {back}
      <Group justify="space-between" align="flex-end" gap="sm">
        <Group gap="sm" tabIndex={-1} ref={focused} style={{ outline: 'none' }}>
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
            {goal.name}
          </Title>
          <StateBadge goal={goal} />
        </Group>
        <Group gap="xs">
          <Button
            variant="light"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setDialogue('edit')}
          >
            Edit
          </Button>
          <Button
            variant="default"
            leftSection={
              goal.is_active ? (
                <IconArchive size={16} aria-hidden />
              ) : (
                <IconArchiveOff size={16} aria-hidden />
              )
            }
            onClick={() =>
              !isAsked(change, goal) &&
              change.mutate(goal, {
                onSuccess: ({ name, is_active }) => done(`${name} ${is_active ? 'reopened' : 'closed'}.`),
                onError: (error) => failed(error, 'Could not change the goal'),
              })
            }
          >
            {goal.is_active ? 'Close' : 'Reopen'}
          </Button>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDialogue('delete')}
          >
            Delete
          </Button>
        </Group>
      </Group>
      <Stack className="panel" p="md" component="section" aria-label="Progress">
        <GoalBar goal={goal} />
        <Text>{progressText(goal)}</Text>
        {progress.unpriced.length > 0 && progress.reason !== null && progress.state !== 'UNKNOWN' && (
          <Notice tone="caution">{progress.reason}</Notice>
        )}
        {goal.type === 'INCOME' ? (
          <KeyFacts goal={goal} isFull />
        ) : (
          <SimpleGrid
            cols={{ base: 1, md: 2 }}
            spacing="xl"
            verticalSpacing={6}
            style={{ alignItems: 'start' }}
          >
            <KeyFacts goal={goal} isFull />
            <Assumptions goal={goal} />
          </SimpleGrid>
        )}
      </Stack>
      {goal.type === 'CORPUS' && progress.inflated_target !== null && progress.fan.length > 1 && (
        <ChartCard
          chart={goalFan}
          data={{ points: progress.fan, target: progress.inflated_target }}
          title="Goal projection"
          currency={goal.currency}
          note={
            progress.probability_pct === null
              ? `The likely range is unavailable. ${progress.probability_reason ?? ''}`
              : 'The band is the 80% range, assuming volatility stays as it has been.'
          }
        />
      )}
      {goal.type === 'CORPUS' && <WhatIf key={goal.id} goal={goal} />}
      <GoalLinks goal={goal} goals={goals} />
      <GoalForm goal={dialogue === 'edit' ? goal : null} onClose={close} />
      <Confirm
        opened={dialogue === 'delete'}
        onClose={close}
        title="Delete a goal"
        action="Delete"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(goal.id, {
            onSuccess: () => {
              done(`${goal.name} deleted.`);
              close();
              onGone();
              goOnAt(() => document.getElementById('main'));
            },
            onError: (error) => failed(error, 'Could not delete the goal'),
          })
        }
      >
        {goal.name}, its links and its history will be deleted. The linked portfolios, holdings and SIP plans
        stay. To keep the history, close the goal instead.
      </Confirm>
    </Stack>
  );
}
