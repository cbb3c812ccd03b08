import type { Calendar } from '../../market/calendar/index.ts';
import { addDays, addMonths, dayAfter } from '../../platform/index.ts';

/** Options on this index expire on this day of the week, while the rule holds. */
interface ExpiryRule {
  from: string;
  /** Null while it holds. */
  to: string | null;
  /** 0 is Sunday. */
  weekday: number;
  /** Every week, the last of a month among them. */
  weekly: readonly string[];
  /** The last such day of the month alone. */
  monthly: readonly string[];
  source: string;
}

const MONTHLY = ['BANKNIFTY', 'FINNIFTY', 'MIDCPNIFTY', 'NIFTYNXT50'] as const;
const THURSDAY = 4;
const TUESDAY = 2;

/**
 * Expiries of index options at NSE. On a holiday the session before it is the expiry. What came before 2025, when the
 * indices had days of their own, is not worked out, nor are the options of BSE and of shares.
 */
const EXPIRY_RULES: readonly ExpiryRule[] = [
  {
    from: '2025-01-01',
    to: '2025-08-31',
    weekday: THURSDAY,
    weekly: ['NIFTY'],
    monthly: MONTHLY,
    source: 'NSE, expiry days of index derivatives from 1 January 2025',
  },
  {
    from: '2025-09-01',
    to: null,
    weekday: TUESDAY,
    weekly: ['NIFTY'],
    monthly: MONTHLY,
    source: 'NSE, expiry days of derivatives from 1 September 2025',
  },
];

interface Expiry {
  underlying: string;
  /** The session on which it expires. */
  day: string;
  isMonthly: boolean;
  /** The holiday that moved it, by name. */
  movedBy: string | null;
  /** False where the holidays of that year are not known yet. */
  isCertain: boolean;
  source: string;
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The expiries on the days from one to another, both included. */
export function expiriesBetween(from: string, to: string, calendar: Calendar): Expiry[] {
  const expiries: Expiry[] = [];
  // A holiday moves an expiry back, so one of the week after may fall into the range.
  const last = addDays(to, 7);
  for (let due = from; due <= last; due = dayAfter(due)) {
    const rule = EXPIRY_RULES.find(
      (one) => one.from <= due && (one.to === null || due <= one.to) && one.weekday === weekdayOf(due),
    );
    if (rule === undefined) continue;
    const day = calendar.sessionOnOrBefore('NSE', due);
    if (day < from || day > to) continue;
    const isMonthly = addDays(due, 7) >= `${addMonths(due, 1).slice(0, 7)}-01`;
    const expiry = {
      day,
      isMonthly,
      movedBy: day === due ? null : (calendar.sessionReason('NSE', due) ?? 'a holiday'),
      isCertain: calendar.confidence('NSE', due) === 'CURATED',
      source: rule.source,
    };
    for (const underlying of [...rule.weekly, ...(isMonthly ? rule.monthly : [])])
      expiries.push({ underlying, ...expiry });
  }
  return expiries;
}
