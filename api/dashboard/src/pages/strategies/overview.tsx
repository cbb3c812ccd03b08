import { Stack } from '@mantine/core';
import { type Curve, drawdown, strategyEquity, strategyTurnover } from '../../../../../charts/index.ts';
import { useRunEquity } from '../../api/research.ts';
import type { Run, RunEquity } from '../../api/types.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { Findings, Notes, Validation } from './trust.tsx';

type Row = RunEquity['items'][number];

const curve = (name: string, rows: readonly Row[], pick: (row: Row) => number | null): Curve => ({
  name,
  values: rows.map(pick),
});

/** How a run went day by day, and how far that can be trusted. */
export function Overview({ run }: { run: Run }) {
  const equity = useRunEquity(run.run_id);
  return (
    <Stack gap="md">
      <Loaded query={equity} skeleton={<LoadingRows rows={1} height={340} />}>
        {(data) => <Growth equity={data} />}
      </Loaded>
      <Validation of={run.validation} />
      {equity.data && <FallsAndTrades rows={equity.data.items} />}
      <Findings findings={run.findings} />
      <Notes />
    </Stack>
  );
}

function Growth({ equity: { items, benchmark } }: { equity: RunEquity }) {
  return (
    <ChartCard
      chart={strategyEquity}
      data={{
        days: items.map(({ date }) => date),
        curves: [
          curve('Net of tax', items, (row) => row.performance_index_net_of_tax),
          curve('Net of costs', items, (row) => row.performance_index_net_of_costs),
          curve('Gross', items, (row) => row.performance_index_gross),
        ],
        benchmark: benchmark === null ? null : curve(benchmark.name, items, (row) => row.benchmark_index),
      }}
      title="Growth"
      currency="INR"
      height={340}
      note={
        benchmark === null
          ? 'All lines start at 100. There is no benchmark for this period.'
          : 'All lines start at 100. The benchmark pays no costs and no tax.'
      }
    />
  );
}

function FallsAndTrades({ rows }: { rows: readonly Row[] }) {
  return (
    <>
      <ChartCard
        chart={drawdown}
        data={{ points: rows.map((row) => ({ day: row.date, drawdown_pct: row.drawdown_net_of_tax_pct })) }}
        title="Drawdown over time"
        currency="INR"
        height={240}
        note="How far it was below its peak, net of costs and tax."
      />
      <ChartCard
        chart={strategyTurnover}
        data={{ days: rows.map(({ date }) => date), values: rows.map((row) => row.turnover_pct) }}
        title="Turnover over time"
        currency="INR"
        height={240}
        note="Buys and sells over the value of the day. A rebalance trades only a part of the value, so the portfolio is built up over the first ones."
      />
    </>
  );
}
