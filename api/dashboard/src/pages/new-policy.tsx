/** The form of a policy that comes from no backtest. */
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useStrategies } from '../api/research.ts';
import { Heading } from '../components/heading.tsx';
import { Loaded, LoadingRows } from '../components/notices.tsx';
import { AllPolicies } from './policies/all-policies.tsx';
import { PolicyForm } from './policies/policy-form.tsx';

export default function NewPolicyPage() {
  const strategies = useStrategies();
  return (
    <>
      <AllPolicies />
      <Heading help="paper" title="New policy">
        The policy trades on paper, from its next session on. To see how the strategy would have done first,
        start with a{' '}
        <Anchor component={Link} to="/strategies/new" size="sm">
          backtest
        </Anchor>
        .
      </Heading>
      <Loaded query={strategies} skeleton={<LoadingRows rows={8} />}>
        {(known) => <PolicyForm strategies={known} />}
      </Loaded>
    </>
  );
}
