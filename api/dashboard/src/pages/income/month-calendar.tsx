import { ActionIcon, Badge, Box, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '../../icons.ts';
import { day as dayName, money, periodName } from '../../../../../charts/index.ts';
import { useIncome } from '../../api/queries.ts';
import type { IncomeEvent } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { Loaded } from '../../components/notices.tsx';
import { todayOf } from '../../components/today.ts';
import { useListParams } from '../../components/search-params.ts';
import { sumsOf } from './month-sums.ts';
import { monthAway, spanOf, weeksOf } from './month-days.ts';
import { KINDS, STATUSES } from './words.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const MOST = 200;
const UNKNOWN = 'The amount of one payment is unknown.';

const thisMonth = (): string => todayOf(Date.now()).slice(0, 7);

/** One month, each day with what is paid or expected on it. */
export function MonthCalendar() {
  const params = useListParams();
  const given = params.get('month');
  const month = MONTH.test(given) ? given : thisMonth();
  const events = useIncome({ ...spanOf(month), order: 'asc', page_size: MOST });
  const show = (by: number) => params.set({ month: monthAway(month, by) });
  return (
    <section aria-label="Calendar">
      <Group gap="xs" mb="sm">
        <ActionIcon variant="default" aria-label="Previous month" onClick={() => show(-1)}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Title order={2} size="h4" aria-live="polite" miw={110} ta="center">
          {periodName(month)}
        </Title>
        <ActionIcon variant="default" aria-label="Next month" onClick={() => show(1)}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        {month !== thisMonth() && (
          <Button variant="subtle" size="compact-sm" onClick={() => params.set({ month: undefined })}>
            This month
          </Button>
        )}
      </Group>
      <Loaded query={events}>
        {({ items, total }) => (
          <>
            {total > 0 && total <= MOST && <Sums events={items} month={month} />}
            <Box visibleFrom="sm">
              <Month month={month} events={items} />
            </Box>
            <Box hiddenFrom="sm">
              <DayList events={items} />
            </Box>
            <Text size="sm" c="dimmed" mt="xs">
              {total === 0 && 'Nothing is paid or expected in this month.'}
              {total > MOST && `The first ${MOST} of ${total} events are shown.`}
            </Text>
          </>
        )}
      </Loaded>
    </section>
  );
}

/** What the month comes to. */
function Sums({ events, month }: { events: readonly IncomeEvent[]; month: string }) {
  return (
    <Stack
      gap={2}
      mb="sm"
      component="ul"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label={`Sums of ${periodName(month)}`}
    >
      {sumsOf(events).map(({ currency, paid, expected }) => (
        <Text key={currency} component="li" size="sm">
          Paid{' '}
          <b>
            <Amount value={paid} currency={currency} reason={UNKNOWN} />
          </b>
          , still expected{' '}
          <b>
            <Amount value={expected} currency={currency} reason={UNKNOWN} />
          </b>
        </Text>
      ))}
    </Stack>
  );
}

function Month({ month, events }: { month: string; events: readonly IncomeEvent[] }) {
  const today = todayOf(Date.now());
  const on = (day: string | null) => events.filter(({ date }) => date === day);
  return (
    <Table.ScrollContainer minWidth={640} className="panel">
      <Table layout="fixed" withColumnBorders aria-label={`Income in ${periodName(month)}`}>
        <Table.Thead>
          <Table.Tr>
            {DAYS.map((name) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {weeksOf(month).map((week, at) => (
            <Table.Tr key={at} style={{ verticalAlign: 'top' }}>
              {week.map((day, place) => (
                <Table.Td key={day ?? place} h={72} aria-current={day === today ? 'date' : undefined}>
                  {day !== null && (
                    <Text size="xs" c={day === today ? undefined : 'dimmed'} fw={day === today ? 700 : 400}>
                      {Number(day.slice(8))}
                    </Text>
                  )}
                  {on(day).map((event) => (
                    <DayEvent key={event.id} event={event} />
                  ))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** For a phone, which has no room for seven columns: the days with something, one below the other. */
function DayList({ events }: { events: readonly IncomeEvent[] }) {
  if (events.length === 0) return null;
  const days = [...new Set(events.map(({ date }) => date))];
  return (
    <Stack className="panel" gap="xs" p="sm" component="ul" m={0} style={{ listStyle: 'none' }}>
      {days.map((date) => (
        <li key={date}>
          <Text size="xs" c="dimmed">
            {dayName(date)}
          </Text>
          {events
            .filter((event) => event.date === date)
            .map((event) => (
              <Group key={event.id} justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm" fw={600} truncate>
                  {event.symbol}
                </Text>
                <Group gap="xs" wrap="nowrap">
                  <Text size="sm" className="figure">
                    {money(event.net_amount ?? event.gross_amount, event.currency, { digits: 0 })}
                  </Text>
                  <Badge size="xs" color={STATUSES[event.status].color} variant="light" miw="max-content">
                    {STATUSES[event.status].label}
                  </Badge>
                </Group>
              </Group>
            ))}
        </li>
      ))}
    </Stack>
  );
}

function DayEvent({ event }: { event: IncomeEvent }) {
  const { label, color } = STATUSES[event.status];
  return (
    <div title={`${KINDS[event.kind]}: ${event.note}`} style={{ marginBlock: 2 }}>
      <Text size="xs" fw={600} truncate>
        {event.symbol}
      </Text>
      <Text size="xs" className="figure">
        {money(event.net_amount ?? event.gross_amount, event.currency, { digits: 0 })}
      </Text>
      <Badge size="xs" color={color} variant="light">
        {label}
      </Badge>
    </div>
  );
}
