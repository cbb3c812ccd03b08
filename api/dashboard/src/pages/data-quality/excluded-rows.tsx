import { Anchor, Text } from '@mantine/core';
import { IconListCheck } from '../../icons.ts';
import { Link } from 'react-router';
import { day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useQualityList } from '../../api/queries.ts';
import type { ExcludedTransaction } from '../../api/types.ts';
import { Amount, Quantity } from '../../components/amount.tsx';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { useListParams } from '../../components/search-params.ts';
import { List } from './list.tsx';

const columns: Column<ExcludedTransaction>[] = [
  {
    key: 'symbol',
    title: 'Transaction',
    render: ({ symbol, type, date, portfolio }) => (
      <NameCell name={symbol} facts={[type, day(date), portfolio]} />
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
    render: ({ price, currency }) => <Amount value={price} currency={currency} />,
  },
  {
    key: 'reason',
    title: 'Why it is excluded',
    render: ({ reason }) => (
      <Text size="sm" maw={420}>
        {reason.charAt(0).toUpperCase() + reason.slice(1)}.
      </Text>
    ),
  },
];

export function ExcludedRows() {
  const { page } = useListParams();
  const query = useQualityList('left-out', page, () => api.quality.leftOut(page));
  return (
    <List
      caption="Excluded transactions"
      query={query}
      columns={columns}
      keyOf={({ transaction_id }) => transaction_id}
      noun="rows"
      icon={<IconListCheck />}
      title="Every transaction counts"
      empty="The ledger excludes no transaction."
      actions={({ symbol }) => (
        <Anchor size="sm" component={Link} to={`/transactions?symbol=${encodeURIComponent(symbol)}`}>
          Correct
        </Anchor>
      )}
    />
  );
}
