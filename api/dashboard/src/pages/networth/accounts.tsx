import { Box, Text, Title } from '@mantine/core';
import type { NetWorth } from '../../api/types.ts';
import { Amount, Percent } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { MayChange } from '../../components/may-change.tsx';

type Account = NetWorth['accounts'][number];

const columns = (currency: string): readonly Column<Account>[] => [
  {
    key: 'portfolio',
    title: 'Portfolio',
    render: ({ portfolio, holdings_count, reason }) => (
      <>
        <Text fw={600} size="sm">
          {portfolio}
        </Text>
        <Text size="xs" c="dimmed">
          {holdings_count} {holdings_count === 1 ? 'holding' : 'holdings'}
          {reason === null ? '' : `. ${reason}`}
        </Text>
      </>
    ),
  },
  {
    key: 'assets',
    title: 'Value',
    align: 'end',
    render: ({ assets, reason, provisional_reason }) => (
      <>
        <Amount value={assets} currency={currency} reason={reason ?? 'Unknown.'} />
        <MayChange reason={provisional_reason} />
      </>
    ),
  },
  {
    key: 'share',
    title: 'Share',
    align: 'end',
    render: ({ share_pct }) => <Percent value={share_pct} reason="The value is unknown." />,
  },
  {
    key: 'invested',
    title: 'Invested',
    align: 'end',
    render: ({ invested }) => (
      <Amount value={invested} currency={currency} reason="A purchase price is missing." />
    ),
  },
];

/** What each portfolio adds to the whole. */
export function Accounts({ accounts, currency }: { accounts: NetWorth['accounts']; currency: string }) {
  if (accounts.length === 0) return null;
  return (
    <Box component="section" aria-label="By portfolio">
      <Title order={2} size="h4" mb={6}>
        By portfolio
      </Title>
      <div className="panel">
        <DataTable
          caption="Value by portfolio"
          columns={columns(currency)}
          rows={accounts}
          keyOf={({ portfolio }) => portfolio}
        />
      </div>
    </Box>
  );
}
