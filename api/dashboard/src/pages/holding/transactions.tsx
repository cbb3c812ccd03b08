import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { day } from '../../../../../charts/index.ts';
import type { HoldingReport, Transaction } from '../../api/types.ts';
import { Amount, Quantity } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { typeName } from '../transactions/types.ts';
import { Nothing, Section } from './section.tsx';

const columns: Column<Transaction>[] = [
  {
    key: 'date',
    title: 'Date',
    render: ({ date, portfolio, note, recorded_symbol }) => (
      <>
        <Text size="sm" fw={600} className="figure">
          {day(date)}
        </Text>
        <Text size="xs" c="dimmed" maw={420} style={{ overflowWrap: 'anywhere' }}>
          {[portfolio, recorded_symbol === null ? null : `recorded as ${recorded_symbol}`, note]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </>
    ),
  },
  {
    key: 'type',
    title: 'Type',
    phone: 'under figure',
    render: (row) => (
      <Badge
        variant="light"
        color={row.type === 'BUY' ? 'ink' : row.type === 'SELL' ? 'orange' : 'gray'}
        miw="max-content"
      >
        {typeName(row)}
      </Badge>
    ),
  },
  {
    key: 'quantity',
    title: 'Quantity',
    align: 'end',
    render: ({ quantity, currency }) => <Quantity value={quantity} currency={currency} />,
  },
  {
    key: 'price',
    title: 'Price',
    align: 'end',
    render: ({ price, currency }) => <Amount value={price} currency={currency} reason="No money moves." />,
  },
  {
    key: 'amount',
    title: 'Amount',
    phone: 'figure',
    align: 'end',
    render: ({ amount, currency }) => <Amount value={amount} currency={currency} reason="No money moves." />,
  },
];

/** Every transaction, the newest first, with its note. */
export function HoldingTransactions({
  holding: { symbol, portfolios, transactions, transactions_count: total },
  portfolio,
}: {
  holding: HoldingReport;
  portfolio: string;
}) {
  const addressOf = (name: string): string =>
    `/transactions?symbol=${encodeURIComponent(symbol)}${name === '' ? '' : `&portfolio=${encodeURIComponent(name)}`}`;
  const address = addressOf(portfolio);
  // A new one goes where the holding is, if that is one place alone.
  const only = portfolio === '' && portfolios.length === 1 ? (portfolios[0] ?? '') : portfolio;
  return (
    <Section
      title="Transactions"
      isTable
      actions={
        <Group gap="md" wrap="nowrap">
          <Anchor component={Link} to={`${addressOf(only)}&add=new`} size="sm">
            Add
            <span className="sr-only"> a transaction</span>
          </Anchor>
          <Anchor component={Link} to={address} size="sm">
            {total > transactions.length ? `All ${total.toLocaleString('en-IN')}` : 'Edit'}
          </Anchor>
        </Group>
      }
    >
      {transactions.length === 0 ? (
        <Nothing isTable>No transactions are recorded. Import a tradebook, or add them one by one.</Nothing>
      ) : (
        <DataTable caption="Transactions" columns={columns} rows={transactions} keyOf={({ id }) => id} />
      )}
    </Section>
  );
}
