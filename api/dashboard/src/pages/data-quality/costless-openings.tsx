import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange, useTransactions } from '../../api/queries.ts';
import type { Transaction } from '../../api/types.ts';
import { Quantity } from '../../components/amount.tsx';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { DecimalInput } from '../../components/form.tsx';
import { done, failed } from '../../components/toast.tsx';

const columns: Column<Transaction>[] = [
  {
    key: 'symbol',
    title: 'Symbol',
    render: ({ symbol, portfolio }) => <NameCell name={symbol} facts={[portfolio]} />,
  },
  { key: 'date', title: 'Held since', render: (row) => <span className="figure">{day(row.date)}</span> },
  {
    key: 'quantity',
    title: 'Quantity',
    align: 'end',
    render: ({ quantity, currency }) => <Quantity value={quantity} currency={currency} />,
  },
];

const SHOWN = 200;

/** Opening positions that are recorded without a cost; giving one makes each an ordinary purchase. */
export function CostlessOpenings() {
  // Units that a merger or demerger brought have the cost that it gave them.
  const { data } = useTransactions({ type: 'TRANSFER_IN', is_derived: false, page: 1, page_size: SHOWN });
  const rows = data?.items ?? [];
  const more = (data?.total ?? 0) - rows.length;
  if (rows.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        Recorded without a cost
      </Title>
      <div className="panel">
        <DataTable
          staysOpen
          caption="Opening positions without a cost"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          actions={(row) => <RecordCost row={row} />}
        />
      </div>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {more.toLocaleString('en-IN')} more {more === 1 ? 'follows' : 'follow'} as you record the cost of
          these.
        </Text>
      )}
    </section>
  );
}

function RecordCost({ row }: { row: Transaction }) {
  const [price, setPrice] = useState<number | string>('');
  const record = usePortfolioChange(async (cost: number) => {
    try {
      await api.transactions.update(row.id, { type: 'BUY', price: cost });
    } catch (error) {
      failed(error, 'Could not record the cost');
      throw error;
    }
    done(`Cost of ${row.symbol} recorded.`);
  });
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <DecimalInput
        aria-label={`Cost per unit of the recorded ${row.symbol}`}
        placeholder="cost per unit"
        currency={row.currency}
        value={price}
        onChange={setPrice}
        min={0}
        w={120}
        size="xs"
      />
      <Button
        size="compact-sm"
        variant="light"
        disabled={!(Number(price) > 0)}
        loading={record.isPending}
        onClick={() => record.mutate(Number(price))}
      >
        Record the cost
      </Button>
    </Group>
  );
}
