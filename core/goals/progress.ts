import { istDate, daysBetween } from '../platform/index.ts';
import type { Freshness } from '../portfolio/index.ts';
import { type Contribution, project } from './projection.ts';
import type { GoalProgress } from './view.ts';
import type { Volatility } from './volatility.ts';

interface CorpusTerms {
  type: 'CORPUS';
  target: number;
  target_date: string;
  inflation_pct: number;
  expected_return_pct: number;
}

interface IncomeTerms {
  type: 'INCOME';
  /** A month's. */
  target: number;
}

interface GoalFacts {
  now: Date;
  /** Value of what is linked; null when none of it has a price. */
  value: number | null;
  unpriced: string[];
  /** Paid in the last twelve months by what is linked; null where that is not known. */
  year_income: number | null;
  /** Of the linked SIP plans, by their shares, after today. */
  contributions: readonly Contribution[];
  /** Of the prices of `value`; null where it has none. */
  freshness: Freshness | null;
  /** Null where none of it can be converted into the goal's currency. */
  planned_monthly: number | null;
  volatility: Volatility;
  /** Sentences on what these figures exclude, beside what has no price. */
  excluded?: readonly string[];
  /** Names undecided corporate actions of linked holdings; null where there are none. */
  provisional_reason: string | null;
}

const NOTHING_PROJECTED = {
  years_left: null,
  inflated_target: null,
  projected: null,
  projected_from_value: null,
  projected_from_sips: null,
  surplus: null,
  required_monthly: null,
  additional_monthly: null,
  probability_pct: null,
  p10: null,
  p50: null,
  p90: null,
  volatility_pct: null,
  volatility_of: null,
  fan: [],
};

/** How far a goal has come. Pure: whatever it depends on is handed in (spec: Goal and SIP rules 5). */
export function progressOf(terms: CorpusTerms | IncomeTerms, facts: GoalFacts): GoalProgress {
  return terms.type === 'CORPUS' ? corpusProgress(terms, facts) : incomeProgress(terms, facts);
}

function incomeProgress({ target }: IncomeTerms, facts: GoalFacts): GoalProgress {
  const current = facts.year_income === null ? null : facts.year_income / 12;
  return {
    ...NOTHING_PROJECTED,
    calculated_at: facts.now.toISOString(),
    state: current === null ? 'UNKNOWN' : current >= target ? 'ACHIEVED' : 'BEHIND',
    reason:
      current === null
        ? 'No income is recorded for the linked holdings in the last 12 months.'
        : sentences(facts.excluded),
    current,
    target,
    progress_pct: current === null ? null : (current / target) * 100,
    planned_monthly: facts.planned_monthly,
    probability_reason: 'An income goal has no target date.',
    unpriced: facts.unpriced,
    provisional_reason: facts.provisional_reason,
    freshness: null,
  };
}

function corpusProgress(terms: CorpusTerms, facts: GoalFacts): GoalProgress {
  const { target, target_date } = terms;
  const { value, unpriced, volatility } = facts;
  const today = istDate(facts.now);
  const known = {
    calculated_at: facts.now.toISOString(),
    current: value,
    target,
    progress_pct: value === null ? null : (value / target) * 100,
    planned_monthly: facts.planned_monthly,
    unpriced,
    provisional_reason: facts.provisional_reason,
    freshness: facts.freshness,
  };
  if (value === null)
    return {
      ...NOTHING_PROJECTED,
      ...known,
      state: 'UNKNOWN',
      reason: `No price for ${names(unpriced)}, so there is no projection. Refresh prices, or enter one.`,
      probability_reason: 'The value of the linked holdings is unknown.',
    };
  const hasPassed = target_date <= today;
  const projection = project({
    today,
    target_date,
    value,
    target,
    inflation_pct: terms.inflation_pct,
    expected_return_pct: terms.expected_return_pct,
    contributions: facts.contributions,
    volatility_pct: hasPassed ? null : volatility.pct,
  });
  const { spread, surplus, inflated_target, projected } = projection;
  // A paisa that rounding took does not make a goal miss its mark.
  const isEnough = surplus > -0.005;
  const partial = sentences([
    ...(unpriced.length === 0 ? [] : [`These figures exclude ${names(unpriced)}, which has no price.`]),
    ...(facts.excluded ?? []),
    ...(!hasPassed && projection.required_monthly === null
      ? ['The target date is less than a month away, so no monthly payment is left.']
      : []),
  ]);
  return {
    ...known,
    state: hasPassed
      ? isEnough
        ? 'ACHIEVED'
        : 'MISSED'
      : value >= inflated_target
        ? 'ACHIEVED'
        : isEnough
          ? 'ON_TRACK'
          : 'BEHIND',
    reason:
      hasPassed && !isEnough ? 'The target date has passed. Set a new date, or close the goal.' : partial,
    years_left: yearsBetween(today, target_date),
    inflated_target,
    projected,
    projected_from_value: projection.from_value,
    projected_from_sips: projection.from_contributions,
    surplus,
    required_monthly: projection.required_monthly,
    additional_monthly: projection.additional_monthly,
    probability_pct: spread?.probability_pct ?? null,
    p10: spread?.p10 ?? null,
    p50: spread?.p50 ?? null,
    p90: spread?.p90 ?? null,
    probability_reason: spread !== null ? null : reasonWithout(hasPassed, volatility.reason),
    volatility_pct: volatility.pct,
    volatility_of: volatility.pct === null ? null : (volatility.of ?? null),
    fan: projection.fan,
  };
}

function reasonWithout(hasPassed: boolean, volatilityReason: string | null): string {
  if (hasPassed) return 'The target date has passed.';
  return volatilityReason ?? 'Nothing is linked to this goal yet. Link a portfolio, holding or SIP plan.';
}

function yearsBetween(from: string, to: string): number {
  return Math.max(0, daysBetween(from, to) / 365);
}

const sentences = (parts: readonly string[] = []): string | null => parts.join(' ') || null;

function names(symbols: readonly string[]): string {
  const shown = symbols.slice(0, 3).join(', ');
  return symbols.length > 3 ? `${shown} and ${symbols.length - 3} more` : shown;
}
