import { Badge, Box, Group, Text, Title } from '@mantine/core';
import { companyName, day, periodName } from '../../../../../charts/index.ts';
import type { CalendarRow } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import type { CalendarMonth } from './months.ts';
import { CONFIDENCES, STATUSES, TYPES } from './words.ts';

/** The dates of one month. */
export function MonthList({ month, rows }: CalendarMonth) {
  return (
    <Box component="section" aria-label={periodName(month)}>
      <Title order={2} size="h4" mb={6}>
        {periodName(month)}
      </Title>
      <Box component="ul" className="panel" m={0} p={0} style={{ listStyle: 'none' }}>
        {rows.map((row) => (
          <Entry key={`${row.source_reference} ${row.date} ${row.type}`} row={row} />
        ))}
      </Box>
    </Box>
  );
}

function Entry({ row }: { row: CalendarRow }) {
  const { date, name, type, symbol, portfolio, amount, currency, status, confidence, note } = row;
  const facts = [TYPES[type], symbol === name ? null : symbol, portfolio].filter(Boolean);
  return (
    <Group component="li" gap="sm" px="md" py="xs" justify="space-between" align="flex-start">
      <Group gap="md" wrap="nowrap" align="flex-start" style={{ flex: '1 1 300px', minWidth: 0 }}>
        <Text size="sm" className="figure" miw={92}>
          {day(date)}
        </Text>
        <Box style={{ minWidth: 0 }}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {symbol === null || name === symbol ? name : companyName(name)}
          </Text>
          <Text size="xs" c="dimmed">
            {facts.join(' · ')}
          </Text>
          {note !== null && (
            <Text size="xs" c="dimmed" lineClamp={2} title={note}>
              {note}
            </Text>
          )}
        </Box>
      </Group>
      <Box ta="right" ml="auto">
        <Text size="sm" component="div">
          <Amount value={amount} currency={currency} reason="The amount has not been announced yet." />
        </Text>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Text size="xs" c="dimmed">
            {CONFIDENCES[confidence]}
          </Text>
          <Badge size="sm" color={STATUSES[status].color} variant="light">
            {STATUSES[status].label}
          </Badge>
        </Group>
      </Box>
    </Group>
  );
}
