import type { Notice } from '../notifications/index.ts';
import { addDays, dayInWords, type Decimal } from '../platform/index.ts';
import { instalments, type SipTerms } from './sip-plan.ts';

/** A step is announced so many days ahead, in time to change the mandate at the bank. */
const STEP_UP_NOTICE_DAYS = 7;

export interface PlanToRemindOf extends SipTerms {
  id: string;
  name: string;
  currency: string;
}

/**
 * What to remind a person of on a day: each instalment on its day, and separately each step before it takes hold (spec:
 * Scheduler, daily_sip_reminders). Each has a key of its own, so that nobody is reminded twice.
 */
export function remindersOf(plans: readonly PlanToRemindOf[], today: string): Notice[] {
  return plans.flatMap((plan) => {
    const due = instalments(plan, addDays(today, -1), today).map((one): Notice => {
      const amount = inWords(one.amount, plan.currency);
      return {
        kind: 'sip_reminder',
        dedupKey: `sip:${plan.id}:due:${one.date}`,
        title: `${plan.name}: ${amount} is due today`,
        body: 'After the units are allotted, the broker’s next sync or file adds the purchase to your ledger.',
        payload: { sip_plan_id: plan.id, date: one.date, amount: one.amount.toNumber() },
      };
    });
    const steps = instalments(plan, today, addDays(today, STEP_UP_NOTICE_DAYS))
      .filter(({ is_step_up }) => is_step_up)
      .map((one): Notice => {
        return {
          kind: 'sip_step_up_reminder',
          dedupKey: `sip:${plan.id}:step:${one.date}`,
          title: `${plan.name} steps up on ${dayInWords(one.date)}`,
          body: `Each instalment is then ${inWords(one.amount, plan.currency)}, ${plan.step_up_pct}% more than before. Change the mandate at your bank or broker in time.`,
          payload: { sip_plan_id: plan.id, date: one.date, amount: one.amount.toNumber() },
        };
      });
    return [...due, ...steps];
  });
}

function inWords(amount: Decimal, currency: string): string {
  const locale = currency === 'INR' ? 'en-IN' : 'en-US';
  return amount.toNumber().toLocaleString(locale, { style: 'currency', currency });
}
