/** Companies that the report compares the share with. */
import { Text } from '@mantine/core';
import { Percent } from '../../../components/amount.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { BadgeWithMeaning } from '../../strategies/badges.tsx';
import type { Peer } from './parse-publication.ts';
import { RATINGS } from './words.ts';

const COLUMNS: Column<Peer>[] = [
  {
    key: 'symbol',
    title: 'Symbol',
    render: ({ symbol }) => (
      <Text size="sm" fw={600}>
        {symbol}
      </Text>
    ),
  },
  { key: 'name', title: 'Name', render: ({ name }) => <Text size="sm">{name}</Text> },
  { key: 'rating', title: 'Rating', render: ({ rating }) => <BadgeWithMeaning {...RATINGS[rating]} /> },
  {
    key: 'return',
    title: '1Y return',
    align: 'end',
    render: ({ return_1y_pct }) => (
      <Percent value={return_1y_pct} plus reason="Its price a year ago is unknown." />
    ),
  },
  {
    key: 'rationale',
    title: 'Rationale',
    render: ({ rationale }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {rationale}
      </Text>
    ),
  },
];

export function Peers({ peers }: { peers: readonly Peer[] }) {
  if (peers.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="peers">
      <Text component="h2" id="peers" fw={600} p="md" pb={0}>
        Peers
      </Text>
      <DataTable caption="Peers" columns={COLUMNS} rows={peers} keyOf={({ symbol }) => symbol} />
    </section>
  );
}
