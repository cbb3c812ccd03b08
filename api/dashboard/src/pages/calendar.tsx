/** What is due: income, SIP instalments and the days of goals, month by month. */
import { Group, Stack, Text } from '@mantine/core';
import { IconCalendarEvent } from '../icons.ts';
import { day } from '../../../../charts/index.ts';
import { useCalendar } from '../api/queries.ts';
import { ChoiceFilter } from '../components/choice-filter.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { useListParams } from '../components/search-params.ts';
import { MonthList } from './calendar/month-list.tsx';
import { byMonth, daysAhead } from './calendar/months.ts';
import { GROUP_NAMES, groupOf, GROUPS } from './calendar/words.ts';

const SPANS = ['year', 'five-years'] as const;
const DAYS = { year: 365, 'five-years': 5 * 365 } as const;

export default function CalendarPage() {
  const params = useListParams();
  const span = params.oneOf('span', SPANS);
  const group = params.oneOf('type', GROUPS);
  const calendar = useCalendar(span === undefined ? {} : { to: daysAhead(Date.now(), DAYS[span]) });
  return (
    <>
      <Heading help="reports" title="Calendar">
        Upcoming income, SIP instalments and goal dates.
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
                  Announced dividends, bond coupons, SIP instalments and goals with a target date show here.
                  Add a SIP plan or a goal, or look further ahead.
                </Empty>
              ) : (
                byMonth(shown).map((one) => <MonthList key={one.month} {...one} />)
              )}
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}
