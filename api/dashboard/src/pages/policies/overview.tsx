import { Stack } from '@mantine/core';
import { type Curve, drawdown, strategyComparison, strategyEquity } from '../../../../../charts/index.ts';
import { usePolicyEquity, usePolicyTracking } from '../../api/policies.ts';
import type { Policy, PolicyDay, PolicyEquity, Tracking } from '../../api/types.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { Slippage } from './slippage.tsx';

const curve = (name: string, rows: readonly PolicyDay[], pick: (row: PolicyDay) => number | null): Curve => ({
  name,
  values: rows.map(pick),
});

/** How a policy went day by day, beside its benchmark and the backtest that it came from. */
export function PolicyOverview({ policy }: { policy: Policy }) {
  const equity = usePolicyEquity(policy);
  const isFromRun = policy.source_run_id !== null;
  const tracking = usePolicyTracking(policy.id, isFromRun);
  return (
    <Stack gap="md">
      <Loaded query={equity} skeleton={<LoadingRows rows={1} height={340} />}>
        {(data) => <Growth equity={data} />}
      </Loaded>
      {isFromRun && (
        <Loaded query={tracking} skeleton={<LoadingRows rows={1} height={300} />}>
          {(data) => (
            <>
              <BesideBacktest tracking={data} />
              <Slippage tracking={data} mode={policy.mode} />
            </>
          )}
        </Loaded>
      )}
      {equity.data && (
        <ChartCard
          chart={drawdown}
          data={{
            points: equity.data.items.map((row) => ({
              day: row.date,
              drawdown_pct: row.drawdown_net_of_tax_pct,
            })),
          }}
          title="Drawdown over time"
          currency="INR"
          height={240}
          note="How far it was below its peak, net of costs and tax."
        />
      )}
    </Stack>
  );
}

function Growth({ equity: { items, benchmark } }: { equity: PolicyEquity }) {
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

function BesideBacktest({ tracking: { days, paper, live, backtest } }: { tracking: Tracking }) {
  const isKnown = (values: Tracking['paper']): boolean => values.some((value) => value !== null);
  const curves = [
    { name: 'Paper', values: paper },
    { name: 'Live', values: live },
  ].filter(({ values }) => isKnown(values));
  const isShared = days.some((_, at) => backtest[at] !== null && paper[at] !== null);
  return (
    <ChartCard
      chart={strategyComparison}
      data={{
        days,
        curves,
        benchmarks: isKnown(backtest) ? [{ name: 'Backtest', values: backtest }] : [],
      }}
      title="Beside its backtest"
      currency="INR"
      note={
        isShared
          ? 'Both net of costs and tax, from 100 on their first common day.'
          : 'Both net of costs and tax. The backtest ended before the policy began, so each starts at 100 on its own first day: compare how steep they are.'
      }
    />
  );
}
