import { addDays, addMonths, Decimal } from '../platform/index.ts';

export const SIP_FREQUENCIES = ['monthly', 'quarterly'] as const;
export type SipFrequency = (typeof SIP_FREQUENCIES)[number];
export const STEP_UP_FREQUENCIES = ['quarterly', 'half_yearly', 'yearly'] as const;
export type StepUpFrequency = (typeof STEP_UP_FREQUENCIES)[number];

/** What decides a plan's instalments. Dates are YYYY-MM-DD. */
export interface SipTerms {
  /** A month's amount: a quarterly instalment is three times as much (spec: Report rules 12). */
  amount: Decimal;
  frequency: SipFrequency;
  /** Day of the first instalment. */
  start_date: string;
  /** Last day on which an instalment may fall; null: without an end. */
  end_date: string | null;
  /** Percentage points by which the instalment grows at each step; null: it stays. */
  step_up_pct: number | null;
  step_up_frequency: StepUpFrequency;
}

export interface Instalment {
  date: string;
  /** In the plan's currency, rounded to the paisa or cent, half up. */
  amount: Decimal;
  /** Whether it is the first one after a step. */
  is_step_up: boolean;
}

const MONTHS: Record<SipFrequency, number> = { monthly: 1, quarterly: 3 };
const STEP_MONTHS: Record<StepUpFrequency, number> = { quarterly: 3, half_yearly: 6, yearly: 12 };
/** A hundred years of months at once. */
const MOST_INSTALMENTS = 1200;

/**
 * Instalments after one day and up to another, oldest first. None lies before the plan's start (spec: Goal and SIP
 * rules 1); steps compound at their frequency, counted in months from the start.
 */
export function instalments(terms: SipTerms, after: string, until: string): Instalment[] {
  const { amount, frequency, start_date, end_date, step_up_pct, step_up_frequency } = terms;
  const last = end_date !== null && end_date < until ? end_date : until;
  const every = MONTHS[frequency];
  const growth = new Decimal(step_up_pct ?? 0).div(100).plus(1);
  const found: Instalment[] = [];
  // An old plan begins counting near the span, and not at its start.
  const first = Math.max(0, Math.floor(monthsBetween(start_date, after) / every) - 1);
  for (let index = first; index < first + MOST_INSTALMENTS; index += 1) {
    const date = addMonths(start_date, index * every);
    if (date > last) break;
    if (date <= after) continue;
    const steps = Math.floor((index * every) / STEP_MONTHS[step_up_frequency]);
    const stepsBefore = Math.floor(((index - 1) * every) / STEP_MONTHS[step_up_frequency]);
    found.push({
      date,
      amount: amount.times(every).times(growth.pow(steps)).toDecimalPlaces(2, Decimal.ROUND_HALF_UP),
      is_step_up: step_up_pct !== null && step_up_pct !== 0 && index > 0 && steps > stepsBefore,
    });
  }
  return found;
}

/** Calendar months from one day to another, whatever the days in them. */
function monthsBetween(from: string, to: string): number {
  const index = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return index(to) - index(from);
}

/** The first instalment on or after a day; null when the plan is over by then. */
export function nextInstalment(terms: SipTerms, from: string): Instalment | null {
  const start = terms.start_date > from ? terms.start_date : from;
  return instalments(terms, addDays(start, -1), addMonths(start, MONTHS[terms.frequency]))[0] ?? null;
}

/** What the instalment of a day (the next one) comes to a month; null when the plan is over by then. */
export function monthlyAmount(terms: SipTerms, on: string): Decimal | null {
  const next = nextInstalment(terms, on);
  return next === null ? null : next.amount.div(MONTHS[terms.frequency]);
}
