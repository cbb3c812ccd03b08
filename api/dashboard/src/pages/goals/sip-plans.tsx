import { Button, SimpleGrid } from '@mantine/core';
import { IconCalendarRepeat, IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { isAsked, usePortfolioChange } from '../../api/queries.ts';
import type { Page, SipPlan } from '../../api/types.ts';
import { ConfirmDeletion } from '../../components/confirm-deletion.tsx';
import { Heading } from '../../components/heading.tsx';
import { Empty, Loaded, LoadingRows } from '../../components/notices.tsx';
import { done, failed } from '../../components/toast.tsx';
import { SipPlanCard } from './sip-plan-card.tsx';
import { SipPlanForm } from './sip-plan-form.tsx';

/** What is paid in regularly, and how it grows. */
export function SipPlans({ plans }: { plans: UseQueryResult<Page<SipPlan>, Error> }) {
  const [edited, setEdited] = useState<SipPlan | 'new' | null>(null);
  const [doomed, setDoomed] = useState<SipPlan | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const pause = usePortfolioChange(({ id, is_active }: SipPlan) =>
    api.sipPlans.update(id, { is_active: !is_active }),
  );
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} ref={addButton} onClick={() => setEdited('new')}>
      New SIP plan
    </Button>
  );
  return (
    <>
      <Heading title="SIP plans" actions={add}>
        What you plan to invest, how often, and how it grows. Munim never places orders.
      </Heading>
      <Loaded query={plans} skeleton={<LoadingRows rows={2} height={220} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={<IconCalendarRepeat />} title="No SIP plans yet" actions={add}>
              Add what you invest every month or quarter. Munim reminds you of each instalment and counts it
              towards linked goals.
            </Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {items.map((plan) => (
                <SipPlanCard
                  key={plan.id}
                  plan={plan}
                  isPausing={isAsked(pause, plan)}
                  onPause={() =>
                    pause.mutate(plan, {
                      onSuccess: ({ name, is_active }) =>
                        done(is_active ? `${name} resumed.` : `${name} paused.`),
                      onError: (error) => failed(error, 'Could not change the SIP plan'),
                    })
                  }
                  onEdit={() => setEdited(plan)}
                  onDelete={() => setDoomed(plan)}
                />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
      <SipPlanForm plan={edited} onClose={() => setEdited(null)} />
      <ConfirmDeletion
        row={doomed}
        remove={api.sipPlans.remove}
        title="Delete a SIP plan"
        gone={({ name }) => `${name} deleted.`}
        onClose={() => setDoomed(null)}
        goOn={() => addButton.current}
      >
        {({ name, goals }) => (
          <>
            {name} will be deleted
            {goals.length > 0 && `, and ${goals.map((goal) => goal.name).join(', ')} no longer counts it`}.
            What you already invested stays. To keep the plan for later, pause it instead.
          </>
        )}
      </ConfirmDeletion>
    </>
  );
}
