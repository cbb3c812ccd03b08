import { Group, Stack, Text } from '@mantine/core';
import { IconCoins } from '../../icons.ts';
import { companyName, moment, PRICE_STATES } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useQualityList } from '../../api/queries.ts';
import type { PriceFilter, PriceQuality } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { ChoiceFilter } from '../../components/choice-filter.tsx';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { sourceName } from '../../components/price-source.ts';
import { useListParams } from '../../components/search-params.ts';
import { List } from './list.tsx';

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const FILTERS: Record<Exclude<PriceFilter, 'all'>, string> = {
  attention: 'Needs attention',
  failing: 'Last refresh failed',
  stale: capital(PRICE_STATES.STALE),
  unavailable: capital(PRICE_STATES.UNAVAILABLE),
};
const words = Object.keys(FILTERS) as (keyof typeof FILTERS)[];

/** Minutes as people say them. */
function age(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440).toLocaleString('en-IN')} days`;
}

const columns: Column<PriceQuality>[] = [
  {
    key: 'symbol',
    title: 'Holding',
    render: ({ symbol, name, portfolio }) => (
      <NameCell name={symbol} facts={[name && companyName(name), portfolio]} />
    ),
  },
  {
    key: 'price',
    title: 'Price',
    align: 'end',
    render: ({ price, currency }) => <Amount value={price} currency={currency} />,
  },
  {
    key: 'age',
    title: 'Age',
    align: 'end',
    render: ({ state, age_minutes, priced_at }) => (
      <span title={priced_at === null ? undefined : moment(priced_at)}>
        {capital(PRICE_STATES[state])}
        {age_minutes !== null && <span className="under">{age(age_minutes)}</span>}
      </span>
    ),
  },
  {
    key: 'source',
    title: 'Source',
    render: ({ price_source, price_as_of }) => (
      <Stack gap={0}>
        <Text size="sm">{price_source === null ? '—' : sourceName(price_source)}</Text>
        {price_as_of !== null && (
          <Text size="xs" c="dimmed">
            of {moment(price_as_of)}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'attempt',
    title: 'Last attempt',
    render: ({ last_attempt, state }) => <Attempt attempt={last_attempt} isByHand={state === 'BY_HAND'} />,
  },
];

function Attempt({ attempt, isByHand }: { attempt: PriceQuality['last_attempt']; isByHand: boolean }) {
  if (attempt === null)
    return (
      <Text size="sm" c="dimmed">
        {isByHand ? 'Not traded on a market' : 'Not refreshed yet'}
      </Text>
    );
  const { at, message, tried, failing_since, status } = attempt;
  const isPriced = status === 'UPDATED' || status === 'UNCHANGED';
  return (
    <Stack gap={0} maw={420}>
      <Text size="sm">
        {isPriced ? 'Updated' : (message ?? 'No price.')}{' '}
        <Text span size="xs" c="dimmed">
          {moment(at)}
        </Text>
      </Text>
      {(isPriced || tried.length > 1) &&
        tried.map((one) => (
          <Text key={one.source} size="xs" c="dimmed">
            {sourceName(one.source)}: {one.message}
          </Text>
        ))}
      {failing_since !== null && failing_since !== at && (
        <Text size="xs" c="dimmed">
          No price since {moment(failing_since)}
        </Text>
      )}
    </Stack>
  );
}

export function Prices() {
  const params = useListParams();
  const filter = params.oneOf('filter', words);
  const query = useQualityList(`prices ${filter ?? 'all'}`, params.page, () =>
    api.quality.prices(params.page, filter ?? 'all'),
  );
  return (
    <>
      <Group mb="sm">
        <ChoiceFilter
          label="Show"
          all="All holdings"
          choices={words.map((value) => ({ value, label: FILTERS[value] }))}
          value={filter}
          onChange={(next) => params.set({ filter: next })}
        />
      </Group>
      <List
        caption="Prices of holdings"
        query={query}
        columns={columns}
        keyOf={({ holding_id }) => holding_id}
        noun="holdings"
        icon={<IconCoins />}
        title={filter === undefined ? 'No holdings' : 'Nothing to check'}
        empty={
          filter === undefined
            ? 'Munim fetches prices as soon as there are holdings.'
            : 'No holding matches. Choose another filter.'
        }
      />
    </>
  );
}
