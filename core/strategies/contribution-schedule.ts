import { addMonths } from '../platform/dates.ts';

/*
 * Money that comes into a strategy by a schedule. Pure dates: the same for a backtest and for a policy, whatever sessions
 * they have.
 */
export const CONTRIBUTION_FREQUENCIES = ['once', 'monthly', 'quarterly'] as const;
export type ContributionFrequency = (typeof CONTRIBUTION_FREQUENCIES)[number];

/** What becomes of new money: it waits for the next rebalance, or is put at once into what the last one ranked highest. */
export const ALLOCATION_MODES = ['next_rebalance', 'buy_only_current_targets'] as const;
export type AllocationMode = (typeof ALLOCATION_MODES)[number];

/** When money is due. */
interface ContributionTerms {
  frequency: ContributionFrequency;
  /** The day of the first instalment, YYYY-MM-DD. */
  start_date: string;
}

/** One instalment of a schedule. */
export interface Instalment {
  /** From 1, counted from the start. */
  nr: number;
  date: string;
}

const MONTHS = { once: 0, monthly: 1, quarterly: 3 } as const;

/** Calendar months from one day to another, whatever the days in them. */
function monthsBetween(from: string, to: string): number {
  const index = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return index(to) - index(from);
}

/**
 * The instalments from one day to another, both included, oldest first. The 31st of a month that is shorter is its last day.
 * @param most no more than so many.
 */
export function instalmentsBetween(
  { frequency, start_date }: ContributionTerms,
  from: string,
  to: string,
  most = Number.POSITIVE_INFINITY,
): Instalment[] {
  const every = MONTHS[frequency];
  if (every === 0)
    return from <= start_date && start_date <= to && most > 0 ? [{ nr: 1, date: start_date }] : [];
  const found: Instalment[] = [];
  // An old schedule is counted from near the span, and not from its start.
  let index = Math.max(0, Math.floor(monthsBetween(start_date, from) / every) - 1);
  for (; found.length < most; index += 1) {
    const date = addMonths(start_date, index * every);
    if (date > to) break;
    if (date >= from) found.push({ nr: index + 1, date });
  }
  return found;
}

/** Whether a schedule begins where the exchange's days are known; one from before is passed over. */
export const beginsInCalendar = ({ start_date }: ContributionTerms, curatedFrom: string): boolean =>
  start_date >= curatedFrom;
