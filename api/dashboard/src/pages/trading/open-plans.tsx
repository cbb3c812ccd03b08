import { Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useOpenPlans, usePlan } from '../../api/trading.ts';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { PlanCard } from './plan-card.tsx';

/** Plans of a policy that wait or are under way. One that ends while it is looked at stays, as its receipt. */
export function OpenPlans({ policyId }: { policyId: string }) {
  const plans = useOpenPlans(policyId);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const open = plans.data?.items.map(({ plan_id }) => plan_id) ?? [];
  const fresh = open.filter((id) => !seen.includes(id));
  if (fresh.length > 0) setSeen([...fresh, ...seen]);
  if (plans.data === undefined)
    return plans.error === null ? null : <Loaded query={plans}>{() => null}</Loaded>;
  if (seen.length === 0) return null;
  return (
    <Stack gap="md" component="section" aria-label="Plans">
      <Title order={2} className="sr-only">
        Plans
      </Title>
      {seen.map((id) => (
        <OnePlan key={id} id={id} />
      ))}
    </Stack>
  );
}

/** A plan by its id, as it is now. */
export function OnePlan({ id }: { id: string }) {
  const plan = usePlan(id);
  return (
    <Loaded query={plan} skeleton={<LoadingRows rows={3} />}>
      {(data) => <PlanCard plan={data} />}
    </Loaded>
  );
}
