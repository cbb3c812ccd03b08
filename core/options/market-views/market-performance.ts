import { type Analysis, type Resolved, resolvedOf, scored } from './analysis-reads.ts';
import { grouped } from './data-quality.ts';
import type { MarketPerformance } from './market-view.ts';
import { scoresOf } from './scores.ts';

const METHOD =
  'BULLISH is right when the underlying was UP at the horizon, BEARISH when it was DOWN, NEUTRAL when it was FLAT. Only analyses with an outcome count.';

const RIGHT = { BULLISH: 'UP', BEARISH: 'DOWN', NEUTRAL: 'FLAT' } as const;
const DIRECTION = { BULLISH: 1, BEARISH: -1, NEUTRAL: 0 } as const;

type Hits = Omit<MarketPerformance['by_model'][number], 'name'>;

function hitsOf(some: readonly Resolved[]): Hits {
  const resolved = some.length;
  const hits = some.filter(({ verdict, outcome }) => RIGHT[verdict] === outcome.realised).length;
  const returns = some.flatMap(({ verdict, outcome: { returnPct } }) =>
    returnPct === null || verdict === 'NEUTRAL' ? [] : [returnPct * DIRECTION[verdict]],
  );
  return {
    resolved,
    hits,
    hit_rate_pct: resolved === 0 ? null : (100 * hits) / resolved,
    brier: scoresOf(some.map(scored)).brier,
    mean_return_pct:
      returns.length === 0 ? null : returns.reduce((sum, one) => sum + one, 0) / returns.length,
    returns: returns.length,
  };
}

/** How often verdicts were right, whole and in parts. */
export function marketPerformanceOf(all: readonly Analysis[]): MarketPerformance {
  const resolved = resolvedOf(all);
  const by = (nameOf: (one: Resolved) => string | null) =>
    grouped(resolved, nameOf).map(([name, some]) => ({ name, ...hitsOf(some) }));
  return {
    ...hitsOf(resolved),
    by_verdict: by(({ verdict }) => verdict),
    by_model: by(({ model }) => model),
    by_month: by(({ day }) => day.slice(0, 7)),
    method: METHOD,
  };
}
