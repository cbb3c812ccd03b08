/** What the money is for: goals with how far each has come, and the SIP plans that pay into them. */
import { Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useGoals, useSipPlans } from '../api/queries.ts';
import { useListParams } from '../components/search-params.ts';
import { Loaded } from '../components/notices.tsx';
import { GoalDetail } from './goals/goal-detail.tsx';
import { GoalList } from './goals/goal-list.tsx';
import { SipPlans } from './goals/sip-plans.tsx';

const LISTS = ['goals', 'sip-plans'] as const;

export default function GoalsPage() {
  const params = useListParams();
  const goals = useGoals();
  const plans = useSipPlans();
  const chosen = params.get('goal');
  const [left, setLeft] = useState('');
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
  return (
    <Tabs
      value={shown}
      onChange={(show) => {
        setLeft('');
        params.set({ show: show === 'goals' ? undefined : (show ?? undefined) });
      }}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="goals">Goals{countOf(goals.data?.total)}</Tabs.Tab>
        <Tabs.Tab value="sip-plans">SIP plans{countOf(plans.data?.total)}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="goals">
        <GoalList goals={goals} left={left} />
      </Tabs.Panel>
      <Tabs.Panel value="sip-plans">
        <SipPlans plans={plans} />
      </Tabs.Panel>
    </Tabs>
  );
}

const countOf = (total: number | undefined): string => (total ? ` (${total.toLocaleString('en-IN')})` : '');
