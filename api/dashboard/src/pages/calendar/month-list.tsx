import { Badge, Box, Group, Text, Title } from '@mantine/core';
import { companyName, day, periodName } from '../../../../../charts/index.ts';
import type { CalendarRow } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { CardEntry } from '../../components/card.tsx';
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
    <CardEntry
      name={
        <>
          <span className="figure">{day(date)}</span> ·{' '}
          {symbol === null || name === symbol ? name : companyName(name)}
        </>
      }
      figure={<Amount value={amount} currency={currency} reason="The amount has not been announced yet." />}
      below={facts.join(' · ')}
      under={
        <Group gap={6} wrap="nowrap">
          <Text size="xs" c="dimmed">
            {CONFIDENCES[confidence]}
          </Text>
          <Badge size="sm" color={STATUSES[status].color} variant="light">
            {STATUSES[status].label}
          </Badge>
        </Group>
      }
    >
      {note !== null && (
        <Text size="xs" c="dimmed" lineClamp={2} title={note}>
          {note}
        </Text>
      )}
    </CardEntry>
  );
}
