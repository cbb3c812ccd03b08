import { SimpleGrid } from '@mantine/core';
import { IconTarget } from '../../icons.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Goal, Page } from '../../api/types.ts';
import { Empty, Loaded, LoadingRows } from '../../components/notices.tsx';
import type { Adding } from './adding.ts';
import { GoalCard } from './goal-card.tsx';
import { GoalForm } from './goal-form.tsx';

interface GoalListProps {
  goals: UseQueryResult<Page<Goal>, Error>;
  /** The goal whose page was just left: the keyboard goes on from its card. */
  left: string;
  adding: Adding;
}

export function GoalList({ goals, left, adding }: GoalListProps) {
  const [, setAddress] = useSearchParams();
  return (
    <>
      <Loaded query={goals} skeleton={<LoadingRows rows={2} height={260} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={<IconTarget />} title="No goals yet" actions={adding.button}>
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
        goal={adding.isOpen ? 'new' : null}
        onClose={adding.close}
        onSaved={({ id }) => setAddress({ goal: id })}
      />
    </>
  );
}
