import { Anchor, Box, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { companyName, day } from '../../../../../charts/index.ts';
import { useCalendar } from '../../api/queries.ts';
import { Amount } from '../../components/amount.tsx';
import { Loaded } from '../../components/notices.tsx';
import { TYPES } from '../calendar/words.ts';
import classes from '../../components/todo-list.module.css';

const MOST = 5;

/** The first dates of the calendar. */
export function NextDates() {
  const calendar = useCalendar({});
  return (
    <Box className="panel" p="md" h="100%" component="section" aria-label="Next dates">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Next dates
        </Title>
        <Anchor component={Link} to="/income/calendar" size="sm">
          Calendar
        </Anchor>
      </Group>
      <Loaded query={calendar} isMarked={false}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing is due in the next 90 days. Announced dividends, coupons, SIP instalments and goals show
              here.
            </Text>
          ) : (
            <ul className={classes['list']}>
              {items.slice(0, MOST).map((row) => (
                <li key={`${row.source_reference} ${row.date} ${row.type}`}>
                  <Text size="sm" className={classes['text'] ?? ''}>
                    <Text span size="sm" fw={600}>
                      {day(row.date)}
                    </Text>{' '}
                    {TYPES[row.type]} ·{' '}
                    {row.symbol === null || row.name === row.symbol ? row.name : companyName(row.name)}
                  </Text>
                  <Text size="sm" component="div">
                    <Amount
                      value={row.amount}
                      currency={row.currency}
                      digits={0}
                      reason="The amount has not been announced yet."
                    />
                  </Text>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Box>
  );
}
