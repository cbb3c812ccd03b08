import { SimpleGrid } from '@mantine/core';
import { IconCalendarRepeat } from '../../icons.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { isAsked, usePortfolioChange } from '../../api/queries.ts';
import type { Page, SipPlan } from '../../api/types.ts';
import { ConfirmDeletion } from '../../components/confirm-deletion.tsx';
import { Empty, Loaded, LoadingRows } from '../../components/notices.tsx';
import { done, failed } from '../../components/toast.tsx';
import type { Adding } from './adding.ts';
import { SipPlanCard } from './sip-plan-card.tsx';
import { SipPlanForm } from './sip-plan-form.tsx';

interface SipPlansProps {
  plans: UseQueryResult<Page<SipPlan>, Error>;
  adding: Adding;
}

/** What is paid in regularly, and how it grows. */
export function SipPlans({ plans, adding }: SipPlansProps) {
  const [edited, setEdited] = useState<SipPlan | null>(null);
  const [doomed, setDoomed] = useState<SipPlan | null>(null);
  const pause = usePortfolioChange(({ id, is_active }: SipPlan) =>
    api.sipPlans.update(id, { is_active: !is_active }),
  );
  return (
    <>
      <Loaded query={plans} skeleton={<LoadingRows rows={2} height={220} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={<IconCalendarRepeat />} title="No SIP plans yet" actions={adding.button}>
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
      <SipPlanForm
        plan={adding.isOpen ? 'new' : edited}
        onClose={() => {
          adding.close();
          setEdited(null);
        }}
      />
      <ConfirmDeletion
        row={doomed}
        remove={api.sipPlans.remove}
        title="Delete a SIP plan"
        gone={({ name }) => `${name} deleted.`}
        onClose={() => setDoomed(null)}
        goOn={adding.goOn}
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
