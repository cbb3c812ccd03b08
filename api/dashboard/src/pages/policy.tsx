/** One policy: what it is worth, what it holds, and why each of its orders was made or not. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRobot } from '../icons.ts';
import { Link, useParams } from 'react-router';
import { day } from '../../../../charts/index.ts';
import { ApiError } from '../api/client.ts';
import { usePolicy } from '../api/policies.ts';
import type { Policy } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { Empty, Loaded, LoadingRows } from '../components/notices.tsx';
import { AllPolicies } from './policies/all-policies.tsx';
import { useBooks, useLastDay } from './policies/books.tsx';
import { ModeBadge, StatusBadge } from './policies/badges.tsx';
import { PolicyFigures } from './policies/figures.tsx';
import { PolicyActions } from './policies/policy-actions.tsx';
import { PolicySections } from './policies/sections.tsx';
import { booksOf, cycleText, sinceCloseText, standingText } from './policies/words.ts';
import { HoldingsOfAccount } from './trading/account-holdings.tsx';
import { DifferencesOfAccount } from './trading/differences.tsx';
import { GoLive } from './trading/go-live.tsx';
import { OpenPlans } from './trading/open-plans.tsx';
import { PauseTrading, TradingPaused } from './trading/pause.tsx';
import { sweepText } from './trading/words.ts';

export default function PolicyPage() {
  const { id = '' } = useParams();
  const policy = usePolicy(id);
  const isGone = policy.error instanceof ApiError && policy.error.status === 404;
  return (
    <>
      <AllPolicies />
      {isGone ? (
        <Empty
          icon={<IconRobot />}
          title="This policy no longer exists"
          actions={
            <Button component={Link} to="/policies">
              All policies
            </Button>
          }
        >
          It may have been deleted.
        </Empty>
      ) : (
        <Loaded query={policy} skeleton={<LoadingRows rows={8} />}>
          {(data) => <Shown key={data.id} policy={data} />}
        </Loaded>
      )}
    </>
  );
}

function Shown({ policy }: { policy: Policy }) {
  const { id, name, summary, tag_code, mode, status, latest_cycle: cycle } = policy;
  const isLive = mode === 'LIVE';
  const since = sinceCloseText(policy);
  const books = useBooks(policy);
  const row = useLastDay(policy, books);
  return (
    <>
      <Heading
        help="policyStates"
        title={name}
        actions={
          <>
            {isLive && <PauseTrading />}
            <GoLive policy={policy} />
            <PolicyActions policy={policy} />
          </>
        }
      >
        {summary} · {tag_code}
      </Heading>
      {isLive && <TradingPaused />}
      <Stack gap="md">
        <Stack gap={6}>
          <Text fw={600}>{standingText(booksOf(policy, mode))}</Text>
          {since !== null && <Text size="sm">{since}</Text>}
          <Group gap="xs">
            <ModeBadge of={mode} />
            <StatusBadge of={status} />
          </Group>
        </Stack>
        {cycle?.status === 'FAILED' && (
          <Notice tone="failure" title={`The rebalance of ${day(cycle.cycle_date)} failed`}>
            {cycleText(cycle)} Choose Retry to try it again.
          </Notice>
        )}
        {isLive && status !== 'RETIRED' && policy.liquid_sweep !== null && (
          <Text size="sm">{sweepText(policy.liquid_sweep)} You can stop that with Stop the sweep.</Text>
        )}
        {isLive && <DifferencesOfAccount connectionId={policy.broker_connection_id} />}
        {isLive && <OpenPlans key={id} policyId={id} />}
        {row !== null && <PolicyFigures policy={books} row={row} />}
        {row?.notes && (
          <Notice tone="caution">
            Valuation of {day(row.date)}: {row.notes}
          </Notice>
        )}
        {isLive && <HoldingsOfAccount connectionId={policy.broker_connection_id} />}
        <PolicySections policy={policy} books={books} />
      </Stack>
    </>
  );
}
