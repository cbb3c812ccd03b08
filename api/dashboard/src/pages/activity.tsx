/** What came on record, when and where from, the newest first. */
import { Badge, Group, Text } from '@mantine/core';
import { IconHistory } from '../icons.ts';
import { day, moment } from '../../../../charts/index.ts';
import { useActivity } from '../api/queries.ts';
import type { Activity, ActivityType } from '../api/types.ts';
import { Amount } from '../components/amount.tsx';
import { ChoiceFilter } from '../components/choice-filter.tsx';
import { type Column, DataTable, NameCell } from '../components/data-table.tsx';
import { DateFilter } from '../components/date-filter.tsx';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { Pager } from '../components/pager.tsx';
import { PortfolioFilter } from '../components/portfolio-select.tsx';
import { useListParams } from '../components/search-params.ts';
import { sourceInWords, TYPE_NAMES, TYPES } from './activity/words.ts';

const PAGE_SIZE = 50;

const COLORS: Readonly<Record<ActivityType, string>> = {
  sync: 'grape',
  trade: 'ink',
  income: 'teal',
  edit: 'gray',
};

const columns: readonly Column<Activity>[] = [
  {
    key: 'title',
    title: 'What',
    render: ({ title, detail, portfolio, date }) => (
      <NameCell name={title} facts={[portfolio, date === null ? null : `for ${day(date)}`, detail]} />
    ),
  },
  { key: 'at', title: 'Recorded', render: ({ at }) => <span className="figure">{moment(at)}</span> },
  {
    key: 'type',
    title: 'Type',
    render: ({ type }) => (
      <Badge color={COLORS[type]} variant="light" miw="max-content">
        {TYPE_NAMES[type]}
      </Badge>
    ),
  },
  {
    key: 'amount',
    title: 'Amount',
    align: 'end',
    render: ({ amount, currency }) =>
      amount === null || currency === null ? '' : <Amount value={amount} currency={currency} />,
  },
  {
    key: 'source',
    title: 'Source',
    render: (row) => <Text size="sm">{sourceInWords(row)}</Text>,
  },
];

export default function ActivityPage() {
  const params = useListParams();
  const query = {
    page: params.page,
    page_size: PAGE_SIZE,
    type: params.oneOf('type', TYPES),
    portfolio: params.get('portfolio'),
    from: params.get('from'),
    to: params.get('to'),
  };
  const isFiltered = Boolean(query.type || query.portfolio || query.from || query.to);
  const activity = useActivity(query);
  return (
    <>
      <Heading help="reports" title="Activity">
        Everything Munim recorded, newest first: syncs, transactions, income and changes, each with its
        source.
      </Heading>
      <Group mb="sm" gap="xs">
        <ChoiceFilter
          label="Type"
          all="All types"
          choices={TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }))}
          value={query.type}
          onChange={(type) => params.set({ type })}
        />
        <PortfolioFilter value={query.portfolio} onChange={(portfolio) => params.set({ portfolio })} />
        <DateFilter label="From" value={query.from} onChange={(from) => params.set({ from })} />
        <DateFilter label="To" value={query.to} onChange={(to) => params.set({ to })} />
      </Group>
      <Loaded query={activity}>
        {({ items, page, page_size, total, warnings }) => (
          <>
            {warnings.map(({ code, message }) => (
              <Notice key={code} tone="caution" mb="sm">
                {message}
              </Notice>
            ))}
            {total === 0 ? (
              <Empty icon={<IconHistory />} title={isFiltered ? 'Nothing matches' : 'Nothing recorded yet'}>
                {isFiltered
                  ? 'Clear the filters to see the other records.'
                  : 'Import a file, connect a broker or add a transaction. Each shows here with its source.'}
              </Empty>
            ) : (
              <div className="panel">
                <DataTable caption="Activity" columns={columns} rows={items} keyOf={({ id }) => id} />
                <Pager
                  page={page}
                  pageSize={page_size}
                  total={total}
                  noun="records"
                  onPage={(next) => params.set({ page: next })}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
