import { NETWORTH } from '../../portfolio/index.ts';
import type { Cached } from '../cached.ts';
import type { GapWarnings } from '../ledger-gaps.ts';
import { endWarnings, fewReturns, lastValuedDay, within } from '../measures/index.ts';
import type { ComparisonQuery, ComparisonView } from './comparison-view.ts';
import type { ReturnFacts } from './return-facts.ts';
import type { Benchmarks } from '../../performance/index.ts';
import { type DayValue, growthLine, valuePoints, withGaps } from '../../finance/returns/index.ts';

/** A portfolio and an index as lines from 100. */
export function createComparison(
  benchmarks: Pick<Benchmarks, 'compare'>,
  { facts, gaps, cached }: { facts: ReturnFacts; gaps: GapWarnings; cached: Cached },
) {
  return cached('comparison', async (userId: string, query: ComparisonQuery): Promise<ComparisonView> => {
    const asked = query.portfolio?.trim() || null;
    const [daily, standings] = await Promise.all([
      facts.daily(userId, asked, query.as_known),
      facts.standings(userId, asked ?? NETWORTH, null),
    ]);
    const { benchmark = null, period = null } = query;
    const wanted = { portfolio: daily.portfolio, benchmark, period };
    const lineOf = (from: string, to: string): DayValue[] => {
      const shown = within(daily, from, to);
      return withGaps<DayValue>(shown.days, growthLine(valuePoints(shown)), {
        dayOf: ({ day }) => day,
        open: (day) => ({ day, value: null }),
      });
    };
    const compared = await benchmarks.compare(wanted, daily, standings, lineOf);
    const limits = await facts.limits(userId, daily, null);
    const missing = await gaps.warnings(userId, daily.portfolio);
    return {
      ...compared,
      ...limits,
      periods: compared.periods.map((one) => ({
        ...one,
        limits: [...fewReturns(one.returns_count), ...limits.limits],
      })),
      warnings: [...endWarnings(limits.ends_early, lastValuedDay(daily)), ...missing],
    };
  });
}
