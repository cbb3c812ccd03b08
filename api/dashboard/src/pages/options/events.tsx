/** What blocks option entries or calls for caution: today, and the days ahead. */
import { Group, Stack, Text } from '@mantine/core';
import { IconCalendarExclamation } from '../../icons.ts';
import { day } from '../../../../../charts/index.ts';
import {
  type OptionEvent,
  type OptionEvents,
  useEventsAhead,
  useEventsToday,
} from '../../api/option-guards.ts';
import { ChoiceFilter } from '../../components/choice-filter.tsx';
import { Heading } from '../../components/heading.tsx';
import { Notice } from '../../components/notice.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { useListParams } from '../../components/search-params.ts';
import { EventDay, windowWords } from './events/event-day.tsx';
import { ImportEvents } from './events/import-events.tsx';

const SPANS = ['month', 'quarter'] as const;
const DAYS = { month: 30, quarter: 90 } as const;
const USUAL_DAYS = 14;

export default function OptionEventsPage() {
  const params = useListParams();
  const span = params.oneOf('span', SPANS);
  const today = useEventsToday();
  const ahead = useEventsAhead(span === undefined ? USUAL_DAYS : DAYS[span]);
  return (
    <>
      <Heading help="events" title="Events" actions={<ImportEvents />}>
        Decisions, results, expiries and holidays that call for care when trading options. Times are in India.
      </Heading>
      <Group mb="sm" gap="xs">
        <ChoiceFilter
          label="How far ahead"
          all="Two weeks"
          choices={[
            { value: 'month', label: '30 days' },
            { value: 'quarter', label: '90 days' },
          ]}
          value={span}
          onChange={(chosen) => params.set({ span: chosen })}
        />
      </Group>
      <Loaded query={today}>
        {(now) => <Loaded query={ahead}>{(later) => <Calendar today={now} ahead={later} />}</Loaded>}
      </Loaded>
    </>
  );
}

function Calendar({ today, ahead }: { today: OptionEvents; ahead: OptionEvents }) {
  const blocking = today.items.filter(({ blocks_now }) => blocks_now);
  const later = ahead.items.filter(({ id }) => !today.items.some((one) => one.id === id));
  return (
    <Stack gap="md">
      {blocking.length > 0 && (
        <Notice tone="failure" role="status" title="New entries are blocked now">
          {blocking.map((event) => `${event.name}, ${windowWords(event)} IST`).join('; ')}
        </Notice>
      )}
      {ahead.warnings.map((warning) => (
        <Notice key={warning} tone="caution">
          {warning}
        </Notice>
      ))}
      <EventDay title={`Today, ${day(today.from)}`} events={today.items} none="Nothing today." />
      {later.length === 0 ? (
        <Empty icon={<IconCalendarExclamation />} title="Nothing ahead">
          No events until {day(ahead.to)}. Look further ahead, or import a file with the dates of results and
          other events.
        </Empty>
      ) : (
        byDay(later).map(([date, events]) => <EventDay key={date} title={day(date)} events={events} />)
      )}
      <Text size="sm" c="dimmed">
        Decisions of the RBI are known until {day(ahead.known_until.RBI)}, of the Fed until{' '}
        {day(ahead.known_until.FED)}. Expiries are those of NSE’s index options.
      </Text>
    </Stack>
  );
}

function byDay(events: readonly OptionEvent[]): [string, OptionEvent[]][] {
  const days = new Map<string, OptionEvent[]>();
  for (const event of events) days.set(event.day, [...(days.get(event.day) ?? []), event]);
  return [...days];
}
