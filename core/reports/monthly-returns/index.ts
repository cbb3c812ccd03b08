import type { Cached } from '../cached.ts';
import type { GapWarnings } from '../ledger-gaps.ts';
import type { ReturnFacts } from '../performance/index.ts';
import { monthlyReturns, type MonthlyReturnsView, partialMonths } from './monthly-returns.ts';

export type { MonthlyReturnsView, MonthReturn, PartialMonths } from './monthly-returns.ts';

/** Networth where no portfolio is named. */
export interface MonthlyReturnsQuery {
  portfolio?: string | null | undefined;
}

/** The return of every month, for a heat map; measured as the performance report measures. */
export function createMonthlyReturns({
  facts,
  gaps,
  cached,
}: {
  facts: Pick<ReturnFacts, 'daily' | 'part'>;
  gaps: GapWarnings;
  cached: Cached;
}) {
  return cached(
    'monthly-returns',
    async (userId: string, query: MonthlyReturnsQuery): Promise<MonthlyReturnsView> => {
      const daily = await facts.daily(userId, query.portfolio?.trim() || null);
      const warnings = await gaps.warnings(userId, daily.portfolio);
      const whole = { ...monthlyReturns(daily), warnings };
      const part = await facts.part(userId, daily);
      return part === null ? whole : { ...whole, partial: partialMonths(whole, part.daily, part.part) };
    },
  );
}
