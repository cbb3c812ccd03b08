import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconArrowsExchange } from '../../icons.ts';
import { day, quantity } from '../../../../../charts/index.ts';
import { usePolicyTrades } from '../../api/policies.ts';
import type { Policy, PolicyTrade } from '../../api/types.ts';
import { Amount, Change, Unknown } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { SIDES } from '../strategies/words.ts';
import { PRICE_SOURCES } from './words.ts';

const PAGE_SIZE = 50;

/** Every trade with what it cost and what was taxed, the newest first. */
export function Trades({ policy }: { policy: Policy }) {
  const params = useListParams();
  const trades = usePolicyTrades(policy, params.page, PAGE_SIZE);
  return (
    <Loaded query={trades}>
      {({ items, page, page_size, total }) =>
        total === 0 ? (
          <Empty icon={<IconArrowsExchange />} title="No trades yet">
            This policy has neither bought nor sold anything so far.
          </Empty>
        ) : (
          <div className="panel">
            <DataTable caption="Trades" columns={columns} rows={items} keyOf={({ trade_id }) => trade_id} />
            <Pager
              page={page}
              pageSize={page_size}
              total={total}
              noun="trades"
              onPage={(next) => params.set({ page: next })}
            />
          </div>
        )
      }
    </Loaded>
  );
}

const columns: Column<PolicyTrade>[] = [
  {
    key: 'symbol',
    title: 'Trade',
    render: ({ symbol, side, date }) => (
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
          {day(date)}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'quantity',
    title: 'Quantity',
    align: 'end',
    render: (row) => <span className="figure">{quantity(row.quantity)}</span>,
  },
  {
    key: 'price',
    title: 'Price',
    align: 'end',
    render: ({ price, price_source }) => (
      <div>
        <Amount value={price} currency="INR" />
        <Text size="xs" c="dimmed">
          {PRICE_SOURCES[price_source]}
        </Text>
      </div>
    ),
  },
  {
    key: 'value',
    title: 'Value',
    align: 'end',
    phone: 'figure',
    render: ({ value }) => <Amount value={value} currency="INR" digits={0} />,
  },
  {
    key: 'costs',
    title: 'Costs',
    align: 'end',
    render: ({ costs }) => <Amount value={costs} currency="INR" />,
  },
  {
    key: 'gain',
    title: 'Gain',
    align: 'end',
    phone: 'under figure',
    render: ({ side, realised_gain }) =>
      side === 'BUY' ? (
        ''
      ) : realised_gain === null ? (
        <Unknown reason="The gain is unknown." />
      ) : (
        <Change value={realised_gain} currency="INR" digits={0} />
      ),
  },
  {
    key: 'tax',
    title: 'Tax',
    align: 'end',
    render: ({ side, tax }) =>
      side === 'BUY' ? (
        ''
      ) : (
        <Amount value={tax} currency="INR" digits={0} reason="The tax of this sale is unknown." />
      ),
  },
];
