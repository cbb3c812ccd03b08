import { Badge, Box, Text, Title } from '@mantine/core';
import { day } from '../../../../../../charts/index.ts';
import type { OptionEvent } from '../../../api/option-guards.ts';
import { CardEntry } from '../../../components/card.tsx';

const SEVERITIES = {
  BLOCK: { label: 'Blocks entries', color: 'red' },
  WARNING: { label: 'Caution', color: 'orange' },
  INFO: { label: 'For information', color: 'gray' },
} as const;

interface EventDayProps {
  title: string;
  events: readonly OptionEvent[];
  /** What stands there for a day without any. */
  none?: string;
}

/** The events of one day. */
export function EventDay({ title, events, none }: EventDayProps) {
  return (
    <Box component="section" aria-label={title}>
      <Title order={2} size="h4" mb={6}>
        {title}
      </Title>
      {events.length === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <Box component="ul" className="panel" m={0} p={0} style={{ listStyle: 'none' }}>
          {events.map((event) => (
            <Entry key={event.id} event={event} />
          ))}
        </Box>
      )}
    </Box>
  );
}

/** With the day of its end where that is another one. */
export function windowWords({ window_ist }: Pick<OptionEvent, 'window_ist'>): string {
  return window_ist.replace(/\d{4}-\d{2}-\d{2}/, (date) => `${day(date)},`);
}

function Entry({ event }: { event: OptionEvent }) {
  const { name, severity, underlying, source, is_built_in, is_verified, note, is_on_now } = event;
  const facts = [
    underlying !== null && !name.includes(underlying) ? underlying : null,
    is_built_in ? source : `from ${source}`,
    is_verified === false ? 'not checked against its source' : null,
  ].filter(Boolean);
  return (
    <CardEntry
      name={name}
      figure={
        <Badge size="sm" color={SEVERITIES[severity].color} variant="light">
          {SEVERITIES[severity].label}
        </Badge>
      }
      below={<span className="figure">{windowWords(event)}</span>}
      under={
        is_on_now && (
          <Badge size="sm" color="teal" variant="light">
            On now
          </Badge>
        )
      }
    >
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {facts.join(' · ')}
      </Text>
      {note !== null && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </CardEntry>
  );
}
