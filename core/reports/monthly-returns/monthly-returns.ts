import { daysBetween } from '../../platform/index.ts';
import type { Coverage } from '../../portfolio/index.ts';
import { type BasedDaily, type Basis, basisOf } from '../measures/index.ts';
import type { ReportWarning } from '../warning.ts';
import { timeWeighted, valuePoints } from '../../finance/returns/index.ts';

/** The time-weighted return of one calendar month, in percentage points. */
export interface MonthReturn {
  year: number;
  /** 1 to 12. */
  month: number;
  /** The days between which it lies: the last value of the month before, or the first on record, and the month's last. */
  from: string | null;
  to: string | null;
  return_pct: number | null;
  /** Not the whole month is on record: the first one, or the running one. */
  is_partial: boolean;
  /** Where the value at its beginning comes from; null without one. */
  basis: Basis | null;
  /** Why there is no figure; null where there is one. */
  reason: string | null;
}

export interface MonthlyReturnsView {
  portfolio: string;
  currency: string;
  /** First and last day with a value. */
  from: string | null;
  to: string | null;
  /** Every month from the first to the last one, in order. */
  months: MonthReturn[];
  /** What to do where there is no month at all; null where there is one. */
  reason: string | null;
  /** Of what the ledger holds and no month counts. */
  warnings: ReportWarning[];
  /** The months of the holdings that are known throughout, where that fills one in; null where it does not. */
  partial: PartialMonths | null;
}

export interface PartialMonths extends Coverage {
  months: MonthReturn[];
}

/**
 * The months of a part of the portfolio, all of the same holdings, so that they may be linked to years. Null where each of
 * them is known of the whole. Pure.
 */
export function partialMonths(
  whole: MonthlyReturnsView,
  daily: BasedDaily,
  part: Coverage,
): PartialMonths | null {
  const known = new Set(
    whole.months.filter(({ return_pct }) => return_pct !== null).map(({ year, month }) => `${year} ${month}`),
  );
  const { months } = monthlyReturns(daily);
  const isFilled = months.some(
    ({ year, month, return_pct }) => return_pct !== null && !known.has(`${year} ${month}`),
  );
  return isFilled ? { ...part, months } : null;
}

/** A value may be so many days older than the end of its month: holidays and a weekend lie between. */
const MOST_DAYS_OLD = 10;

/**
 * The return of each month: daily returns chained from the last value of the month before to the last one of the month,
 * money that came or went left out. A month whose beginning or end is not on record has no figure. Pure.
 */
export function monthlyReturns(daily: BasedDaily): Omit<MonthlyReturnsView, 'warnings'> {
  const points = valuePoints(daily);
  const { days } = points;
  const lastOf = new Map(days.map((day, at) => [day.slice(0, 7), at]));
  const view = {
    portfolio: daily.portfolio,
    currency: daily.currency,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    partial: null,
  };
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined || first === last)
    return {
      ...view,
      months: [],
      reason: 'A return needs values on two days. It appears once they are recorded.',
    };

  const months = monthsBetween(first.slice(0, 7), last.slice(0, 7)).flatMap((name): MonthReturn[] => {
    const isFirst = name === first.slice(0, 7);
    const isLast = name === last.slice(0, 7);
    const start = isFirst ? 0 : lastOf.get(monthBefore(name));
    const end = lastOf.get(name);
    // The only value of the first month is where counting begins: it has no return, and is no gap either.
    if (isFirst && end === 0) return [];
    const [year = 0, month = 0] = name.split('-').map(Number);
    const of = {
      year,
      month,
      from: start === undefined ? null : (days[start] ?? null),
      to: end === undefined ? null : (days[end] ?? null),
      is_partial: isFirst || isLast,
    };
    const without = (reason: string): MonthReturn => ({ ...of, return_pct: null, basis: null, reason });
    if (!isFirst && !isOfTheEnd(of.from, monthBefore(name)))
      return [without('The value at the end of the previous month is not recorded.')];
    if (!isLast && !isOfTheEnd(of.to, name))
      return [without('The value at the end of the month is not recorded.')];
    if (start === undefined || end === undefined) return [without('No value is recorded for this month.')];
    const { return_pct, reason } = timeWeighted(points, start, end);
    return [{ ...of, return_pct, basis: basisOf(daily, days[start] ?? ''), reason }];
  });
  return { ...view, months, reason: null };
}

/** Whether a day stands for the end of a month (YYYY-MM). */
function isOfTheEnd(day: string | null, name: string): boolean {
  return day !== null && day.startsWith(name) && daysBetween(day, lastDayOf(name)) <= MOST_DAYS_OLD;
}

function lastDayOf(name: string): string {
  const [year = 0, month = 0] = name.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

function shifted(name: string, by: number): string {
  const [year = 0, month = 0] = name.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
}

const monthBefore = (name: string): string => shifted(name, -1);

function monthsBetween(first: string, last: string): string[] {
  const names: string[] = [];
  for (let name = first; name <= last; name = shifted(name, 1)) names.push(name);
  return names;
}
