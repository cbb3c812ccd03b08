import { Badge, Group, Stack, Switch, Text } from '@mantine/core';
import { IconCoins } from '../../icons.ts';
import { day, money, percent, quantity } from '../../../../../charts/index.ts';
import { LARGEST_PAGE, usePolicyHoldings } from '../../api/policies.ts';
import type { Policy, PolicyHolding } from '../../api/types.ts';
import { Amount, Change } from '../../components/amount.tsx';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { DateFilter } from '../../components/date-filter.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';

/** What is held now, or was on a day. */
export function PolicyHoldings({ policy }: { policy: Policy }) {
  const params = useListParams();
  const date = params.get('date');
  const isLive = params.get('prices') === 'now' && date === '';
  const holdings = usePolicyHoldings(policy, {
    date,
    live: isLive,
    page: params.page,
    page_size: LARGEST_PAGE,
  });
  return (
    <Stack gap="sm">
      <Group gap="md">
        <DateFilter
          label="On"
          value={date === '' ? (holdings.data?.date ?? '') : date}
          onChange={(next) => params.set({ date: next, prices: undefined })}
        />
        <Switch
          label="Current prices"
          checked={isLive}
          // those of a day in the past are its closes
          onChange={(event) =>
            params.set(
              event.currentTarget.checked ? { prices: 'now', date: undefined } : { prices: undefined },
            )
          }
        />
      </Group>
      <Loaded query={holdings}>
        {({ items, cash, date: told, page, page_size, total }) =>
          told === null ? (
            <Empty icon={<IconCoins />} title={date === '' ? 'Nothing held yet' : 'No session by then'}>
              The first session of this policy is {day(policy.starts_on)}.
              {date === '' ? ' Its shares show here afterwards.' : ' Choose that day or a later one.'}
            </Empty>
          ) : (
            <>
              <Text size="sm" c="dimmed" aria-live="polite">
                {isLive ? 'At current prices, as held at the close of' : 'At the close of'} {day(told)}:{' '}
                {total === 1 ? '1 share' : `${quantity(total)} shares`} and{' '}
                {money(cash, 'INR', { digits: 0 })} in cash.
              </Text>
              {total > 0 && (
                <div className="panel">
                  <DataTable
                    caption="Holdings"
                    columns={columnsOf(told, isLive)}
                    rows={items}
                    keyOf={({ symbol }) => symbol}
                  />
                  <Pager
                    page={page}
                    pageSize={page_size}
                    total={total}
                    noun="shares"
                    onPage={(next) => params.set({ page: next })}
                  />
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

const columnsOf = (told: string, isLive: boolean): Column<PolicyHolding>[] => [
  {
    key: 'symbol',
    title: 'Share',
    render: ({ symbol, name, sector, note }) => (
      <div>
        <NameCell name={symbol} facts={[name, sector]} />
        {note !== null && (
          <Text size="xs" c="dimmed" fw={400}>
            {note}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'quantity',
    title: 'Quantity',
    align: 'end',
    render: (row) => <span className="figure">{quantity(row.quantity)}</span>,
  },
  {
    key: 'avg_cost',
    title: 'Average cost',
    align: 'end',
    render: ({ avg_cost }) => <Amount value={avg_cost} currency="INR" />,
  },
  {
    key: 'close',
    title: isLive ? 'Price' : 'Close',
    align: 'end',
    render: ({ close, close_date, live_priced }) => (
      <div>
        <Amount value={close} currency="INR" reason="There was no close by then." />
        {live_priced === true ? (
          <div>
            <Badge size="xs" color="teal" variant="light">
              now
            </Badge>
          </div>
        ) : (
          close_date !== null &&
          (isLive || close_date !== told) && (
            <Text size="xs" c="dimmed">
              close of {day(close_date)}
            </Text>
          )
        )}
      </div>
    ),
  },
  {
    key: 'market_value',
    title: 'Value',
    align: 'end',
    render: ({ market_value }) => <Amount value={market_value} currency="INR" digits={0} />,
  },
  {
    key: 'weight_pct',
    title: 'Weight',
    align: 'end',
    render: ({ weight_pct }) => <span className="figure">{percent(weight_pct)}</span>,
  },
  {
    key: 'unrealized_gain',
    title: 'Gain',
    align: 'end',
    render: ({ unrealized_gain }) => <Change value={unrealized_gain} currency="INR" digits={0} />,
  },
  {
    key: 'held_since',
    title: 'Held since',
    render: ({ held_since }) => <span className="figure">{day(held_since)}</span>,
  },
];
