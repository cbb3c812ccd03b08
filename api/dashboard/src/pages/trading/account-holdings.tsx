/** The shares of a traded account: in the books of which policies, in the person's own records, unknown. */
import { Stack, Text } from '@mantine/core';
import { moment, quantity } from '../../../../../charts/index.ts';
import { useAccountHoldings } from '../../api/trading.ts';
import type { AccountHoldings as Account } from '../../api/types.ts';
import { Unknown } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Loaded } from '../../components/notices.tsx';

type Share = Account['shares'][number];

/** Explanations of every account. */
export const AccountHoldings = () => <Explained isShown={() => true} />;

/** Explanations of one account. @param connectionId null for a policy without one */
export const HoldingsOfAccount = ({ connectionId }: { connectionId: string | null }) => (
  <Explained isShown={({ connection_id }) => connection_id === connectionId} />
);

function Explained({ isShown }: { isShown: (of: Account) => boolean }) {
  const accounts = useAccountHoldings();
  return (
    <Loaded query={accounts} skeleton={null}>
      {({ items }) =>
        items
          .filter((account) => isShown(account) && account.shares.length > 0)
          .map((account) => <Shares key={account.connection_id} of={account} />)
      }
    </Loaded>
  );
}

function Shares({ of }: { of: Account }) {
  const names = of.policies.join(', ');
  return (
    <Stack gap="xs" component="section" aria-label={`Shares at the broker: ${names}`}>
      <div className="panel">
        <DataTable
          caption={`Shares at the broker: ${names}`}
          columns={columns}
          rows={of.shares}
          keyOf={({ symbol, isin }) => isin ?? symbol}
        />
      </div>
      <Text size="xs" c="dimmed">
        {of.explained_at !== null && `Broker and books of ${moment(of.explained_at)}. `}
        {recordsText(of)}
      </Text>
    </Stack>
  );
}

function recordsText({ records }: Account): string {
  if (records === null) return 'No portfolio has records of this account.';
  const { portfolio, listed_at } = records;
  return `Your own: portfolio ${portfolio}${listed_at === null ? '' : `, synced on ${moment(listed_at)}`}, without the shares of policies.`;
}

const columns: Column<Share>[] = [
  { key: 'share', title: 'Share', render: ({ symbol }) => symbol },
  { key: 'broker', title: 'Broker has', align: 'end', render: ({ broker }) => quantity(broker) },
  {
    key: 'policies',
    title: 'Policies',
    render: ({ policies }) =>
      policies.length === 0
        ? '–'
        : policies.map((policy) => `${policy.name}: ${quantity(policy.quantity)}`).join(', '),
  },
  {
    key: 'own',
    title: 'Your records',
    align: 'end',
    render: ({ own }) =>
      own === null ? <Unknown reason="No portfolio has records of this account." /> : quantity(own),
  },
  {
    key: 'unknown',
    title: 'Unknown',
    align: 'end',
    phone: 'figure',
    render: ({ unknown, order }) =>
      order === null ? quantity(unknown) : `${quantity(unknown)} (order ${order})`,
  },
];
