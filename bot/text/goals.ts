import type { FormattedString } from '@grammyjs/parse-mode';
import type { GoalProgress, GoalState, GoalView, SipPlanView } from '../../core/goals/index.ts';
import { priceAgeSentence } from '../../charts/figure-limits.ts';
import { bold, type Line, lines } from './lines.ts';
import { money, roundMoney, share } from './numbers.ts';
import { table } from './table.ts';
import { day } from './times.ts';

const STATES: Record<GoalState, string> = {
  ACHIEVED: 'reached',
  ON_TRACK: 'on track',
  BEHIND: 'behind',
  MISSED: 'missed',
  UNKNOWN: 'unknown',
};

export const noGoals = (): FormattedString =>
  lines(
    bold('No goals yet'),
    'Add one on the dashboard’s Goals page: a sum by a date, or a monthly income. Then link portfolios, holdings and SIP plans to it.',
  );

export const noSips = (): FormattedString =>
  lines(
    bold('No SIP plans yet'),
    'Add one on the dashboard’s Goals page: the amount, how often, and from when. Munim reminds you of each instalment.',
  );

/** Which of a longer list these are; nothing where they are all of it. */
function pageLine(shown: number, { from, total }: { from: number; total: number }): string[] {
  return total > shown ? ['', `${from + 1} to ${from + shown} of ${total}`] : [];
}

/** A page of goals, a few lines each. */
export function goalsText(goals: readonly GoalView[], at: { from: number; total: number }): FormattedString {
  return lines(
    bold('Goals'),
    ...goals.flatMap((goal) => [
      '',
      bold(goal.name),
      [amountOf(goal), progressOf(goal), STATES[goal.progress.state]]
        .filter((part) => part !== null)
        .join(' · '),
      short(goal),
      priceAgeSentence(goal.progress.freshness),
      goal.progress.provisional_reason,
    ]),
    ...pageLine(goals.length, at),
  );
}

/** Where it is not known, the line below tells why. */
const progressOf = ({ progress }: GoalView): string | null =>
  progress.progress_pct === null ? null : share(progress.progress_pct);

const amountOf = ({ type, currency, progress, target_date }: GoalView): string =>
  type === 'CORPUS'
    ? `${roundMoney(progress.target, currency)} by ${day(target_date)}`
    : `${roundMoney(progress.target, currency)} a month`;

function short({ type, currency, progress }: GoalView): string | null {
  if (type === 'INCOME' && progress.current === null) return progress.reason;
  if (type === 'INCOME') return `${roundMoney(progress.current, currency, progress.reason)} a month now`;
  const { projected, inflated_target, additional_monthly } = progress;
  if (projected === null) return progress.reason;
  const missing =
    additional_monthly !== null && additional_monthly >= 0.5
      ? `; ${roundMoney(additional_monthly, currency)} more a month would reach it`
      : '';
  return `expected ${roundMoney(projected, currency)} of ${roundMoney(inflated_target, currency)}${missing}`;
}

/** One goal in full. */
export function goalText(goal: GoalView): FormattedString {
  const { name, currency, progress, links } = goal;
  return lines(
    bold(name),
    `${amountOf(goal)}: ${STATES[progress.state]}`,
    '',
    `${goal.type === 'CORPUS' ? 'Now:' : 'Now, per month:'} ${money(progress.current, currency, progress.reason)}, ${share(progress.progress_pct)} of the target`,
    priceAgeSentence(progress.freshness),
    ...(goal.type === 'CORPUS' ? corpusLines(progress, goal) : []),
    progress.state !== 'UNKNOWN' ? progress.reason : null,
    progress.provisional_reason,
    '',
    bold('What counts towards it'),
    ...(links.length === 0
      ? ['Nothing is linked yet. Link portfolios, holdings and SIP plans on the dashboard’s Goals page.']
      : links.map(
          ({ label, percentage, link_type }) =>
            `${share(percentage)} of ${link_type === 'SIP' ? 'the plan ' : ''}${label}`,
        )),
  );
}

function corpusLines(
  progress: GoalProgress,
  { currency, inflation_pct, expected_return_pct }: GoalView,
): Line[] {
  if (progress.projected === null) return [];
  const inflation = inflation_pct === null || inflation_pct === 0 ? '' : ` at ${inflation_pct}% inflation`;
  return [
    `Expected by then ${money(progress.projected, currency)} at ${expected_return_pct}% a year`,
    `Needed by then ${money(progress.inflated_target, currency)}${inflation}`,
    `Planned ${money(progress.planned_monthly, currency)} a month`,
    progress.additional_monthly === null
      ? 'Less than a month is left'
      : progress.additional_monthly < 0.5
        ? 'The plan is enough'
        : `${money(progress.additional_monthly, currency)} more a month would reach it`,
    progress.probability_pct === null
      ? `Probability unknown (${progress.probability_reason})`
      : `Probability ${share(progress.probability_pct)}; 80% range ${roundMoney(progress.p10, currency)} to ${roundMoney(progress.p90, currency)}`,
  ];
}

const often = ({ amount, currency, frequency, step_up_pct, step_up_frequency }: SipPlanView): string => {
  const step =
    step_up_pct === null || step_up_pct === 0
      ? ''
      : `, ${step_up_pct}% more each ${{ quarterly: 'quarter', half_yearly: 'half-year', yearly: 'year' }[step_up_frequency]}`;
  return frequency === 'monthly'
    ? `${money(amount, currency)} a month${step}`
    : `${money(amount * 3, currency)} a quarter${step}`;
};

/** A page of plans with their next instalments. */
export function sipsText(
  plans: readonly SipPlanView[],
  at: { from: number; total: number },
): FormattedString {
  return lines(
    bold('SIP plans'),
    ...plans.flatMap((plan) => ['', bold(plan.name), often(plan), nextLine(plan)]),
    ...pageLine(plans.length, at),
  );
}

function nextLine({ next_instalment, is_active, currency, start_date }: SipPlanView): string {
  if (!is_active) return 'paused';
  if (next_instalment === null) return 'has ended';
  const begins = next_instalment.date === start_date ? 'begins' : 'next';
  return `${begins} ${day(next_instalment.date)}: ${money(next_instalment.amount, currency)}`;
}

/** One plan with the instalments of the next twelve months. */
export function sipText(plan: SipPlanView): FormattedString {
  const where = plan.symbol === null ? plan.portfolio : `${plan.symbol} in ${plan.portfolio}`;
  const head: Line[] = [
    bold(plan.name),
    often(plan),
    where === null ? null : `buys ${where}`,
    `since ${day(plan.start_date)}${plan.end_date === null ? '' : ` until ${day(plan.end_date)}`}`,
    nextLine(plan),
    plan.goals.length === 0
      ? null
      : `counts towards ${plan.goals.map(({ name, percentage }) => `${name} (${share(percentage)})`).join(', ')}`,
  ];
  if (plan.schedule.length === 0) return lines(...head);
  return lines(
    ...head,
    '',
    table(
      [{ title: 'Day', isWhole: true }, { title: 'Amount', align: 'right' }, { title: '' }],
      plan.schedule.map(({ date, amount, is_step_up }) => [
        day(date),
        { full: money(amount, plan.currency), short: roundMoney(amount, plan.currency) },
        is_step_up ? { full: 'step up', short: '↑' } : '',
      ]),
    ),
  );
}
