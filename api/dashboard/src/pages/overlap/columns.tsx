import { Badge, Group, Text } from '@mantine/core';
import { day, nameOrSymbol, percent } from '../../../../../charts/index.ts';
import type { ExposedStock, FundSnapshot, HeldFund } from '../../api/types.ts';
import { Amount, Percent } from '../../components/amount.tsx';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { sourcesInWords } from './source-words.ts';

const UNVALUED = 'No value.';

export const fundColumns = (
  snapshots: readonly FundSnapshot[],
  currency: string,
): readonly Column<HeldFund>[] => [
  {
    key: 'fund',
    title: 'Fund',
    render: ({ symbol, name, asset_class, portfolios }) => (
      <NameCell
        name={nameOrSymbol({ name, symbol })}
        facts={[name === null ? null : symbol, asset_class, portfolios.join(', ')]}
      />
    ),
  },
  {
    key: 'value',
    title: 'Value',
    align: 'end',
    render: ({ value }) => <Amount value={value} currency={currency} reason={UNVALUED} digits={0} />,
  },
  {
    key: 'share',
    title: 'Share',
    align: 'end',
    render: ({ portfolio_weight_pct }) => <Percent value={portfolio_weight_pct} reason={UNVALUED} />,
  },
  {
    key: 'contents',
    title: 'Fund holdings',
    render: ({ symbol }) => (
      <Contents snapshot={snapshots.find(({ fund_symbol }) => fund_symbol === symbol)} />
    ),
  },
];

function Contents({ snapshot }: { snapshot: FundSnapshot | undefined }) {
  if (snapshot === undefined)
    return (
      <Badge color="orange" variant="light" miw="max-content">
        Unknown
      </Badge>
    );
  const { as_of, is_stale, stocks_count, weight_sum_pct } = snapshot;
  return (
    <Group gap="xs">
      <Text size="sm">
        {stocks_count === 0
          ? 'No shares'
          : `${stocks_count.toLocaleString('en-IN')} ${stocks_count === 1 ? 'company' : 'companies'}, ${percent(weight_sum_pct, { digits: 1 })}`}
        , {day(as_of)}
      </Text>
      {is_stale && (
        <Badge color="yellow" variant="light" miw="max-content">
          Old
        </Badge>
      )}
    </Group>
  );
}

export const stockColumns = (currency: string): readonly Column<ExposedStock>[] => [
  {
    key: 'stock',
    title: 'Company',
    render: ({ stock_symbol, name, is_overlap, is_above_threshold, sources }) => (
      <Group gap={4}>
        <NameCell
          name={nameOrSymbol({ name, symbol: stock_symbol })}
          facts={[name === null ? null : stock_symbol]}
        />
        {is_overlap && (
          <Badge color="gray" variant="light" miw="max-content" aria-label={`In ${sources.length} places`}>
            {sources.length} places
          </Badge>
        )}
        {is_above_threshold && sources.some(({ kind }) => kind === 'FUND') && (
          <Badge color="orange" variant="light" miw="max-content">
            High
          </Badge>
        )}
      </Group>
    ),
  },
  {
    key: 'weight',
    title: 'Effective weight',
    align: 'end',
    render: ({ effective_weight_pct }) => (
      <Percent value={effective_weight_pct} reason="None of its sources has a value." />
    ),
  },
  {
    key: 'value',
    title: 'Value',
    align: 'end',
    render: ({ value }) => <Amount value={value} currency={currency} reason={UNVALUED} digits={0} />,
  },
  {
    key: 'sources',
    title: 'Sources',
    render: (stock) => (
      <div>
        {sourcesInWords(stock).map((words) => (
          <Text key={words} size="xs" className="figure">
            {words}
          </Text>
        ))}
      </div>
    ),
  },
];
