import { day, money, percent } from '../../../../../charts/index.ts';
import type { Goal, GoalScenario, GoalState, LinkType, SipPlan } from '../../api/types.ts';

/** What a state is called on the page, and the colour that goes with the word. */
export const STATES: Readonly<Record<GoalState, { label: string; color: string }>> = {
  ACHIEVED: { label: 'Reached', color: 'teal' },
  ON_TRACK: { label: 'On track', color: 'teal' },
  BEHIND: { label: 'Behind', color: 'orange' },
  MISSED: { label: 'Missed', color: 'orange' },
  UNKNOWN: { label: 'Unknown', color: 'gray' },
};

export const LINK_TYPES: Readonly<Record<LinkType, string>> = {
  PORTFOLIO: 'Portfolio',
  HOLDING: 'Holding',
  SIP: 'SIP plan',
};

export const FREQUENCIES: Readonly<Record<SipPlan['frequency'], string>> = {
  monthly: 'Every month',
  quarterly: 'Every three months',
};

export const STEPS: Readonly<Record<SipPlan['step_up_frequency'], string>> = {
  quarterly: 'Every three months',
  half_yearly: 'Every six months',
  yearly: 'Every year',
};

type Measured = Pick<Goal, 'type' | 'currency' | 'target_date' | 'is_active' | 'progress'>;

/** An amount that an expectation came to: its decimals would say more than anybody knows. */
export const rough = (value: number | null, currency: string): string =>
  money(value, currency, { digits: 0 });

/** Percentage points as they were entered: `10%`, `7.25%`. */
export const points = (pct: number): string => `${Number(pct.toFixed(4))}%`;

/** How the goal fares, in a sentence. */
export function progressText({ type, currency, target_date, is_active, progress }: Measured): string {
  const { state, surplus, current, target } = progress;
  const by = day(target_date);
  const gap = surplus === null ? null : rough(Math.abs(surplus), currency);
  switch (state) {
    case 'ACHIEVED':
      if (type === 'INCOME') return 'The linked holdings paid this much in the last 12 months.';
      return 'The linked holdings have reached the target value today.';
    case 'ON_TRACK':
      return gap === null
        ? `You are on course to reach it by ${by}.`
        : `You are on course to reach it by ${by}, with ${gap} to spare.`;
    case 'BEHIND':
      if (type === 'INCOME')
        return current === null ? '' : `You are ${rough(target - current, currency)} a month short.`;
      return gap === null
        ? `You are on course to fall short by ${by}.`
        : `You are on course to fall ${gap} short by ${by}.`;
    case 'MISSED': {
      const what =
        gap === null
          ? `The target date, ${by}, has passed.`
          : `The target date, ${by}, has passed with the goal ${gap} short.`;
      return is_active ? `${what} Set a new date, or close the goal.` : what;
    }
    default:
      return progress.reason ?? 'Some of the figures it needs are unknown.';
  }
}

/** What more a month would reach the target, or why no payment would; null where it is not known. */
export function moreInWords({ currency, progress }: Pick<Goal, 'currency' | 'progress'>): string | null {
  const { additional_monthly: more, planned_monthly: planned, years_left } = progress;
  if (more === null) return years_left === null ? null : 'No month is left before the target date.';
  const plans = planned ? rough(planned, currency) : null;
  // less than a rupee or a dollar is what rounding left over
  if (more < 1) return plans === null ? 'Nothing more' : `The ${plans} a month planned is enough`;
  const sum = rough(more, currency);
  return plans === null ? `${sum} a month` : `${sum} more a month, on top of the ${plans} planned`;
}

/** A probability in points. Beyond a tenth of a percent nobody knows. */
export function probabilityInWords(pct: number): string {
  if (pct < 0.1) return 'Below 0.1%';
  return pct > 99.9 ? 'Above 99.9%' : percent(pct, { digits: 1 });
}

/** What is missing from the target, or over it. */
export function gapInWords(surplus: number | null, currency: string): string {
  if (surplus === null) return 'unknown';
  const gap = rough(Math.abs(surplus), currency);
  return surplus < 0 ? `${gap} short` : `${gap} over`;
}

/** What was tried, in a sentence, and why nothing can be said where that is so. */
export function triedInWords({ goal: { currency }, inputs, progress }: GoalScenario): string {
  const { projected, inflated_target, surplus } = progress;
  const by = day(inputs.target_date);
  if (projected === null || inflated_target === null || surplus === null)
    return progress.reason ?? 'Some of the figures it needs are unknown.';
  const step = inputs.step_up_pct === 0 ? '' : `, with ${points(inputs.step_up_pct)} more every year,`;
  const paid = `${rough(inputs.monthly_sip, currency)} a month${step}`;
  return `${paid} grows to ${rough(projected, currency)} by ${by}: ${gapInWords(surplus, currency)}.`;
}

/** The plan of today beside what was tried: how much less it comes to, or its own day where that is another one. */
export function againstPlan(
  planned: number | null,
  difference: number | null | { by: string | null },
  currency: string,
): string {
  if (planned === null || difference === null) return 'Today’s plan: unknown';
  const plan = `Today’s plan: ${rough(planned, currency)}`;
  if (typeof difference === 'object') return `${plan} by ${day(difference.by)}`;
  if (Math.round(difference) === 0) return `${plan}, the same`;
  return `${plan}, which is ${rough(Math.abs(difference), currency)} ${difference > 0 ? 'less' : 'more'}`;
}

/** How a plan pays, in a sentence. */
export function planInWords(plan: Pick<SipPlan, 'amount' | 'currency' | 'frequency'>): string {
  const { amount, currency, frequency } = plan;
  return frequency === 'monthly'
    ? `${money(amount, currency)} every month`
    : `${money(amount * 3, currency)} every three months, which is ${money(amount, currency)} a month`;
}

export function stepInWords(plan: Pick<SipPlan, 'step_up_pct' | 'step_up_frequency'>): string {
  const { step_up_pct: pct, step_up_frequency } = plan;
  if (pct === null || pct === 0) return 'None.';
  return `${points(pct)} more ${STEPS[step_up_frequency].toLowerCase()}`;
}

/** Why a plan has no next instalment. */
export function noInstalment({ is_active, end_date }: Pick<SipPlan, 'is_active' | 'end_date'>): string {
  if (!is_active) return 'None while it is paused.';
  return end_date === null ? 'None.' : `None. The plan ended on ${day(end_date)}.`;
}

/** Why a plan has no next step. */
export function noStep(
  plan: Pick<SipPlan, 'is_active' | 'step_up_pct' | 'step_up_frequency' | 'next_instalment'>,
): string {
  if (plan.step_up_pct === null || plan.step_up_pct === 0) return stepInWords(plan);
  if (!plan.is_active) return 'None while it is paused.';
  return plan.next_instalment === null ? 'None. The plan has ended.' : 'None in the next 12 months.';
}

/** How much of a thing other goals leave free, in percentage points; the server has the last word. */
export function freeFor(
  goal: Pick<Goal, 'id'>,
  goals: readonly Pick<Goal, 'id' | 'links'>[],
  target: { link_type: LinkType; link_id: string },
): number {
  const taken = goals
    .filter(({ id }) => id !== goal.id)
    .flatMap(({ links }) => links)
    .filter(({ link_type, link_id }) => link_type === target.link_type && link_id === target.link_id)
    .reduce((sum, { percentage }) => sum + percentage, 0);
  return Math.max(0, Math.round((100 - taken) * 1e4) / 1e4);
}
