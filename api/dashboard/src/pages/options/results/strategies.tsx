import { Stack, Text } from '@mantine/core';
import type { OptionPerformance } from '../../../api/option-results.ts';
import { Amount, Change } from '../../../components/amount.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { StateBadge, tradesText } from './sums.tsx';
import { firstReason, reasonText } from './words.ts';

type Strategy = OptionPerformance['by_strategy'][number];

const why = ({ realised }: Strategy): string => firstReason(realised.reasons);

const columns: Column<Strategy>[] = [
  {
    key: 'strategy',
    title: 'Strategy',
    render: ({ strategy }) => (
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {strategy}
      </Text>
    ),
  },
  { key: 'trades', title: 'Closed trades', render: ({ trades }) => tradesText(trades) },
  {
    key: 'gross',
    title: 'Gross',
    align: 'end',
    render: (one) => <Change value={one.realised.gross} currency="INR" reason={why(one)} />,
  },
  {
    key: 'costs',
    title: 'Costs',
    align: 'end',
    render: (one) => <Amount value={one.realised.costs} currency="INR" reason={why(one)} />,
  },
  {
    key: 'net',
    title: 'Net',
    align: 'end',
    render: (one) => <Change value={one.realised.net} currency="INR" reason={why(one)} />,
  },
  {
    key: 'state',
    title: 'State',
    render: ({ realised }) => (
      <Stack gap={2} align="flex-start">
        <StateBadge of={realised.state} />
        {realised.reasons.map((reason) => (
          <Text key={reason.code} size="xs" c="dimmed">
            {reasonText(reason)}
          </Text>
        ))}
      </Stack>
    ),
  },
];

export function Strategies({ of }: { of: OptionPerformance }) {
  if (of.by_strategy.length === 0) return null;
  return (
    <div className="panel">
      <DataTable
        caption="Results by strategy"
        columns={columns}
        rows={of.by_strategy}
        keyOf={({ strategy }) => strategy}
      />
    </div>
  );
}
