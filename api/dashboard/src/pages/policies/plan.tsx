import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconListCheck } from '../../icons.ts';
import { day, money, moment, quantity } from '../../../../../charts/index.ts';
import { LARGEST_PAGE, useCycleOrders, usePolicyCycles } from '../../api/policies.ts';
import type { Cycle, Policy, PolicyOrder } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Fact } from '../../components/fact.tsx';
import { Empty, Loaded, LoadingRows } from '../../components/notices.tsx';
import { useListParams } from '../../components/search-params.ts';
import { LIMITS, RULES, SIDES } from '../strategies/words.ts';
import { useOpenPlans } from '../../api/trading.ts';
import { OnePlan } from '../trading/open-plans.tsx';
import { CycleBadge } from './badges.tsx';
import { CycleChoice } from './cycle-choice.tsx';
import {
  cycleText,
  GROUP_WORDS,
  type OrderGroup,
  groupsOf,
  isNewMoney,
  onlyValued,
  requestedText,
} from './words.ts';

/** What a rebalance wanted, what it did, and why; the newest unless another is chosen. */
export function Plan({ policy }: { policy: Policy }) {
  const params = useListParams();
  const cycles = usePolicyCycles(policy, 1, LARGEST_PAGE);
  return (
    <Loaded query={cycles}>
      {({ items }) => {
        const asked = params.get('date');
        // A session that was only valued has no plan to show, unless somebody asks for it.
        const newest = items.find((one) => !onlyValued(one)) ?? items[0];
        const id = params.get('cycle');
        const cycle =
          items.find(({ cycle_id }) => cycle_id === id) ??
          items.find(({ cycle_date }) => cycle_date === asked) ??
          newest;
        return cycle === undefined ? (
          <NoCycles policy={policy} />
        ) : (
          <Stack gap="md">
            <CycleChoice
              cycles={items}
              value={cycle.cycle_id}
              onChange={({ cycle_id: next }) =>
                params.set({ date: undefined, cycle: next === newest?.cycle_id ? undefined : next })
              }
            />
            <Facts cycle={cycle} />
            {cycle.mode === 'LIVE' && cycle.plan_id !== null && (
              <PlanOfCycle policyId={policy.id} planId={cycle.plan_id} />
            )}
            <Orders policy={policy} cycle={cycle} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

/** The plan of a rebalance; one that is not over stands at the top of the page already. */
function PlanOfCycle({ policyId, planId }: { policyId: string; planId: string }) {
  const open = useOpenPlans(policyId);
  if (open.data === undefined) return null;
  return open.data.items.some(({ plan_id }) => plan_id === planId) ? (
    <Text size="sm" c="dimmed">
      Its plan is still open, at the top of this page.
    </Text>
  ) : (
    <OnePlan id={planId} />
  );
}

export const NoCycles = ({ policy: { next_cycle_date: next, status } }: { policy: Policy }) => (
  <Empty icon={<IconListCheck />} title="No rebalance yet">
    {next === null
      ? status === 'ACTIVE'
        ? 'There is no rebalance in these books.'
        : 'This policy did not rebalance before it was stopped.'
      : `The first one is due after the close of ${day(next)}.`}
  </Empty>
);

function Facts({ cycle }: { cycle: Cycle }) {
  const { cycle_date, status, buy_value, sell_value, costs, ranked, unrankable } = cycle;
  const rupees = (value: number) => money(value, 'INR', { digits: 0 });
  const isToldByPlan = cycle.mode === 'LIVE' && cycle.plan_id !== null;
  return (
    <Box
      className="panel"
      p="md"
      component="section"
      aria-label={`${isNewMoney(cycle) ? 'Purchases with new money of' : 'Rebalance of'} ${day(cycle_date)}`}
    >
      <Group gap="xs" mb={6}>
        <Title order={2} size="h4">
          {day(cycle_date)}
          {isNewMoney(cycle) && ': new money'}
        </Title>
        <CycleBadge of={cycle} />
      </Group>
      {status === 'FAILED' && (
        <Text size="sm" mb={6}>
          {cycleText(cycle)}
        </Text>
      )}
      <dl className="facts">
        {ranked !== null && (
          <Fact name="Ranked">
            {quantity(ranked)} shares
            {unrankable ? `; ${quantity(unrankable)} could not be ranked` : ''}
          </Fact>
        )}
        {!isToldByPlan && (
          <>
            <Fact name="Bought">{rupees(buy_value)}</Fact>
            <Fact name="Sold">{rupees(sell_value)}</Fact>
            <Fact name="Costs">{money(costs, 'INR')}</Fact>
          </>
        )}
        <Fact name="Started">
          {requestedText(cycle.requested_by)}, {moment(cycle.started_at)}
        </Fact>
      </dl>
    </Box>
  );
}

function Orders({ policy, cycle }: { policy: Policy; cycle: Cycle }) {
  const orders = useCycleOrders(policy, cycle.cycle_date);
  return (
    <Loaded query={orders} skeleton={<LoadingRows rows={6} />}>
      {(all) => {
        // Purchases with new money may share their day with a rebalance.
        const items = all.filter(({ cycle_id }) => cycle_id === cycle.cycle_id);
        return items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {cycle.status === 'FAILED'
              ? 'A rebalance that fails leaves no orders behind.'
              : 'No orders were needed: every holding is where it should be.'}
          </Text>
        ) : (
          <>
            {groupsOf(items)
              .filter(({ group }) => cycle.mode === 'PAPER' || !MADE.includes(group))
              .map(({ group, orders: own }) => (
                <Grouped key={group} group={group} orders={own} />
              ))}
          </>
        );
      }}
    </Loaded>
  );
}

/** Orders that were made; those of a policy that trades are told by its plan. */
const MADE: readonly OrderGroup[] = ['sold', 'bought'];

function Grouped({ group, orders }: { group: OrderGroup; orders: readonly PolicyOrder[] }) {
  const { title, meaning } = GROUP_WORDS[group];
  const isMade = MADE.includes(group);
  return (
    <Box className="panel" component="section" aria-label={title}>
      <Box p="md" pb={4}>
        <Title order={2} size="h4">
          {title} ({orders.length.toLocaleString('en-IN')})
        </Title>
        <Text size="sm" c="dimmed">
          {meaning}
        </Text>
      </Box>
      <DataTable
        caption={title}
        columns={isMade ? [...told(group), ...made] : told(group)}
        rows={orders}
        keyOf={({ order_id }) => order_id}
      />
    </Box>
  );
}

/** The share and why. Whether it was to be bought or sold is told where the group does not. */
const told = (group: OrderGroup): Column<PolicyOrder>[] => [
  {
    key: 'symbol',
    title: 'Share',
    render: ({ symbol, name, rank, side }) => (
      <Stack gap={0}>
        <Group gap={6}>
          {group === 'waiting' && (
            <Badge color={SIDES[side].color} variant="light">
              {SIDES[side].label}
            </Badge>
          )}
          <Text size="sm" fw={600}>
            {symbol}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" fw={400} lineClamp={1} maw={240}>
          {[name, rank === null ? 'not ranked' : `rank ${quantity(rank)}`].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'reason',
    title: 'Reason',
    render: ({ rule, limited_by, reason }) => (
      <div>
        <Text size="sm">
          {RULES[rule]}
          {limited_by !== null && `; ${LIMITS[limited_by].toLowerCase()}`}
        </Text>
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      </div>
    ),
  },
];

const made: Column<PolicyOrder>[] = [
  {
    key: 'quantity',
    title: 'Quantity',
    align: 'end',
    render: ({ quantity: done, wanted_quantity: wanted }) => (
      <span className="figure">
        {quantity(done)}
        {done !== wanted && (
          <Text span size="xs" c="dimmed" inherit={false}>
            {' '}
            of {quantity(wanted)}
          </Text>
        )}
      </span>
    ),
  },
  {
    key: 'price',
    title: 'Price',
    align: 'end',
    render: ({ fill_price, reference_price }) => (
      <Amount value={fill_price ?? reference_price} currency="INR" reason="There was no price on this day." />
    ),
  },
  {
    key: 'value',
    title: 'Value',
    align: 'end',
    render: ({ value }) => <Amount value={value} currency="INR" digits={0} />,
  },
  {
    key: 'costs',
    title: 'Costs',
    align: 'end',
    render: ({ charges }) => (charges === null ? '' : <Amount value={charges.total} currency="INR" />),
  },
];
