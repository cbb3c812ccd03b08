import { Group, Stack, Text } from '@mantine/core';
import { IconCoins } from '../../icons.ts';
import { day, money, percent, quantity } from '../../../../../charts/index.ts';
import { useRunHoldings } from '../../api/research.ts';
import type { Run, RunHolding } from '../../api/types.ts';
import { Amount, Change } from '../../components/amount.tsx';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { DateFilter } from '../../components/date-filter.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { useListParams } from '../../components/search-params.ts';

/** What was held on a day: the last one unless another is chosen. */
export function Holdings({ run }: { run: Run }) {
  const params = useListParams();
  const date = params.get('date');
  const holdings = useRunHoldings(run.run_id, date);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <DateFilter
          label="On"
          value={date === '' ? run.to : date}
          onChange={(next) => params.set({ date: next })}
        />
      </Group>
      <Loaded query={holdings}>
        {({ items, cash, date: told }) =>
          told === null ? (
            <Empty icon={<IconCoins />} title="No session by then">
              The first day of this backtest is {day(run.from)}. Choose that day or a later one.
            </Empty>
          ) : (
            <>
              <Text size="sm" c="dimmed" aria-live="polite">
                At the close of {day(told)}: {items.length === 1 ? '1 share' : `${items.length} shares`} and{' '}
                {money(cash, 'INR', { digits: 0 })} in cash.
              </Text>
              {items.length > 0 && (
                <div className="panel">
                  <DataTable
                    caption="Holdings"
                    columns={columnsOf(told)}
                    rows={items}
                    keyOf={({ symbol }) => symbol}
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

const columnsOf = (told: string): Column<RunHolding>[] => [
  {
    key: 'symbol',
    title: 'Share',
    render: ({ symbol, name, sector }) => <NameCell name={symbol} facts={[name, sector]} />,
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
    title: 'Close',
    align: 'end',
    render: ({ close, close_date }) => (
      <div>
        <Amount value={close} currency="INR" reason="There was no close by then." />
        {close_date !== null && close_date !== told && (
          <Text size="xs" c="dimmed">
            of {day(close_date)}
          </Text>
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
    key: 'unrealised_gain',
    title: 'Gain',
    align: 'end',
    render: ({ unrealised_gain }) => <Change value={unrealised_gain} currency="INR" digits={0} />,
  },
  {
    key: 'held_since',
    title: 'Held since',
    render: ({ held_since }) => <span className="figure">{day(held_since)}</span>,
  },
];
