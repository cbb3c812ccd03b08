import { Badge, Text } from '@mantine/core';
import { day, nameOrSymbol } from '../../../../../charts/index.ts';
import type { Alert, WatchlistItem } from '../../api/types.ts';
import { Amount, Percent, Unknown } from '../../components/amount.tsx';
import type { Column } from '../../components/data-table.tsx';
import { HoldingLink } from '../../components/holding-link.tsx';
import { DayChange } from '../../components/day-change.tsx';
import { MayChange } from '../../components/may-change.tsx';

export const itemColumns: readonly Column<WatchlistItem>[] = [
  {
    key: 'symbol',
    title: 'Symbol',
    render: ({ symbol, name, is_held }) => (
      <>
        <Text fw={600} size="sm">
          {is_held ? (
            <HoldingLink symbol={symbol}>{nameOrSymbol({ name, symbol })}</HoldingLink>
          ) : (
            nameOrSymbol({ name, symbol })
          )}{' '}
          {is_held && (
            <Badge size="xs" variant="light" component="span">
              held
            </Badge>
          )}
        </Text>
        {name !== null && (
          <Text size="xs" c="dimmed" lineClamp={1}>
            {symbol}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'price',
    title: 'Price',
    phone: 'figure',
    align: 'end',
    render: ({ price, currency, price_reason }) => (
      <Amount
        value={price}
        currency={currency}
        {...(price_reason === null ? {} : { reason: price_reason })}
      />
    ),
  },
  {
    key: 'change',
    title: 'Day’s change',
    phone: 'under figure',
    align: 'end',
    render: (item) => <DayChange of={item} reason="The price or the previous close is unknown." isStacked />,
  },
  {
    key: 'as_of',
    title: 'Price of',
    render: ({ price_as_of, day_change_date, price_reason, price }) => (
      <>
        {price_as_of === null ? <Unknown reason={price_reason ?? 'No price yet.'} /> : day(day_change_date)}
        {price !== null && price_reason !== null && (
          <Text size="xs" c="dimmed">
            No newer price: {price_reason}
          </Text>
        )}
      </>
    ),
  },
  { key: 'alerts', title: 'Alerts', align: 'end', render: ({ alerts }) => (alerts === 0 ? 'none' : alerts) },
];

export const alertColumns: readonly Column<Alert>[] = [
  { key: 'label', title: 'Alert', render: ({ label }) => label },
  {
    key: 'state',
    title: 'State',
    phone: 'figure',
    render: ({ state }) => (
      <Badge variant="light" color={state === 'ARMED' ? 'teal' : 'orange'}>
        {state === 'ARMED' ? 'Armed' : 'Triggered'}
      </Badge>
    ),
  },
  {
    key: 'value',
    title: 'Last value',
    phone: 'under figure',
    align: 'end',
    render: ({ kind, last_value, currency, last_reason, provisional_reason }) => {
      const reason = last_reason ?? 'Not checked yet.';
      return kind === 'PRICE_ABOVE' || kind === 'PRICE_BELOW' ? (
        <Amount value={last_value} currency={currency ?? 'INR'} reason={reason} />
      ) : (
        <>
          <Percent value={last_value} reason={reason} />
          <MayChange reason={provisional_reason} />
        </>
      );
    },
  },
  {
    key: 'fired',
    title: 'Last alert',
    render: ({ fired_at }) =>
      fired_at === null
        ? 'never'
        : new Date(fired_at).toLocaleString('en-IN', {
            timeZone: 'Asia/Kolkata',
            dateStyle: 'medium',
            timeStyle: 'short',
          }),
  },
];
