/** What is due: income, SIP instalments and the days of goals, month by month. */
import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { day, periodName } from '../../../../charts/index.ts';
import { useCalendar } from '../api/queries.ts';
import type { CalendarRow } from '../api/types.ts';
import { Amount } from '../parts/amount.tsx';
import { ChoiceFilter } from '../parts/choice-filter.tsx';
import { type Column, DataTable, NameCell } from '../parts/data-table.tsx';
import { Heading } from '../parts/heading.tsx';
import { Empty, Loaded } from '../parts/notices.tsx';
import { useListParams } from '../parts/search-params.ts';
import { byMonth, daysAhead } from './calendar/months.ts';
import { CONFIDENCES, GROUP_NAMES, groupOf, GROUPS, STATUSES, TYPES } from './calendar/words.ts';

const SPANS = ['year', 'five-years'] as const;
const DAYS = { year: 365, 'five-years': 5 * 365 } as const;

const columns: readonly Column<CalendarRow>[] = [
  {
    key: 'name',
    title: 'What',
    render: ({ name, type, portfolio, symbol }) => (
      <NameCell name={name} facts={[TYPES[type], symbol === name ? null : symbol, portfolio]} />
    ),
  },
  { key: 'date', title: 'Day', render: ({ date }) => <span className="figure">{day(date)}</span> },
  {
    key: 'status',
    title: 'Status',
    render: ({ status, confidence }) => (
      <Group gap={6} wrap="nowrap">
        <Badge color={STATUSES[status].color} variant="light">
          {STATUSES[status].label}
        </Badge>
        <Text size="xs" c="dimmed">
          {CONFIDENCES[confidence]}
        </Text>
      </Group>
    ),
  },
  {
    key: 'amount',
    title: 'Amount',
    align: 'end',
    render: ({ amount, currency }) => (
      <Amount value={amount} currency={currency} reason="How much it will be is not announced yet." />
    ),
  },
  {
    key: 'note',
    title: 'Known from',
    render: ({ note }) => (
      <Text size="xs" c="dimmed" maw={360} lineClamp={2} title={note ?? undefined}>
        {note}
      </Text>
    ),
  },
];

export default function CalendarPage() {
  const params = useListParams();
  const span = params.oneOf('span', SPANS);
  const group = params.oneOf('type', GROUPS);
  const calendar = useCalendar(span === undefined ? {} : { to: daysAhead(Date.now(), DAYS[span]) });
  return (
    <>
      <Heading title="Calendar">
        Income that is due, instalments of your SIP plans, and the days of your goals.
      </Heading>
      <Group mb="sm" gap="xs">
        <ChoiceFilter
          label="How far ahead"
          all="Next 90 days"
          choices={[
            { value: 'year', label: 'Next year' },
            { value: 'five-years', label: 'Five years' },
          ]}
          value={span}
          onChange={(chosen) => params.set({ span: chosen })}
        />
        <ChoiceFilter
          label="Kind"
          all="Everything"
          choices={GROUPS.map((value) => ({ value, label: GROUP_NAMES[value] }))}
          value={group}
          onChange={(chosen) => params.set({ type: chosen })}
        />
      </Group>
      <Loaded query={calendar}>
        {({ items, from, to }) => {
          const shown = items.filter(({ type }) => group === undefined || groupOf(type) === group);
          return (
            <Stack gap="md">
              <Text size="sm" c="dimmed" aria-live="polite">
                {day(from)} to {day(to)}: {shown.length} {shown.length === 1 ? 'date' : 'dates'}
              </Text>
              {shown.length === 0 ? (
                <Empty icon={<IconCalendarEvent />} title="Nothing is due">
                  Dividends that are announced, coupons of your bonds, SIP plans and goals with a day show
                  here. Add a plan or a goal, or look further ahead.
                </Empty>
              ) : (
                byMonth(shown).map(({ month, rows }) => (
                  <Box key={month} component="section" aria-label={periodName(month)}>
                    <Title order={2} size="h4" mb={6}>
                      {periodName(month)}
                    </Title>
                    <div className="panel">
                      <DataTable
                        caption={`Dates of ${periodName(month)}`}
                        columns={columns}
                        rows={rows}
                        keyOf={({ source_reference, date, type }) => `${source_reference} ${date} ${type}`}
                      />
                    </div>
                  </Box>
                ))
              )}
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}
