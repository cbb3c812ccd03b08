import type { Indexes, IndexUpdate, SeriesCode } from '../../market/index.ts';
import { type Context, istDate } from '../../platform/index.ts';
import type { PortfolioArea } from '../../portfolio/index.ts';
import { comparePeriod, comparisonSeries, longestPeriod } from './compare.ts';
import type { Comparison } from './view.ts';
import {
  dailyReturns,
  type PortfolioSeries,
  type DayValue,
  PERIODS,
  type Period,
  type PortfolioTotals,
  valuePoints,
} from '../../finance/returns/index.ts';

interface BenchmarkDependencies {
  portfolio: Pick<PortfolioArea, 'firstDayOfBooks'>;
  indexes: Indexes;
}

/** Portfolios against indexes (spec: Report rules 4). Nothing here speaks to anybody before it is asked to. */
export function createBenchmarks({ clock, config }: Context, { portfolio, indexes }: BenchmarkDependencies) {
  return {
    /** The index that a portfolio in this currency is held against since a day; the large-cap one where none is named. */
    against: indexes.against,

    /**
     * Fetches the closes of all sessions that have none since the beginning of anybody's books, for every index. An index
     * that fails holds up no other; a repeat changes nothing.
     */
    async keepUp(signal: AbortSignal): Promise<IndexUpdate[]> {
      return await indexes.keepUp(await portfolio.firstDayOfBooks(), signal);
    },

    /**
     * A portfolio against an index, by default the large-cap index of its currency (spec: Report rules 4). Nothing is made up: where history lacks, figures are null with their reason.
     * @param standings what the portfolio comes to now.
     * @param lineOf the portfolio's line between two days, from 100; null where it has a gap.
     */
    async compare(
      wanted: { benchmark: SeriesCode | null; period: Period | null },
      daily: PortfolioSeries,
      standings: Omit<PortfolioTotals, 'current_value'>,
      lineOf: (from: string, to: string) => DayValue[],
    ): Promise<Comparison> {
      const own = daily.days.find(({ value }) => value !== null)?.day ?? istDate(clock.now());
      const { benchmark, closes, alternates } = await indexes.against(wanted.benchmark, daily.currency, own);
      const returns = dailyReturns(valuePoints(daily));
      const periods = PERIODS.map((period) => comparePeriod(period, daily, closes, benchmark, returns));
      const period = wanted.period ?? longestPeriod(periods);
      const chosen = periods.find((one) => one.period === period);
      const total = totalReturn(standings);
      return {
        portfolio: daily.portfolio,
        currency: daily.currency,
        benchmark,
        alternates,
        periods,
        total_return_pct: total.value,
        total_return_reason: total.reason,
        period,
        series:
          chosen === undefined || chosen.from === null || chosen.to === null
            ? []
            : comparisonSeries(chosen, lineOf(chosen.from, chosen.to), closes),
        reason: emptyReason(
          daily.days.some(({ value }) => value !== null),
          closes.length > 0,
          benchmark.name,
        ),
      };
    },
  };

  function emptyReason(hasValue: boolean, hasCloses: boolean, name: string): string | null {
    if (!hasValue)
      return 'No value is recorded yet. While Munim runs, it records one every hour once all holdings have prices.';
    if (hasCloses) return null;
    const import_ = 'or import its closes with npm run import-prices';
    return !indexes.hasProvider
      ? `No ${name} close is recorded, and fetching is switched off. Set YAHOO_BASE_URL, ${import_}.`
      : `No ${name} close is recorded yet. They are fetched every day at ${config.PORTFOLIO_BENCHMARK_FETCH_TIME_IST} Indian time. Wait for that, ${import_}.`;
  }
}

export type Benchmarks = ReturnType<typeof createBenchmarks>;

/** Total return = (gain + dividends) / invested (spec: Report rules 4), in percentage points. */
function totalReturn(current: Omit<PortfolioTotals, 'current_value'>): {
  value: number | null;
  reason: string | null;
} {
  const { total_profit: gain, total_dividends: dividends, total_invested: invested, reasons } = current;
  for (const [name, value] of Object.entries({
    total_profit: gain,
    total_dividends: dividends,
    total_invested: invested,
  }))
    if (value === null) return { value: null, reason: reasons[name] ?? 'Unknown.' };
  if (!((invested ?? 0) > 0)) return { value: null, reason: 'Nothing was invested.' };
  return { value: (((gain ?? 0) + (dividends ?? 0)) / (invested ?? 1)) * 100, reason: null };
}
