import type { Benchmarks, Comparison, Period, SeriesCode } from '../../market/index.ts';
import type { Cached } from '../cached.ts';
import type { ReturnFacts } from './return-facts.ts';

export interface ComparisonQuery {
  /** Networth where none is named. */
  portfolio?: string | null | undefined;
  /** The large-cap index of the portfolio's currency where none is named. */
  benchmark?: SeriesCode | null | undefined;
  /** The longest that both sides have, a year at most, where none is named. */
  period?: Period | null | undefined;
}

/** A portfolio and an index as lines from 100, with the days before the first snapshot as far as the ledger tells them. */
export function createComparison(
  benchmarks: Pick<Benchmarks, 'compare'>,
  { facts, cached }: { facts: ReturnFacts; cached: Cached },
) {
  return cached('comparison', async (userId: string, query: ComparisonQuery): Promise<Comparison> => {
    const daily = await facts.daily(userId, query.portfolio?.trim() || null);
    const { benchmark = null, period = null } = query;
    return await benchmarks.compare(userId, { portfolio: daily.portfolio, benchmark, period }, daily);
  });
}
