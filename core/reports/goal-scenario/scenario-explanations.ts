import { daysBetween } from '../../platform/index.ts';
import { explanation, figureInput, settingInput, shown } from '../explain.ts';
import type { Explanation, FigureInput } from '../explanation.ts';
import type { CorpusGoal, GoalScenarioView } from './view.ts';

/** Key of what a goal comes to on the page of definitions. */
const DEFINITION = 'goal_progress';

/** The way to each headline figure of a what-if; pure. @param payments those of the scenario, by day. */
export function explainScenario(
  { progress, inputs }: Pick<GoalScenarioView, 'progress' | 'inputs'>,
  goal: CorpusGoal,
  payments: readonly { date: string; amount: number }[],
  today: string,
): Explanation[] {
  const { currency } = goal;
  const money = (value: number | null) => (value === null ? '?' : shown(value, currency, 2));
  const reason = progress.projected === null ? progress.reason : null;
  const onDay = (label: string, value: number | null) =>
    figureInput(label, value, currency, inputs.target_date);
  const yearly = (label: string, value: number | null): FigureInput =>
    settingInput('goal', `${label} per year, %`, value ?? 0);
  const days = Math.max(0, daysBetween(today, inputs.target_date));
  return [
    explanation({
      figure: 'progress.projected',
      value: progress.projected,
      unit: currency,
      formula: 'sum of linked values and payments, each × (1 + expected return) ^ (days left / 365)',
      worked: `${money(progress.projected_from_value)} + ${money(progress.projected_from_sips)} = ${money(progress.projected)}`,
      definition: DEFINITION,
      inputs: [
        yearly('Expected return', goal.expected_return_pct),
        figureInput('Linked now', progress.current, currency, today),
        ...payments.map(({ date, amount }) => figureInput('Payment', amount, currency, date)),
      ],
      reason,
    }),
    explanation({
      figure: 'progress.surplus',
      value: progress.surplus,
      unit: currency,
      formula: 'projected - target × (1 + inflation) ^ (days left / 365)',
      worked: `${money(progress.projected)} - ${money(progress.target)} × (1 + ${shown(goal.inflation_pct ?? 0, null)} %) ^ (${days} / 365) = ${money(progress.surplus)}`,
      definition: DEFINITION,
      inputs: [
        onDay('Projected', progress.projected),
        figureInput('Target in today’s money', progress.target, currency, today),
        yearly('Inflation', goal.inflation_pct),
      ],
      reason,
    }),
    explanation({
      figure: 'progress.probability_pct',
      value: progress.probability_pct,
      unit: 'percent_points',
      formula:
        'probability that a lognormal value, with the projected mean and the portfolio’s volatility applied to each amount from its date, reaches the target by the target date',
      worked: `${money(progress.projected)} against ${money(progress.inflated_target)} at a volatility of ${shown(progress.volatility_pct ?? 0, null)} % a year`,
      definition: DEFINITION,
      inputs: [
        onDay('Projected', progress.projected),
        onDay('Target on the target date', progress.inflated_target),
        figureInput('Volatility per year, %', progress.volatility_pct),
      ],
      reason: progress.probability_reason,
    }),
  ];
}
