import { benchmark as benchmarkChart, joinSentences, seriesNotes } from '../../../../charts/index.ts';
import type { Comparison, Period } from '../api/types.ts';
import { ChartCard } from './chart-card.tsx';
import { PeriodSwitch } from './period-switch.tsx';

/** A portfolio and an index over a period, both from 100. Unknown days are gaps, explained by the note. */
export function IndexCurve({
  comparison,
  height,
  onPeriod,
}: {
  comparison: Comparison;
  height?: number;
  onPeriod: (period: Period) => void;
}) {
  const { benchmark, portfolio, currency, series, period, periods } = comparison;
  const reasons = periods.find((one) => one.period === period)?.reasons;
  return (
    <ChartCard
      chart={benchmarkChart}
      data={{
        points: series.map(({ date, ...line }) => ({
          at: date,
          portfolio: line.portfolio,
          benchmark: line.benchmark,
        })),
        portfolio,
        benchmark: benchmark.name,
      }}
      title={`Compared with ${benchmark.name}`}
      currency={currency}
      {...(height === undefined ? {} : { height })}
      note={
        comparison.reason ??
        reasons?.return_pct ??
        reasons?.benchmark_return_pct ??
        joinSentences(
          'Both lines start at 100. Yours is time-weighted, so deposits and withdrawals do not affect it.',
          seriesNotes(comparison),
        )
      }
      controls={<PeriodSwitch value={period} onChange={onPeriod} />}
    />
  );
}
