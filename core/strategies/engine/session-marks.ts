import type { Calendar } from '../../market/calendar/index.ts';
import type { Rebalance } from '../config.ts';

/** Which sessions of a panel are rebalances, and which end a financial year; 1 for yes. */
export interface SessionMarks {
  rebalance: Uint8Array;
  yearEnd: Uint8Array;
  /** The first day of the exchange that is known, YYYY-MM-DD. A schedule of contributions from before is passed over. */
  curatedFrom: string;
}

/**
 * Whether a policy trades on a session of NSE (spec: Policy rules 2): daily on each; weekly on the last of its week; monthly on
 * the first of its month, so that a first of the month that is a holiday is made up for by the next session.
 */
export function isRebalanceDay(calendar: Calendar, rebalance: Rebalance, day: string): boolean {
  if (!calendar.isSession('NSE', day)) return false;
  if (rebalance === 'weekly') return calendar.isLastSessionOfWeek('NSE', day);
  return rebalance === 'daily' || calendar.firstSessionOfMonth('NSE', day) === day;
}

export function sessionMarks(
  calendar: Calendar,
  days: readonly string[],
  rebalance: Rebalance,
): SessionMarks {
  return {
    rebalance: Uint8Array.from(days, (day) => Number(isRebalanceDay(calendar, rebalance, day))),
    yearEnd: Uint8Array.from(days, (day) => Number(calendar.isLastSessionOfFinancialYear('NSE', day))),
    curatedFrom: calendar.curatedRange('NSE').from,
  };
}
