import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { day, quantity } from '../../../../../charts/index.ts';
import { usePolicyCycles } from '../../api/policies.ts';
import type { Cycle, Policy } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { CycleBadge } from './badges.tsx';
import { NoCycles } from './plan.tsx';
import { isNewMoney, requestedText } from './words.ts';

const PAGE_SIZE = 50;

/** Every rebalance and what it came to, the newest first. */
export function Cycles({ policy }: { policy: Policy }) {
  const params = useListParams();
  const cycles = usePolicyCycles(policy, params.page, PAGE_SIZE);
  return (
    <Loaded query={cycles}>
      {({ items, page, page_size, total }) =>
        total === 0 ? (
          <NoCycles policy={policy} />
        ) : (
          <div className="panel">
            <DataTable
              caption="Rebalances"
              columns={columnsOf(policy)}
              rows={items}
              keyOf={({ cycle_id }) => cycle_id}
            />
            <Pager
              page={page}
              pageSize={page_size}
              total={total}
              noun="rebalances"
              onPage={(next) => params.set({ page: next })}
            />
          </div>
        )
      }
    </Loaded>
  );
}

const columnsOf = ({ id, mode }: Policy): Column<Cycle>[] => [
  {
    key: 'date',
    title: 'Date',
    render: ({ cycle_id, cycle_date, cycle_type, requested_by }) => (
      <div>
        <Anchor
          component={Link}
          to={`/policies/${id}?show=plan&cycle=${cycle_id}&books=${mode}`}
          size="sm"
          fw={600}
          className="figure"
        >
          {day(cycle_date)}
        </Anchor>
        <Text size="xs" c="dimmed" fw={400}>
          {isNewMoney({ cycle_type }) ? 'New money' : requestedText(requested_by)}
        </Text>
      </div>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    render: (cycle) => (
      <div>
        <CycleBadge of={cycle} />
        {cycle.failure !== null && (
          <Text size="xs" c="dimmed">
            {cycle.failure}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'ranked',
    title: 'Ranked',
    align: 'end',
    render: ({ ranked }) => (ranked === null ? '' : <span className="figure">{quantity(ranked)}</span>),
  },
  {
    key: 'orders',
    title: 'Orders',
    align: 'end',
    render: ({ orders_made }) => <span className="figure">{quantity(orders_made)}</span>,
  },
  {
    key: 'bought',
    title: mode === 'LIVE' ? 'Buys' : 'Bought',
    align: 'end',
    render: ({ buy_value }) => <Amount value={buy_value} currency="INR" digits={0} />,
  },
  {
    key: 'sold',
    title: mode === 'LIVE' ? 'Sales' : 'Sold',
    align: 'end',
    render: ({ sell_value }) => <Amount value={sell_value} currency="INR" digits={0} />,
  },
  {
    key: 'costs',
    title: 'Costs',
    align: 'end',
    render: ({ costs }) => <Amount value={costs} currency="INR" />,
  },
];
