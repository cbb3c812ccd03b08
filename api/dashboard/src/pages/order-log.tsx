/** Every decision about a plan and every step of an order, the newest first. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconDownload, IconHistory } from '../icons.ts';
import { Link } from 'react-router';
import { moment } from '../../../../charts/index.ts';
import { api } from '../api/endpoints.ts';
import { useOrderEvents } from '../api/trading.ts';
import type { OrderEvent } from '../api/types.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { Pager } from '../components/pager.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { useListParams } from '../components/search-params.ts';
import { AllPolicies } from './policies/all-policies.tsx';
import { Evidence } from './trading/plan-steps.tsx';
import { eventText, stepText } from './trading/step-words.ts';
import { byText } from './trading/words.ts';

const PAGE_SIZE = 50;
/** Digits of a plan's number. */
const LONGEST_ID = 18;

export default function OrderLogPage() {
  const params = useListParams();
  const plan = params.get('plan');
  const events = useOrderEvents(plan, params.page, PAGE_SIZE);
  return (
    <>
      <AllPolicies />
      <Heading
        help="orderLog"
        title="Order log"
        actions={
          <Button
            component="a"
            href={api.trading.eventsFile(plan)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download CSV
          </Button>
        }
      >
        Every answer to a plan and every step of your policies’ orders. These records never change.
      </Heading>
      <Group mb="sm" gap="xs">
        <SearchBox
          label="Plan number"
          value={plan}
          onSearch={(number) => params.set({ plan: number.trim().slice(0, LONGEST_ID) })}
        />
      </Group>
      <Loaded query={events}>
        {({ items, page, page_size, total }) =>
          total === 0 ? (
            <Empty
              icon={<IconHistory />}
              title={plan === '' ? 'Nothing happened yet' : `No steps recorded for plan ${plan}`}
              actions={
                plan === '' ? undefined : (
                  <Button variant="default" onClick={() => params.set({ plan: undefined })}>
                    Show all plans
                  </Button>
                )
              }
            >
              {plan === ''
                ? 'Once a policy trades with a broker, each answer to its plans and each step of its orders shows here.'
                : 'Check the plan number. A plan that nobody has answered yet has no steps.'}
            </Empty>
          ) : (
            <div className="panel">
              <DataTable
                caption="Steps of orders"
                columns={columns}
                rows={items}
                keyOf={({ event_id }) => event_id}
              />
              <Pager
                page={page}
                pageSize={page_size}
                total={total}
                noun="steps"
                onPage={(next) => params.set({ page: next })}
              />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

const columns: readonly Column<OrderEvent>[] = [
  {
    key: 'what',
    title: 'What',
    render: (event) => (
      <div>
        <Text size="sm" fw={600}>
          {event.symbol !== null && `${event.symbol}: `}
          {eventText(event)}
        </Text>
        <Text size="xs" c="dimmed" fw={400}>
          {[event.policy_name, stepText(event)].filter(Boolean).join(' · ')}
        </Text>
      </div>
    ),
  },
  {
    key: 'plan',
    title: 'Plan',
    render: ({ plan_id }) => (
      <Anchor component={Link} to={`/policies/plans/${plan_id}`} size="sm" className="figure">
        {plan_id}
      </Anchor>
    ),
  },
  {
    key: 'at',
    title: 'When',
    phone: 'below name',
    render: ({ at }) => <span className="figure">{moment(at)}</span>,
  },
  {
    key: 'who',
    title: 'Who',
    render: ({ actor, via }) => <Text size="sm">{byText(actor, via)}</Text>,
  },
  { key: 'evidence', title: 'Evidence', render: ({ evidence }) => <Evidence of={evidence} /> },
];
