/** Until when the sessions and settlement days of each exchange are known. */
import { Stack, Text } from '@mantine/core';
import { day, moment } from '../../../../../charts/index.ts';
import { useCalendars } from '../../api/queries.ts';
import type { Calendars as Known } from '../../api/types.ts';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { Section } from './section.tsx';

/** Exchanges that keep the same days. */
const NAMES = { NSE: 'NSE and BSE', NYSE: 'NYSE and NASDAQ' } as const;

export function Calendars() {
  const calendars = useCalendars();
  return (
    <Section
      title="Exchange calendars"
      help="calendars"
      description="Sessions decide which price is today’s, and settlement days when a trade is delivered."
    >
      <Loaded query={calendars} skeleton={<LoadingRows rows={2} />}>
        {({ items }) => (
          <Stack gap="sm">
            {items.map((item) => (
              <Calendar key={item.exchange} {...item} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function Calendar(item: Known['items'][number]) {
  const notes = [
    item.source,
    item.read_at && `Last read ${moment(item.read_at)} IST.`,
    item.failure && item.asked_at && `Last tried ${moment(item.asked_at)} IST: ${item.failure}`,
  ];
  return (
    <div>
      <Text size="sm" fw={600}>
        {NAMES[item.exchange]}
      </Text>
      <Text size="sm">
        Sessions are known until {day(item.trading_until)}, settlement days until {day(item.settlement_until)}
        .
      </Text>
      {[item.message, ...item.differences].map(
        (line) =>
          line && (
            <Text size="sm" key={line}>
              {line}
            </Text>
          ),
      )}
      {notes.map(
        (line) =>
          line && (
            <Text size="xs" c="dimmed" key={line}>
              {line}
            </Text>
          ),
      )}
    </div>
  );
}
