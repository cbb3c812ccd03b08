/** What those who agreed own together. */
import { Box, Text, Title } from '@mantine/core';
import { useHousehold } from '../../api/queries.ts';
import type { Household as HouseholdTotals } from '../../api/types.ts';
import { Amount, Change } from '../../components/amount.tsx';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { MayChange } from '../../components/may-change.tsx';

type Row = Omit<HouseholdTotals['members'][number], 'day'> & {
  day: HouseholdTotals['total']['day'];
  isTotal: boolean;
};

const columnsIn = (currency: string): Column<Row>[] => [
  {
    key: 'name',
    title: 'Who',
    render: ({ name, is_you, isTotal }) =>
      isTotal ? (
        <Text size="sm" fw={700}>
          {name}
        </Text>
      ) : (
        <NameCell name={name} facts={[is_you ? 'you' : null]} />
      ),
  },
  {
    key: 'value',
    title: 'Value',
    align: 'end',
    render: ({ current_value, is_partial, reason, provisional_reason }) => (
      <>
        <Amount value={current_value} currency={currency} reason={reason ?? 'Unknown.'} />
        <MayChange reason={provisional_reason} />
        {is_partial && current_value !== null && (
          <Text size="xs" c="dimmed">
            Partial
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'invested',
    title: 'Invested',
    align: 'end',
    render: ({ total_invested, reason }) => (
      <Amount value={total_invested} currency={currency} reason={reason ?? 'Unknown.'} />
    ),
  },
  {
    key: 'gain',
    title: 'Gain',
    align: 'end',
    render: ({ total_profit, reason }) => (
      <Change value={total_profit} currency={currency} reason={reason ?? 'Unknown.'} />
    ),
  },
  {
    key: 'day',
    title: 'Day’s change',
    align: 'end',
    render: ({ day }) => (
      <>
        <Change
          value={day?.change ?? null}
          currency={currency}
          reason="No holding has a price of a session."
        />
        {day !== null && day.change !== null && (
          <Text size="xs" c="dimmed">
            {day.label}
            {day.holdings_counted < day.holdings_total &&
              `, ${day.holdings_counted} of ${day.holdings_total} holdings`}
          </Text>
        )}
      </>
    ),
  },
];

export function Household() {
  const { data } = useHousehold();
  if (data === undefined || data.members.length < 2) return null;
  const rows: Row[] = [
    ...data.members.map((one) => ({ ...one, isTotal: false })),
    {
      ...data.total,
      name: 'Together',
      is_you: false,
      holdings_count: 0,
      reason: 'The totals of at least one person are unknown.',
      isTotal: true,
    },
  ];
  return (
    <Box className="panel" component="section" aria-label="Household">
      <Title order={2} size="h4" p="md" pb={4}>
        Household
      </Title>
      <Text size="sm" c="dimmed" px="md">
        Totals of those who agreed to show them, without debts. Change that in Settings.
      </Text>
      <DataTable
        caption="Household"
        columns={columnsIn(data.currency)}
        rows={rows}
        keyOf={({ name, isTotal }) => `${isTotal} ${name}`}
      />
    </Box>
  );
}
