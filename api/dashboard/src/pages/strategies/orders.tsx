import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconArrowsExchange } from '../../icons.ts';
import { day, quantity } from '../../../../../charts/index.ts';
import { useRunOrders } from '../../api/research.ts';
import type { RunOrder } from '../../api/types.ts';
import { Amount, Change, Unknown } from '../../components/amount.tsx';
import { ChoiceFilter } from '../../components/choice-filter.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { LIMITS, ORDER_STATES, RULES, SIDES } from './words.ts';

const PAGE_SIZE = 50;
const STATES = Object.keys(ORDER_STATES) as RunOrder['state'][];

/** Every order that was wanted: those made, those cut, and those not made with what stopped them. */
export function Orders({ id }: { id: string }) {
  const params = useListParams();
  const state = params.oneOf('state', STATES);
  const orders = useRunOrders(id, { page: params.page, page_size: PAGE_SIZE, state });
  return (
    <Stack gap="sm">
      <Group>
        <ChoiceFilter
          label="State"
          all="All orders"
          choices={STATES.map((value) => ({ value, label: ORDER_STATES[value].label }))}
          value={state}
          onChange={(chosen) => params.set({ state: chosen })}
        />
      </Group>
      <Loaded query={orders}>
        {({ items, page, page_size, total }) =>
          total === 0 ? (
            <Empty icon={<IconArrowsExchange />} title="No orders">
              {state === undefined
                ? 'The strategy never wanted to buy anything. Its settings and findings say why.'
                : 'No order has this state. Clear the filter to see the others.'}
            </Empty>
          ) : (
            <div className="panel">
              <DataTable
                caption="Orders"
                columns={columns}
                rows={items}
                keyOf={(order) => `${order.date} ${order.side} ${order.symbol} ${order.rule}`}
              />
              <Pager
                page={page}
                pageSize={page_size}
                total={total}
                noun="orders"
                onPage={(next) => params.set({ page: next })}
              />
            </div>
          )
        }
      </Loaded>
    </Stack>
  );
}

const columns: Column<RunOrder>[] = [
  {
    key: 'symbol',
    title: 'Order',
    render: ({ symbol, name, side, date, rank }) => (
      <Stack gap={2}>
        <Group gap={6}>
          <Badge color={SIDES[side].color} variant="light">
            {SIDES[side].label}
          </Badge>
          <Text size="sm" fw={600}>
            {symbol}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" fw={400} className="figure">
          {[day(date), rank === null ? null : `rank ${rank}`].filter(Boolean).join(' · ')}
        </Text>
        {name !== null && (
          <Text size="xs" c="dimmed" fw={400} lineClamp={1} maw={200}>
            {name}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'state',
    title: 'State',
    render: ({ state }) => (
      <Badge color={ORDER_STATES[state].color} variant="light" miw="max-content">
        {ORDER_STATES[state].label}
      </Badge>
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
  {
    key: 'quantity',
    title: 'Quantity',
    align: 'end',
    render: ({ quantity: made, wanted_quantity: wanted }) => (
      <span className="figure">
        {quantity(made)}
        {made !== wanted && (
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
    render: ({ price }) => (
      <Amount value={price} currency="INR" reason="The share had no close on this day." />
    ),
  },
  {
    key: 'value',
    title: 'Value',
    align: 'end',
    phone: 'figure',
    render: ({ value, quantity: made }) =>
      made === 0 ? '' : <Amount value={value} currency="INR" digits={0} />,
  },
  {
    key: 'charges',
    title: 'Costs',
    align: 'end',
    render: ({ charges }) => (charges === null ? '' : <Amount value={charges.total} currency="INR" />),
  },
  {
    key: 'gain',
    title: 'Gain',
    align: 'end',
    phone: 'under figure',
    render: ({ side, quantity: made, realised_gain, tax }) =>
      side === 'BUY' || made === 0 ? (
        ''
      ) : realised_gain === null ? (
        <Unknown reason="The gain is unknown." />
      ) : (
        <div>
          <Change value={realised_gain} currency="INR" digits={0} />
          {tax !== null && tax !== 0 && (
            <Text size="xs" c="dimmed">
              tax <Amount value={tax} currency="INR" digits={0} />
            </Text>
          )}
        </div>
      ),
  },
];
