import type { Benchmarks, Comparison, Period, SeriesCode } from '../../market/index.ts';
import type { Cached } from '../cached.ts';
import type { LedgerGaps } from '../ledger-gaps.ts';
import { growthLine, valuePoints, within } from '../measures/index.ts';
import type { ReportWarning } from '../warning.ts';
import type { ReturnFacts } from './return-facts.ts';

export interface ComparisonQuery {
  /** Networth where none is named. */
  portfolio?: string | null | undefined;
  /** The large-cap index of the portfolio's currency where none is named. */
  benchmark?: SeriesCode | null | undefined;
  /** The longest that both sides have, a year at most, where none is named. */
  period?: Period | null | undefined;
}

export interface ComparisonView extends Comparison {
  warnings: ReportWarning[];
}

/** A portfolio and an index as lines from 100, with the days before the first snapshot as far as the ledger tells them. */
export function createComparison(
  benchmarks: Pick<Benchmarks, 'compare'>,
  { facts, gaps, cached }: { facts: ReturnFacts; gaps: LedgerGaps; cached: Cached },
) {
  return cached('comparison', async (userId: string, query: ComparisonQuery): Promise<ComparisonView> => {
    const daily = await facts.daily(userId, query.portfolio?.trim() || null);
    const { benchmark = null, period = null } = query;
    const lineOf = (from: string, to: string) => growthLine(valuePoints(within(daily, from, to)));
    return {
      ...(await benchmarks.compare(userId, { benchmark, period }, daily, lineOf)),
      warnings: await gaps.warnings(userId, daily.portfolio),
    };
  });
}
