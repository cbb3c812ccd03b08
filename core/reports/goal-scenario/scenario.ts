import { type GoalProgress, instalments, progressOf } from '../../goals/index.ts';
import { addMonths, decimal, istDate } from '../../platform/index.ts';
import type { GoalScenarioInput } from './inputs.ts';
import { explainScenario } from './scenario-explanations.ts';
import type { CorpusGoal, GoalScenarioView } from './view.ts';

/**
 * The goal with a level monthly payment, or one that grows every year, in the place of its plans: by the very projection
 * that measures goals (spec: Goal and SIP rules 5). What is linked stays, with its value and its volatility.
 */
export function goalScenario(
  goal: CorpusGoal,
  input: GoalScenarioInput,
  now: Date,
  explain = false,
): GoalScenarioView {
  const today = istDate(now);
  const step_up_pct = input.step_up_pct ?? 0;
  const years = input.years ?? null;
  const target_date = years === null ? goal.target_date : addMonths(today, Math.round(years * 12));
  const first_date = addMonths(today, 1);
  const schedule = instalments(
    {
      amount: decimal(input.monthly_sip),
      frequency: 'monthly',
      start_date: first_date,
      end_date: null,
      step_up_pct,
      step_up_frequency: 'yearly',
    },
    today,
    target_date,
  );
  const contributions = schedule.map(({ date, amount }) => ({ date, amount: amount.toNumber() }));
  const { progress: baseline } = goal;
  const progress = progressOf(
    {
      type: 'CORPUS',
      target: goal.target_corpus,
      target_date,
      inflation_pct: goal.inflation_pct ?? 0,
      expected_return_pct: goal.expected_return_pct ?? 0,
    },
    {
      now,
      value: baseline.current,
      unpriced: baseline.unpriced,
      provisional_reason: baseline.provisional_reason,
      freshness: baseline.freshness,
      year_income: null,
      contributions,
      planned_monthly: input.monthly_sip,
      volatility:
        baseline.volatility_pct === null
          ? { pct: null, reason: reasonOf(goal, today) }
          : { pct: baseline.volatility_pct, reason: null, of: baseline.volatility_of ?? undefined },
    },
  );
  const inputs = { monthly_sip: input.monthly_sip, step_up_pct, years, first_date, target_date };
  return {
    calculated_at: now.toISOString(),
    goal: { id: goal.id, name: goal.name, currency: goal.currency },
    inputs,
    paid_in: contributions.reduce((sum, { amount }) => sum + amount, 0),
    payments: contributions.length,
    progress,
    baseline,
    difference: {
      projected: less(progress.projected, baseline.projected),
      surplus: less(progress.surplus, baseline.surplus),
      probability: less(progress.probability_pct, baseline.probability_pct),
    },
    explanations: explain ? explainScenario({ progress, inputs }, goal, contributions, today) : null,
  };
}

/** Why there is no volatility; a goal whose day has passed says that instead, which is no reason for another day. */
function reasonOf({ target_date, progress }: CorpusGoal, today: string): string {
  const unknown = 'There are not enough daily values of your holdings yet to calculate a probability.';
  return target_date <= today ? unknown : (progress.probability_reason ?? unknown);
}

const less = (a: GoalProgress['projected'], b: GoalProgress['projected']): number | null =>
  a === null || b === null ? null : a - b;
