import type { Coverage } from '../../portfolio/index.ts';
import { performanceReport } from './performance-report.ts';
import { datedValuations } from './return-facts.ts';
import type { PerformanceAmount, PerformanceFigure, PerformanceView } from './view.ts';
import type { PerformanceFacts } from './performance-facts.ts';

/** Of value, cost and dividends: all of the same holdings. Alpha would need their payments alone, and is not among them. */
const OF_GAIN: readonly (PerformanceFigure | PerformanceAmount)[] = [
  'current_value',
  'total_invested',
  'total_gain',
  'total_dividends',
  'total_return_pct',
  'capital_return_pct',
  'dividend_return_pct',
  'cagr_pct',
];

/**
 * The figures of today that the whole does not give, of the holdings for which they are known: the same report over that
 * part. Figures of days are of the covered part anyway. Pure.
 */
export function partialPerformance(
  view: PerformanceView,
  facts: PerformanceFacts,
): PerformanceView['partial'] {
  const partial: PerformanceView['partial'] = {};
  const { standings } = facts;
  const xirr = standings.partial?.xirr ?? null;
  if (view.xirr_pct === null && xirr !== null) partial.xirr_pct = xirr;
  const gain = standings.partial?.gain ?? null;
  if (gain === null) return partial;
  const of: Coverage = gain.part;
  const own = performanceReport({ ...facts, standings: datedValuations(standings.day, gain.fields, null) });
  for (const name of OF_GAIN) {
    const figure = own[name];
    if (view[name] === null && figure !== null) partial[name] = { figure, ...of };
  }
  return partial;
}
