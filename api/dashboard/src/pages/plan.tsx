/** One plan of a policy that trades, at an address of its own: messages lead here. */
import { Button } from '@mantine/core';
import { IconListCheck } from '../icons.ts';
import { Link, useParams } from 'react-router';
import { ApiError } from '../api/client.ts';
import { usePlan } from '../api/trading.ts';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded, LoadingRows } from '../components/notices.tsx';
import { AllPolicies } from './policies/all-policies.tsx';
import { TradingPaused } from './trading/pause.tsx';
import { PlanCard } from './trading/plan-card.tsx';

export default function PlanPage() {
  const { id = '' } = useParams();
  const plan = usePlan(id);
  const isGone = plan.error instanceof ApiError && plan.error.status === 404;
  return (
    <>
      <AllPolicies />
      {isGone ? (
        <Empty
          icon={<IconListCheck />}
          title="Plan not found"
          actions={
            <Button component={Link} to="/policies">
              All policies
            </Button>
          }
        >
          Check the plan number, or open the plan from its policy’s page.
        </Empty>
      ) : (
        <>
          <Heading help="approvals" title="Plan">
            Orders that one of your policies wants to make.
          </Heading>
          <TradingPaused />
          <Loaded query={plan} skeleton={<LoadingRows rows={6} />}>
            {(data) => <PlanCard key={data.plan_id} plan={data} />}
          </Loaded>
        </>
      )}
    </>
  );
}
