import type { Criterion } from '../criteria/index.ts';
import type { Evidence } from './gate-evidence.ts';
import type { Standing } from './evidence-reads.ts';
import { type GateSettings, isPassed, liveCriteria, shadowCriteria } from './gate.ts';
import type { ConfidenceView, GoLiveStatus } from './go-live-view.ts';
import { INTERVAL } from './mean-interval.ts';
import { nextOf } from './steps.ts';

/** Everything that is known of whether a strategy may take its next step. */
export function confidenceOf(
  standing: Standing,
  evidence: Evidence,
  settings: GateSettings,
  now: Date,
): ConfidenceView {
  const { strategy, mode, since, changed_by } = standing;
  const shadow = shadowCriteria(evidence);
  const live = liveCriteria(strategy, evidence, settings);
  const next = nextOf(mode);
  const { level_pct, resamples, seed } = INTERVAL;
  const { trades, mean, interval } = evidence.trades;
  return {
    strategy,
    mode,
    since,
    changed_by,
    next_mode: next,
    may_promote: next !== null && isPassed(next === 'LIVE' ? live : shadow),
    shadow: { is_passed: isPassed(shadow), criteria: shadow },
    live: { is_passed: isPassed(live), criteria: live },
    expectancy: {
      trades,
      mean,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      level_pct,
      resamples,
      seed,
    },
    evaluated_at: now.toISOString(),
  };
}

/** What the next step needs; the whole gate where the strategy is live. */
export const criteriaAhead = ({ mode, shadow, live }: Pick<ConfidenceView, 'mode' | 'shadow' | 'live'>) =>
  mode === 'DRY_RUN' ? shadow.criteria : live.criteria;

export const missingOf = (criteria: readonly Criterion[]): Criterion[] =>
  criteria.filter(({ passed }) => passed !== true);

export function statusOf(view: ConfidenceView): GoLiveStatus['strategies'][number] {
  const { strategy, mode, since, changed_by, next_mode, may_promote } = view;
  const criteria = criteriaAhead(view);
  const missing = missingOf(criteria);
  return {
    strategy,
    mode,
    since,
    changed_by,
    next_mode,
    may_promote,
    gate: {
      passed: criteria.length - missing.length,
      of: criteria.length,
      is_passed: missing.length === 0,
      missing: missing.map(({ title }) => title),
    },
  };
}
