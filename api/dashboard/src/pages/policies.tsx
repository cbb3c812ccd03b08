/** Policies: strategies that run every day, each with what it is worth and what it did last, and what waits for a person. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconHistory, IconPlus, IconRobot } from '../icons.ts';
import { Link } from 'react-router';
import { day } from '../../../../charts/index.ts';
import { usePolicies } from '../api/policies.ts';
import type { Policy } from '../api/types.ts';
import { Percent, Unknown } from '../components/amount.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { Pager } from '../components/pager.tsx';
import { useListParams } from '../components/search-params.ts';
import { ModeBadge, StatusBadge } from './policies/badges.tsx';
import { cycleText, navText, nextText, sinceStart } from './policies/words.ts';
import { fall } from './strategies/words.ts';
import { AccountHoldings } from './trading/account-holdings.tsx';
import { Differences } from './trading/differences.tsx';
import { ApprovalLimit } from './trading/approval-limit.tsx';
import { PauseTrading, TradingPaused } from './trading/pause.tsx';
import { WaitingPlans } from './trading/waiting-plans.tsx';

const PAGE_SIZE = 25;

export default function PoliciesPage() {
  const params = useListParams();
  const policies = usePolicies(params.page, PAGE_SIZE);
  const total = policies.data?.total ?? 0;
  return (
    <>
      <Heading
        help="paper"
        title="Policies"
        actions={
          <>
            {total > 0 && <PauseTrading />}
            {total > 0 && (
              <Button
                component={Link}
                to="/policies/orders"
                variant="default"
                leftSection={<IconHistory size={16} aria-hidden />}
              >
                Order log
              </Button>
            )}
            <Button
              component={Link}
              to="/policies/new"
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              New policy
            </Button>
          </>
        }
      >
        Strategies that Munim runs every day, on paper or, with your approval of each plan, in your account.
      </Heading>
      <TradingPaused />
      <Stack gap="md" mb={total > 0 ? 'md' : 0}>
        <WaitingPlans />
        <Differences />
      </Stack>
      <Loaded query={policies}>
        {({ items, page, page_size }) =>
          total === 0 ? (
            <Empty
              icon={<IconRobot />}
              title="No policies yet"
              actions={
                <Button component={Link} to="/strategies">
                  Go to Backtests
                </Button>
              }
            >
              A policy follows a strategy from today on, on paper: no broker and no money. Open a finished
              backtest and choose “Use on paper”.
            </Empty>
          ) : (
            <Stack gap="md">
              <div className="panel">
                <DataTable caption="Policies" columns={columns} rows={items} keyOf={({ id }) => id} />
                <Pager
                  page={page}
                  pageSize={page_size}
                  total={total}
                  noun="policies"
                  onPage={(next) => params.set({ page: next })}
                />
              </div>
              <AccountHoldings />
              <ApprovalLimit isAsked={items.some(({ mode }) => mode === 'LIVE')} />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

const notBegun = ({ starts_on }: Policy): string => `Known after its first session on ${day(starts_on)}.`;

const columns: Column<Policy>[] = [
  {
    key: 'name',
    title: 'Policy',
    render: ({ id, name, mode, status, summary }) => (
      <Stack gap={4} align="flex-start" miw={0}>
        <Anchor
          component={Link}
          to={`/policies/${id}`}
          size="sm"
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Anchor>
        <Group gap={6}>
          <ModeBadge of={mode} />
          <StatusBadge of={status} />
        </Group>
        <Text size="xs" c="dimmed" fw={400}>
          {summary}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'nav',
    title: 'NAV, net of tax',
    align: 'end',
    render: (policy) =>
      policy.latest_equity === null ? (
        <Unknown reason={notBegun(policy)} />
      ) : (
        <span className="figure">{navText(policy.latest_equity.nav_net_of_tax)}</span>
      ),
  },
  {
    key: 'gain',
    title: 'Since start',
    align: 'end',
    render: (policy) => <Percent value={sinceStart(policy.latest_equity)} plus reason={notBegun(policy)} />,
  },
  {
    key: 'drawdown',
    title: 'Drawdown',
    align: 'end',
    render: (policy) =>
      policy.latest_equity === null ? (
        <Unknown reason={notBegun(policy)} />
      ) : (
        <span className="figure">{fall(policy.latest_equity.drawdown_net_of_tax_pct)}</span>
      ),
  },
  {
    key: 'next',
    title: 'Next rebalance',
    render: (policy) => <span className="figure">{nextText(policy)}</span>,
  },
  {
    key: 'last',
    title: 'Last rebalance',
    render: ({ latest_cycle: cycle }) =>
      cycle === null ? (
        <Text size="sm" c="dimmed">
          None yet
        </Text>
      ) : (
        <Text size="sm" {...(cycle.status === 'FAILED' ? { c: 'red' } : {})}>
          <span className="figure">{day(cycle.cycle_date)}</span>: {cycleText(cycle)}
        </Text>
      ),
  },
];
