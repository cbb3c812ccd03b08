import { type Context, istDate } from '../../platform/index.ts';
import { NETWORTH } from '../../portfolio/index.ts';
import type { Cached } from '../cached.ts';
import type { GapWarnings } from '../ledger-gaps.ts';
import { type BasedDaily, isBehind, within } from '../measures/index.ts';
import type { ComparisonQuery, ComparisonView } from './comparison-view.ts';
import type { ReturnFacts } from './return-facts.ts';
import type { Benchmarks } from '../../performance/index.ts';
import { growthLine, valuePoints } from '../../finance/returns/index.ts';

/** A portfolio and an index as lines from 100, with the days before the first snapshot as far as the ledger tells them. */
export function createComparison(
  { clock }: Pick<Context, 'clock'>,
  benchmarks: Pick<Benchmarks, 'compare'>,
  { facts, gaps, cached }: { facts: ReturnFacts; gaps: GapWarnings; cached: Cached },
) {
  return cached('comparison', async (userId: string, query: ComparisonQuery): Promise<ComparisonView> => {
    const asked = query.portfolio?.trim() || null;
    const [daily, standings] = await Promise.all([
      facts.daily(userId, asked),
      facts.standings(userId, asked ?? NETWORTH, null),
    ]);
    const { benchmark = null, period = null } = query;
    const wanted = { portfolio: daily.portfolio, benchmark, period };
    const lineIn = (of: BasedDaily) => (from: string, to: string) =>
      growthLine(valuePoints(within(of, from, to)));
    const compared = await benchmarks.compare(wanted, daily, standings, lineIn(daily));
    const whole = { ...compared, warnings: await gaps.warnings(userId, daily.portfolio) };
    const to = whole.periods.at(-1)?.to ?? null;
    const isUnknown = ({ return_pct }: { return_pct: number | null }) => return_pct === null;
    const isWanted = whole.periods.some(isUnknown) || isBehind(to, istDate(clock.now()));
    const part = isWanted ? await facts.part(userId, daily) : null;
    if (part === null) return { ...whole, partial: null };
    const own = await benchmarks.compare(wanted, part.daily, standings, lineIn(part.daily));
    const isStale = isBehind(to, own.periods.at(-1)?.to ?? to ?? '');
    const periods = own.periods.filter(
      (one, at) => one.return_pct !== null && (isStale || (whole.periods[at]?.return_pct ?? null) === null),
    );
    if (periods.length === 0) return { ...whole, partial: null };
    const { period: shown, series } = own;
    const lines = periods.some((one) => one.period === shown) ? { period: shown, series } : null;
    return { ...whole, partial: { ...part.coverage, periods, lines } };
  });
}
