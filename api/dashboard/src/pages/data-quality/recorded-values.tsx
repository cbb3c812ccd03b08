import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useQualityList } from '../../api/queries.ts';
import type { DataQuality, RecordedDifference } from '../../api/types.ts';
import { Amount, Percent } from '../../components/amount.tsx';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { PortfolioFilter } from '../../components/portfolio-select.tsx';
import { useListParams } from '../../components/search-params.ts';
import { IconListCheck } from '../../icons.ts';
import { List } from './list.tsx';

/** Symbols that a row names. */
const MOST_SYMBOLS = 5;

const columns: Column<RecordedDifference>[] = [
  {
    key: 'from',
    title: 'Days',
    render: ({ from, to, days }) => (
      <NameCell
        name={from === to ? day(from) : `${day(from)} – ${day(to)}`}
        facts={[`${days.toLocaleString('en-IN')} recorded ${days === 1 ? 'day' : 'days'}`]}
      />
    ),
  },
  {
    key: 'recorded',
    title: 'Recorded',
    align: 'end',
    render: ({ largest, currency }) => <Amount value={largest.recorded} currency={currency} />,
  },
  {
    key: 'recalculated',
    title: 'Recalculated',
    align: 'end',
    render: ({ largest, currency }) => <Amount value={largest.recalculated} currency={currency} />,
  },
  {
    key: 'difference',
    title: 'Largest difference',
    align: 'end',
    render: ({ largest, currency, days }) => (
      <Stack gap={2} align="flex-end">
        <Amount value={largest.difference} currency={currency} />
        <Text size="xs" c="dimmed" component="div">
          <Percent value={largest.pct} />
          {days > 1 && ` on ${day(largest.day)}`}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'cause',
    title: 'Cause',
    render: ({ message, symbols, symbols_count }) => (
      <Stack gap={2} maw={420}>
        <Text size="sm">{message}</Text>
        {symbols_count > 0 && (
          <Text size="xs" c="dimmed">
            Other units of {symbols.slice(0, MOST_SYMBOLS).join(', ')}
            {symbols_count > MOST_SYMBOLS &&
              ` and ${(symbols_count - MOST_SYMBOLS).toLocaleString('en-IN')} more`}
          </Text>
        )}
      </Stack>
    ),
  },
];

/** Where the values recorded at the time differ from those recalculated now, and why. */
export function RecordedValues({ counts }: { counts: DataQuality['recorded_values'] }) {
  const params = useListParams();
  const { page } = params;
  const portfolio = params.get('portfolio');
  const query = useQualityList(`recorded-values ${portfolio}`, page, () =>
    api.quality.recordedValues(page, portfolio),
  );
  const compared = portfolio === '' ? (counts?.compared_days ?? null) : null;
  return (
    <Stack gap="sm">
      <Group>
        <PortfolioFilter value={portfolio} onChange={(name) => params.set({ portfolio: name })} />
      </Group>
      <Text size="sm" c="dimmed">
        Figures use the recalculated values. To see the values recorded at the time, add{' '}
        <code>as_known=then</code> to a request for performance, risk or the value history.
      </Text>
      <List
        caption="Recorded and recalculated values"
        query={query}
        columns={columns}
        keyOf={({ from }) => from}
        noun="differences"
        icon={<IconListCheck />}
        title={compared === 0 ? 'Nothing to compare yet' : 'No differences'}
        empty={
          compared === 0
            ? 'No past day has both a recorded value and transactions to recalculate it from.'
            : compared === null
              ? 'Recorded values agree with the recalculated ones.'
              : `Recorded values of ${compared.toLocaleString('en-IN')} ${compared === 1 ? 'day' : 'days'} agree with the recalculated ones.`
        }
        actions={(row) => (
          <Anchor size="sm" component={Link} to={placeOf(row)}>
            {row.cause === 'IMPORT_UNDONE' ? 'Imports' : 'Transactions'}
          </Anchor>
        )}
      />
    </Stack>
  );
}

/** The transactions of the import that is the cause, or those up to the last of the days. */
function placeOf({ cause, import_id, to, symbols }: RecordedDifference): string {
  if (cause === 'IMPORT_UNDONE') return '/data/import';
  if (import_id !== null) return `/transactions?import=${encodeURIComponent(import_id)}`;
  const [symbol] = symbols;
  const query = new URLSearchParams({ to, ...(symbols.length === 1 && symbol !== undefined && { symbol }) });
  return `/transactions?${query.toString()}`;
}
