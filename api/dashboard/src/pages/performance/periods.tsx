import { Anchor, Box, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { day, limitLabels, seriesNotes, seriesLimits } from '../../../../../charts/index.ts';
import type { Performance, Period, PeriodReturn } from '../../api/types.ts';
import { Percent } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';

type Measure = keyof PeriodReturn['reasons'];

const share = (name: Measure, title: string): Column<PeriodReturn> => ({
  key: name,
  title,
  align: 'end',
  render: (row) => <Percent value={row[name]} plus reason={row.reasons[name] ?? 'Unknown.'} />,
});

/** Each window up to the last day: without the money that moved, beside the index, and last as if it had been earned. */
export function Periods({ performance, current }: { performance: Performance; current: Period | undefined }) {
  const notes = seriesNotes(performance);
  const columns: Column<PeriodReturn>[] = [
    {
      key: 'period',
      title: 'Period',
      render: ({ period, from, start_value, limits }) => (
        <div>
          <Text size="sm" fw={600} c={period === current ? 'var(--mantine-color-anchor)' : undefined}>
            {period}
          </Text>
          {from !== null && start_value !== null && (
            <>
              <Text size="xs" c="dimmed" className="figure">
                since {day(from)}
              </Text>
              <Text size="xs" c="dimmed">
                {limitLabels(seriesLimits(limits))}
              </Text>
            </>
          )}
        </div>
      ),
    },
    share('adjusted_return_pct', 'Adjusted'),
    share('twr_pct', 'Time-weighted'),
    share('benchmark_return_pct', `Same payments in ${performance.benchmark.name}`),
    share('alpha_pct', 'Alpha'),
    share('index_return_pct', `${performance.benchmark.name} itself`),
    share('return_pct', 'Unadjusted'),
  ];
  return (
    <Box className="panel" component="section" aria-label="By period">
      <Box p="md" pb={4}>
        <Title order={2} size="h4">
          By period
        </Title>
        <Text size="sm" c="dimmed">
          {performance.to !== null && `All periods end on ${day(performance.to)}. `}“Adjusted” and
          “Time-weighted” exclude deposits and withdrawals. Alpha is “Adjusted” less the same payments in the
          index. “Unadjusted” counts deposits as gain.{' '}
          <Anchor component={Link} to="/definitions#period_return" inherit>
            How they differ
          </Anchor>
          {notes !== null && ` ${notes}`}
        </Text>
      </Box>
      <DataTable
        caption="Returns by period"
        columns={columns}
        rows={performance.periods}
        keyOf={({ period }) => period}
      />
    </Box>
  );
}
