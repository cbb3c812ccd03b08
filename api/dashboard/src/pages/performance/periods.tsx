import { Anchor, Box, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { day } from '../../../../../charts/index.ts';
import type { Performance, Period, PeriodReturn } from '../../api/types.ts';
import { Percent } from '../../parts/amount.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';

type Measure = keyof PeriodReturn['reasons'];

const share = (name: Measure, title: string): Column<PeriodReturn> => ({
  key: name,
  title,
  align: 'end',
  render: (row) => <Percent value={row[name]} plus reason={row.reasons[name] ?? 'It is not known.'} />,
});

/** Each window up to the last day, measured three ways and beside the index. */
export function Periods({ performance, current }: { performance: Performance; current: Period | undefined }) {
  const columns: Column<PeriodReturn>[] = [
    {
      key: 'period',
      title: 'Period',
      render: ({ period, from, start_value }) => (
        <div>
          <Text size="sm" fw={600} c={period === current ? 'var(--mantine-primary-color-filled)' : undefined}>
            {period}
          </Text>
          {from !== null && start_value !== null && (
            <Text size="xs" c="dimmed" className="figure">
              since {day(from)}
            </Text>
          )}
        </div>
      ),
    },
    share('return_pct', 'Return'),
    share('adjusted_return_pct', 'Money moved left out'),
    share('twr_pct', 'Time-weighted'),
    share('benchmark_return_pct', performance.benchmark.name),
    share('alpha_pct', 'Beyond it'),
  ];
  return (
    <Box className="panel" component="section" aria-label="By period">
      <Box p="md" pb={4}>
        <Title order={2} size="h4">
          By period
        </Title>
        <Text size="sm" c="dimmed">
          “Return” counts money that was put in or taken out meanwhile as gain or loss; the next two do not.
          What goes beyond the index is measured with it left out.{' '}
          <Anchor component={Link} to="/definitions#period_return" inherit>
            How they differ
          </Anchor>
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
