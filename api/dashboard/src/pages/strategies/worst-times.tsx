import { Box, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { day, percent } from '../../../../../charts/index.ts';
import type { RunMetrics } from '../../api/types.ts';
import { Percent } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { fall, monthText, spanInWords } from './words.ts';

type Drawdown = RunMetrics['drawdowns'][number];
type Month = RunMetrics['worst_months'][number];

/** The deepest falls with how long they took, and the worst months beside the benchmark. */
export function WorstTimes({ metrics }: { metrics: RunMetrics }) {
  const { drawdowns, worst_months, best_month, benchmark } = metrics;
  return (
    <Stack gap="md">
      <Part title="Deepest drawdowns" empty="It never fell below its peak." isEmpty={drawdowns.length === 0}>
        <DataTable
          caption="Deepest drawdowns"
          columns={fallColumns}
          rows={drawdowns}
          keyOf={({ peak_date }) => peak_date}
        />
      </Part>
      <Part title="Worst months" empty="There is no full month yet." isEmpty={worst_months.length === 0}>
        <DataTable
          caption="Worst months"
          columns={monthColumns(benchmark?.name ?? 'Benchmark')}
          rows={worst_months}
          keyOf={({ month }) => month}
        />
        {best_month && (
          <Text size="sm" c="dimmed" p="md" pt="xs">
            The best month was {monthText(best_month.month)} with{' '}
            {percent(best_month.return_pct, { plus: true })}.
          </Text>
        )}
      </Part>
    </Stack>
  );
}

interface PartProps {
  title: string;
  empty: string;
  isEmpty: boolean;
  children: ReactNode;
}

const Part = ({ title, empty, isEmpty, children }: PartProps) => (
  <Box className="panel" component="section" aria-label={title}>
    <Title order={2} size="h4" p="md" pb={4}>
      {title}
    </Title>
    {isEmpty ? (
      <Text size="sm" c="dimmed" px="md" pb="md">
        {empty}
      </Text>
    ) : (
      children
    )}
  </Box>
);

const date = (of: string) => <span className="figure">{day(of)}</span>;

const fallColumns: Column<Drawdown>[] = [
  {
    key: 'depth',
    title: 'Drawdown',
    render: (row) => <span className="figure">{fall(row.drawdown_pct)}</span>,
  },
  { key: 'peak', title: 'Peak', render: ({ peak_date }) => date(peak_date) },
  { key: 'trough', title: 'Lowest', render: ({ trough_date }) => date(trough_date) },
  {
    key: 'recovery',
    title: 'Recovered',
    render: ({ recovery_date }) => (recovery_date === null ? 'Not yet' : date(recovery_date)),
  },
  {
    key: 'length',
    title: 'Peak to recovery',
    align: 'end',
    render: ({ peak_date, recovery_date }) =>
      recovery_date === null ? '' : <span className="figure">{spanInWords(peak_date, recovery_date)}</span>,
  },
];

const monthColumns = (benchmark: string): Column<Month>[] => [
  { key: 'month', title: 'Month', render: ({ month }) => <span className="figure">{monthText(month)}</span> },
  { key: 'own', title: 'Strategy', align: 'end', render: (row) => <Percent value={row.return_pct} plus /> },
  {
    key: 'benchmark',
    title: benchmark,
    align: 'end',
    render: (row) => (
      <Percent value={row.benchmark_return_pct} plus reason="The benchmark is unknown for this month." />
    ),
  },
];
