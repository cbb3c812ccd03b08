import { Anchor } from '@mantine/core';
import { IconListCheck } from '../../icons.ts';
import { Link } from 'react-router';
import { day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useQualityList } from '../../api/queries.ts';
import type { UnmatchedSale } from '../../api/types.ts';
import { Quantity } from '../../components/amount.tsx';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { useListParams } from '../../components/search-params.ts';
import { List } from './list.tsx';

const columns: Column<UnmatchedSale>[] = [
  {
    key: 'symbol',
    title: 'Symbol',
    render: ({ symbol, portfolio }) => <NameCell name={symbol} facts={[portfolio]} />,
  },
  {
    key: 'quantity',
    title: 'Sold without a purchase',
    align: 'end',
    render: ({ quantity, currency }) => <Quantity value={quantity} currency={currency} />,
  },
  {
    key: 'last_date',
    title: 'Last transaction',
    align: 'end',
    render: ({ last_date }) => (last_date === null ? '—' : day(last_date)),
  },
];

export function Unmatched() {
  const { page } = useListParams();
  const query = useQualityList('unmatched', page, () => api.quality.unmatched(page));
  return (
    <List
      caption="Sales without a purchase"
      query={query}
      columns={columns}
      keyOf={({ portfolio, symbol }) => `${portfolio} ${symbol}`}
      noun="symbols"
      icon={<IconListCheck />}
      title="Every sale has a purchase"
      empty="Your transactions cover the purchase of everything you sold."
      actions={() => (
        <Anchor size="sm" component={Link} to="/data/quality?show=openings">
          Complete
        </Anchor>
      )}
    />
  );
}
