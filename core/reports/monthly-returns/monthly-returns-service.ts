import type { Cached } from '../cached.ts';
import type { GapWarnings } from '../ledger-gaps.ts';
import { endWarnings, lastValuedDay } from '../measures/index.ts';
import type { ReturnFacts } from '../performance/index.ts';
import type { PortfolioQuery } from '../report-query.ts';
import { monthlyReturns } from './monthly-returns.ts';
import type { MonthlyReturnsView } from './view.ts';

/** The return of every month, for a heat map; measured as the performance report measures. */
export function createMonthlyReturns({
  facts,
  gaps,
  cached,
}: {
  facts: Pick<ReturnFacts, 'daily' | 'limits'>;
  gaps: GapWarnings;
  cached: Cached;
}) {
  return cached(
    'monthly-returns',
    async (userId: string, query: PortfolioQuery): Promise<MonthlyReturnsView> => {
      const daily = await facts.daily(userId, query.portfolio?.trim() || null);
      const limits = await facts.limits(userId, daily, null);
      const missing = await gaps.warnings(userId, daily.portfolio);
      return {
        ...monthlyReturns(daily),
        ...limits,
        warnings: [...endWarnings(limits.ends_early, lastValuedDay(daily)), ...missing],
      };
    },
  );
}
