import { isBehind } from '../measures/index.ts';
import type { Coverage } from '../../portfolio/index.ts';
import { performanceReport } from './performance-report.ts';
import { datedValuations } from './return-facts.ts';
import type { CoveredDaily } from './covered-daily.ts';
import type { PerformanceAmount, PerformanceFigure, PerformanceView } from './view.ts';
import type { PerformanceFacts } from './performance-facts.ts';

type Name = PerformanceFigure | PerformanceAmount;

/** Of value, cost and dividends: all of the same holdings. Alpha would need their payments alone, and is not among them. */
const OF_GAIN: readonly Name[] = [
  'current_value',
  'total_invested',
  'total_gain',
  'total_dividends',
  'total_return_pct',
  'capital_return_pct',
  'dividend_return_pct',
  'cagr_pct',
];
const OF_DAYS: readonly Name[] = ['twr_pct', 'twr_annual_pct'];
const OF_WINDOWS = ['return_pct', 'adjusted_return_pct', 'twr_pct', 'alpha_pct'] as const;

/**
 * The figures that the whole does not give, or gives for days long past, of the holdings for which they are known: the same report over the part alone.
 * Pure. @param part the days of the known part; null where there is none.
 */
export function partialPerformance(
  view: PerformanceView,
  facts: PerformanceFacts,
  part: CoveredDaily | null,
): Pick<PerformanceView, 'partial' | 'partial_periods'> {
  const partial: PerformanceView['partial'] = {};
  const take = (names: readonly Name[], from: PerformanceView, of: Coverage, isStale = false): void => {
    for (const name of names) {
      const figure = from[name];
      if ((isStale || view[name] === null) && figure !== null) partial[name] = { figure, ...of };
    }
  };
  const { standings } = facts;
  const xirr = standings.partial?.xirr ?? null;
  if (view.xirr_pct === null && xirr !== null) partial.xirr_pct = xirr;
  const gain = standings.partial?.gain ?? null;
  if (gain !== null) {
    const own = datedValuations(standings.day, gain.fields, null);
    take(OF_GAIN, performanceReport({ ...facts, standings: own }), gain.part);
  }
  if (part === null) return { partial, partial_periods: null };
  const days = performanceReport({ ...facts, daily: part.daily });
  const isStale = isBehind(view.to, days.to ?? view.as_of);
  take(OF_DAYS, days, part.coverage, isStale);
  const periods = days.periods.filter((one, at) =>
    OF_WINDOWS.some((name) => one[name] !== null && (isStale || (view.periods[at]?.[name] ?? null) === null)),
  );
  return { partial, partial_periods: periods.length === 0 ? null : { ...part.coverage, periods } };
}

/** Whether anything in it may be known of a part. */
export function hasUnknown(view: PerformanceView): boolean {
  return (
    isBehind(view.to, view.as_of) ||
    OF_DAYS.some((name) => view[name] === null) ||
    view.periods.some((one) => OF_WINDOWS.some((name) => one[name] === null))
  );
}
