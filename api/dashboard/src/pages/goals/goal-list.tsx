import { Button, SimpleGrid } from '@mantine/core';
import { IconPlus, IconTarget } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Goal, Page } from '../../api/types.ts';
import { Heading } from '../../components/heading.tsx';
import { Empty, Loaded, LoadingRows } from '../../components/notices.tsx';
import { GoalCard } from './goal-card.tsx';
import { GoalForm } from './goal-form.tsx';

interface GoalListProps {
  goals: UseQueryResult<Page<Goal>, Error>;
  /** The goal whose page was just left: the keyboard goes on from its card. */
  left: string;
}

export function GoalList({ goals, left }: GoalListProps) {
  const [isAdding, setIsAdding] = useState(false);
  const [, setAddress] = useSearchParams();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
      New goal
    </Button>
  );
  return (
    <>
      <Heading title="Goals" actions={add}>
        A sum by a date, or a monthly income, and whether you are on course for it.
      </Heading>
      <Loaded query={goals} skeleton={<LoadingRows rows={2} height={260} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={<IconTarget />} title="No goals yet" actions={add}>
              Set a goal: a house by 2031, school fees, a pension. Then link the portfolios, holdings and SIP
              plans that count towards it.
            </Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {items.map((goal) => (
                <GoalCard key={goal.id} goal={goal} isLeft={goal.id === left} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
      <GoalForm
        goal={isAdding ? 'new' : null}
        onClose={() => setIsAdding(false)}
        onSaved={({ id }) => setAddress({ goal: id })}
      />
    </>
  );
}
