/** How the share did after the report, beside an index. */
import { Stack, Text } from '@mantine/core';
import { day } from '../../../../../../charts/index.ts';
import { Percent, Unknown } from '../../../components/amount.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import type { ReportPart } from './parse-report.ts';

type Outcome = ReportPart['outcomes'][number];

const COLUMNS: Column<Outcome>[] = [
  {
    key: 'horizon',
    title: 'After',
    render: ({ horizon_days }) => (
      <Text size="sm" fw={600}>
        {horizon_days} sessions
      </Text>
    ),
  },
  {
    key: 'days',
    title: 'Days',
    render: ({ from_day, to_day }) => (
      <Text size="sm">
        {day(from_day)} to {day(to_day)}
      </Text>
    ),
  },
  {
    key: 'return',
    title: 'Return',
    align: 'end',
    render: ({ return_pct, reason }) => (
      <Figure value={return_pct} reason={reason ?? 'The return is unknown.'} />
    ),
  },
  {
    key: 'benchmark',
    title: 'Benchmark',
    align: 'end',
    render: ({ benchmark, benchmark_return_pct, benchmark_reason }) =>
      benchmark === null ? (
        <Unknown reason="There is no index to compare this share with." />
      ) : (
        <Stack gap={0} align="flex-end">
          <Text size="xs" c="dimmed">
            {benchmark}
          </Text>
          <Figure
            value={benchmark_return_pct}
            reason={benchmark_reason ?? 'The return of the index is unknown.'}
          />
        </Stack>
      ),
  },
];

/** A return; where it is unknown, the reason in words. */
function Figure({ value, reason }: { value: number | null; reason: string }) {
  if (value !== null) return <Percent value={value} plus />;
  return (
    <Text size="xs" c="dimmed">
      <span aria-hidden>— </span>
      {reason}
    </Text>
  );
}

export function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <section className="panel" aria-labelledby="outcomes">
      <Text component="h2" id="outcomes" fw={600} p="md" pb={0}>
        Outcomes
      </Text>
      {outcomes.length === 0 ? (
        <Text size="sm" c="dimmed" p="md" pt="xs">
          None yet. Returns are measured 5, 20 and 60 sessions after the report.
        </Text>
      ) : (
        <DataTable
          caption="Outcomes"
          columns={COLUMNS}
          rows={outcomes}
          keyOf={({ horizon_days }) => String(horizon_days)}
        />
      )}
    </section>
  );
}
