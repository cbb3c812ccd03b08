/** What the money is for: goals with how far each has come, and the SIP plans that pay into them. */
import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '../icons.ts';
import { useEffect, useRef, useState } from 'react';
import { useGoals, useSipPlans } from '../api/queries.ts';
import { Heading } from '../components/heading.tsx';
import { useListParams } from '../components/search-params.ts';
import { Loaded } from '../components/notices.tsx';
import type { Adding } from './goals/adding.ts';
import { GoalDetail } from './goals/goal-detail.tsx';
import { GoalList } from './goals/goal-list.tsx';
import { SipPlans } from './goals/sip-plans.tsx';

const LISTS = ['goals', 'sip-plans'] as const;

const HEADINGS: Readonly<Record<(typeof LISTS)[number], { title: string; about: string; add: string }>> = {
  goals: {
    title: 'Goals',
    about: 'A sum by a date, or a monthly income, and whether you are on course for it.',
    add: 'New goal',
  },
  'sip-plans': {
    title: 'SIP plans',
    about: 'What you plan to invest, how often, and how it grows. Munim never places orders.',
    add: 'New SIP plan',
  },
};

export default function GoalsPage() {
  const params = useListParams();
  const goals = useGoals();
  const plans = useSipPlans();
  const chosen = params.get('goal');
  const [left, setLeft] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const shown = params.oneOf('show', LISTS) ?? 'goals';

  useEffect(() => {
    if (chosen !== '') setLeft(chosen);
  }, [chosen]);

  if (chosen !== '')
    return (
      <Loaded query={goals}>
        {({ items }) => (
          <GoalDetail
            key={chosen}
            goal={items.find(({ id }) => id === chosen) ?? null}
            goals={items}
            onGone={() => params.set({ goal: undefined })}
          />
        )}
      </Loaded>
    );
  const { title, about, add } = HEADINGS[shown];
  const plus = <IconPlus size={16} aria-hidden />;
  const open = (): void => setIsAdding(true);
  const adding: Adding = {
    isOpen: isAdding,
    close: () => setIsAdding(false),
    button: (
      <Button leftSection={plus} onClick={open}>
        {add}
      </Button>
    ),
    goOn: () => addButton.current,
  };
  return (
    <Tabs
      value={shown}
      onChange={(show) => {
        setLeft('');
        params.set({ show: show === 'goals' ? undefined : (show ?? undefined) });
      }}
      keepMounted={false}
    >
      <Heading
        help="goals"
        title={title}
        actions={
          <Button leftSection={plus} onClick={open} ref={addButton}>
            {add}
          </Button>
        }
      >
        {about}
      </Heading>
      <Tabs.List mb="md">
        <Tabs.Tab value="goals">Goals{countOf(goals.data?.total)}</Tabs.Tab>
        <Tabs.Tab value="sip-plans">SIP plans{countOf(plans.data?.total)}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="goals">
        <GoalList goals={goals} left={left} adding={adding} />
      </Tabs.Panel>
      <Tabs.Panel value="sip-plans">
        <SipPlans plans={plans} adding={adding} />
      </Tabs.Panel>
    </Tabs>
  );
}

const countOf = (total: number | undefined): string => (total ? ` (${total.toLocaleString('en-IN')})` : '');
