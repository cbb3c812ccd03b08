import { Badge, Box, Group, Text } from '@mantine/core';
import { IconCash } from '../../icons.ts';
import { useHoldingNames, useIncome } from '../../api/queries.ts';
import type { IncomeEvent } from '../../api/types.ts';
import { Amount, Quantity, Unknown } from '../../components/amount.tsx';
import { ChoiceFilter } from '../../components/choice-filter.tsx';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { holdingAddress } from '../../components/holding-link.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { PortfolioFilter } from '../../components/portfolio-select.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useListParams } from '../../components/search-params.ts';
import { dayInWords, KINDS, sourceInWords, STATUSES } from './words.ts';
import { MayChange } from '../../components/may-change.tsx';

const PAGE_SIZE = 25;
const CHOICES = ['EXPECTED', 'FORECAST', 'DECLARED', 'ENTITLED', 'PAID', 'CANCELLED'] as const;

const columns = (names: ReadonlyMap<string, string>): Column<IncomeEvent>[] => [
  {
    key: 'symbol',
    title: 'What',
    render: (row) => {
      const { symbol, kind, portfolio } = row;
      const name = names.get(symbol);
      const own = name === undefined ? null : symbol;
      return (
        <Box miw={130}>
          <NameCell
            name={name ?? symbol}
            to={holdingAddress(symbol)}
            facts={[own, KINDS[kind], portfolio]}
            phoneFacts={[dayInWords(row), own, KINDS[kind]]}
          />
        </Box>
      );
    },
  },
  { key: 'date', title: 'Day', render: (row) => <span className="figure">{dayInWords(row)}</span> },
  {
    key: 'status',
    title: 'Status',
    phone: 'under figure',
    render: ({ status }) => (
      <Badge color={STATUSES[status].color} variant="light" miw="max-content">
        {STATUSES[status].label}
      </Badge>
    ),
  },
  {
    key: 'units',
    title: 'Units',
    align: 'end',
    render: ({ entitled_quantity, currency }) =>
      entitled_quantity === null ? (
        <Unknown reason="The transaction has only the total amount." />
      ) : (
        <Quantity value={entitled_quantity} currency={currency} />
      ),
  },
  {
    key: 'gross',
    title: 'Before tax',
    phone: 'figure',
    align: 'end',
    render: ({ gross_amount, currency, provisional_reason }) => (
      <>
        <Amount value={gross_amount} currency={currency} />
        <MayChange reason={provisional_reason} />
      </>
    ),
  },
  {
    key: 'tax',
    title: 'Tax',
    align: 'end',
    render: ({ withheld_tax, currency }) => (
      <Amount value={withheld_tax} currency={currency} reason="Known after payment." />
    ),
  },
  {
    key: 'net',
    title: 'Received',
    align: 'end',
    render: ({ net_amount, currency }) => (
      <Amount value={net_amount} currency={currency} reason="Known after payment." />
    ),
  },
  {
    key: 'source',
    title: 'Source',
    render: (row) => (
      <div>
        <Text size="sm">{sourceInWords(row)}</Text>
        <Text size="xs" c="dimmed" maw={340} miw={180} lineClamp={2} title={row.note}>
          {row.note}
        </Text>
      </div>
    ),
  },
];

/** Every event, page by page, with its state and where it is known from. */
export function Events({ year }: { year: number | undefined }) {
  const params = useListParams();
  const status = params.oneOf('status', CHOICES);
  const symbol = params.get('symbol');
  const portfolio = params.get('portfolio');
  const names = useHoldingNames();
  const events = useIncome({
    page: params.page,
    page_size: PAGE_SIZE,
    ...(year === undefined ? {} : { year }),
    ...(status === undefined ? {} : { status }),
    ...(symbol === '' ? {} : { symbol }),
    ...(portfolio === '' ? {} : { portfolio }),
  });
  return (
    <>
      <Group mb="sm" gap="xs">
        <SearchBox
          label="Symbol"
          value={symbol}
          onSearch={(word) => params.set({ symbol: word.trim().toUpperCase() })}
        />
        <PortfolioFilter value={portfolio} onChange={(name) => params.set({ portfolio: name })} />
        <ChoiceFilter
          label="Status"
          all="All but cancelled"
          choices={CHOICES.map((value) => ({
            value,
            label: value === 'EXPECTED' ? 'Upcoming' : STATUSES[value].label,
          }))}
          value={status}
          onChange={(chosen) => params.set({ status: chosen })}
        />
      </Group>
      <Loaded query={events}>
        {({ items, page, page_size, total }) =>
          total === 0 ? (
            <Empty icon={<IconCash />} title="No events here">
              {status || symbol || portfolio || year !== undefined
                ? 'Clear the search, the filters or the year to see the others.'
                : 'Paid, announced and expected income shows here.'}
            </Empty>
          ) : (
            <div className="panel">
              <DataTable
                caption="Income events"
                columns={columns(names)}
                rows={items}
                keyOf={({ id }) => id}
              />
              <Pager
                page={page}
                pageSize={page_size}
                total={total}
                noun="events"
                onPage={(next) => params.set({ page: next })}
              />
            </div>
          )
        }
      </Loaded>
    </>
  );
}
