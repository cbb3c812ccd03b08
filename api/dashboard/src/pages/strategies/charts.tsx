import { Stack } from '@mantine/core';
import { type Curve, drawdown, strategyEquity, strategyTurnover } from '../../../../../charts/index.ts';
import { useRunEquity } from '../../api/research.ts';
import type { Run, RunEquity } from '../../api/types.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';

type Row = RunEquity['items'][number];

const curve = (name: string, rows: readonly Row[], pick: (row: Row) => number | null): Curve => ({
  name,
  values: rows.map(pick),
});

/** Growth, falls and trading of a run, day by day. */
export function Charts({ run }: { run: Run }) {
  const equity = useRunEquity(run.run_id);
  return (
    <Loaded query={equity} skeleton={<LoadingRows rows={2} height={300} />}>
      {({ items, benchmark }) => {
        const days = items.map(({ date }) => date);
        return (
          <Stack gap="md">
            <ChartCard
              chart={strategyEquity}
              data={{
                days,
                curves: [
                  curve('Net of tax', items, (row) => row.performance_index_net_of_tax),
                  curve('Net of costs', items, (row) => row.performance_index_net_of_costs),
                  curve('Gross', items, (row) => row.performance_index_gross),
                ],
                benchmark:
                  benchmark === null ? null : curve(benchmark.name, items, (row) => row.benchmark_index),
              }}
              title="Growth"
              currency="INR"
              height={340}
              note={
                benchmark === null
                  ? 'Starts at 100. There is no benchmark for this period.'
                  : 'All lines start at 100. The benchmark pays no costs and no tax.'
              }
            />
            <ChartCard
              chart={drawdown}
              data={{
                points: items.map((row) => ({ day: row.date, drawdown_pct: row.drawdown_net_of_tax_pct })),
              }}
              title="Drawdown"
              currency="INR"
              height={240}
              note="How far it was below its peak, net of costs and tax."
            />
            <ChartCard
              chart={strategyTurnover}
              data={{ days, values: items.map((row) => row.turnover_pct) }}
              title="Turnover"
              currency="INR"
              height={240}
              note="Buys and sells over the value of the day. The first rebalances build the portfolio up."
            />
          </Stack>
        );
      }}
    </Loaded>
  );
}
