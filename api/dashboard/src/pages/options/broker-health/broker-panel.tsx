import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core';
import { brokerLatency, day, moment } from '../../../../../../charts/index.ts';
import type { BrokerState } from '../../../api/option-guards.ts';
import { ChartCard } from '../../../components/chart-card.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Fact } from '../../../components/fact.tsx';

const COLORS = { OK: 'teal', DEGRADED: 'yellow', UNSTABLE: 'orange', DOWN: 'red' } as const;
type Level = keyof typeof COLORS;

const LevelBadge = ({ level }: { level: Level | null }) => (
  <Badge color={level === null ? 'gray' : COLORS[level]} variant="light" miw="max-content">
    {level ?? 'Not known yet'}
  </Badge>
);

/** One broker: its level and why, the figures behind it, how fast it answered, and what its level was. */
export function BrokerPanel({ of }: { of: BrokerState }) {
  const { broker, level, since, reasons, latency } = of;
  return (
    <Stack component="section" gap="sm" aria-label={broker}>
      <Box className="panel" p="md">
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
            {broker}
          </Title>
          <LevelBadge level={level} />
        </Group>
        <Text>
          {level === null
            ? `${of.window.samples} checks so far; a level needs five within ten minutes.`
            : `Since ${moment(since ?? '')} IST`}
        </Text>
        {reasons.map(({ code, message }) => (
          <Text key={code} size="sm">
            {message}
          </Text>
        ))}
        <Box mt="sm">
          <Figures of={of} />
        </Box>
      </Box>
      <ChartCard
        chart={brokerLatency}
        data={{ points: latency }}
        title={`Response time of ${broker}`}
        currency="INR"
        height={240}
        note="The last day with checks, in milliseconds. With many checks, each point shows the slowest of several."
      />
      <div className="panel">
        <DataTable
          caption={`Last five sessions of ${broker}`}
          columns={SESSIONS}
          rows={of.sessions}
          keyOf={({ day: date }) => date}
        />
      </div>
      <div className="panel">
        <DataTable
          caption={`Changes of ${broker} in 7 days`}
          columns={CHANGES}
          rows={of.history}
          keyOf={({ since: at }) => at}
        />
      </div>
    </Stack>
  );
}

function Figures({ of: { window, last_sample_at, ok_pct } }: { of: BrokerState }) {
  const { samples, failures, latency_p95_ms, error_rate_pct, quote_age_s } = window;
  return (
    <dl className="facts">
      <Fact name="Last check">{last_sample_at === null ? 'None' : `${moment(last_sample_at)} IST`}</Fact>
      <Fact name="Failed checks">
        {failures} of {samples}
        {error_rate_pct !== null && ` (${error_rate_pct.toFixed(1)}%)`}
      </Fact>
      <Fact name="95% of answers within">
        {latency_p95_ms === null ? 'Not reported' : `${latency_p95_ms.toFixed(0)} ms`}
      </Fact>
      <Fact name="Typical age of prices">
        {quote_age_s === null ? 'Not reported' : `${quote_age_s.toFixed(1)} s`}
      </Fact>
      <Fact name="OK in the last five sessions">
        {ok_pct === null ? 'Unknown' : `${ok_pct.toFixed(1)}% of the known time`}
      </Fact>
    </dl>
  );
}

const CHANGES: Column<BrokerState['history'][number]>[] = [
  {
    key: 'since',
    title: 'Since',
    render: ({ since }) => <span className="figure">{moment(since)} IST</span>,
  },
  { key: 'level', title: 'Level', render: ({ level }) => <LevelBadge level={level} /> },
  {
    key: 'why',
    title: 'Why',
    render: ({ reasons }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {reasons.length === 0 ? 'All within the limits' : reasons.map(({ message }) => message).join(' ')}
      </Text>
    ),
  },
];

const SESSIONS: Column<BrokerState['sessions'][number]>[] = [
  { key: 'day', title: 'Session', render: ({ day: date }) => day(date) },
  {
    key: 'lowest',
    title: 'Lowest level',
    render: ({ lowest }) =>
      lowest === null ? (
        <Text size="sm" c="dimmed">
          Nothing known
        </Text>
      ) : (
        <LevelBadge level={lowest} />
      ),
  },
  {
    key: 'ok',
    title: 'OK',
    align: 'end',
    render: ({ ok_pct }) => (ok_pct === null ? '—' : `${ok_pct.toFixed(1)}%`),
  },
];
