import { Button } from '@mantine/core';
import { IconShieldCheck } from '../../icons.ts';
import { day, nameOrSymbol } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange, useQualityList } from '../../api/queries.ts';
import type { RefusedValue } from '../../api/types.ts';
import { Amount, Percent } from '../../components/amount.tsx';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { sourceName } from '../../components/price-source.ts';
import { useListParams } from '../../components/search-params.ts';
import { done, failed } from '../../components/toast.tsx';
import { List } from './list.tsx';

const columns: Column<RefusedValue>[] = [
  {
    key: 'symbol',
    title: 'Fund',
    render: ({ symbol, name, isin, portfolio }) => (
      <NameCell name={nameOrSymbol({ name, symbol })} facts={[isin, portfolio]} />
    ),
  },
  {
    key: 'kept',
    title: 'Current value',
    align: 'end',
    render: ({ kept_price, kept_as_of, currency }) => (
      <>
        <Amount value={kept_price} currency={currency} digits={4} />
        {kept_as_of !== null && <span className="under">{day(kept_as_of)}</span>}
      </>
    ),
  },
  {
    key: 'offered',
    title: 'Rejected value',
    align: 'end',
    render: ({ offered_price, offered_as_of, currency, source }) => (
      <>
        <Amount value={offered_price} currency={currency} digits={4} />
        <span className="under">
          {sourceName(source)}, {day(offered_as_of)}
        </span>
      </>
    ),
  },
  {
    key: 'change',
    title: 'Change',
    align: 'end',
    render: ({ change_pct }) => (
      <Percent value={change_pct} plus reason="There is no earlier value to compare with." />
    ),
  },
];

export function FundValues() {
  const { page } = useListParams();
  const query = useQualityList('fund-values', page, () => api.quality.fundValues(page));
  const accept = usePortfolioChange((row: RefusedValue) =>
    api.quality.accept(row.holding_id, row.offered_price),
  );
  return (
    <List
      caption="Rejected fund values"
      query={query}
      columns={columns}
      keyOf={({ holding_id }) => holding_id}
      noun="values"
      icon={<IconShieldCheck />}
      title="No rejected values"
      empty="A fund value more than 15% away from the last one would wait here until you accept it."
      actions={(row) => (
        <Button
          size="compact-sm"
          variant="light"
          disabled={accept.isPending}
          onClick={() =>
            accept.mutate(row, {
              onSuccess: () => done(`${nameOrSymbol(row)} now uses the new value.`),
              onError: (error) => failed(error, 'Could not accept the value'),
            })
          }
        >
          Accept
        </Button>
      )}
    />
  );
}
