import { daysBetween } from '../../platform/index.ts';
import { type LineLimits, type ValueLine, valueBasisOn } from '../measures/index.ts';
import { timeWeighted, valuePoints } from '../../finance/returns/index.ts';
import type { MonthlyReturnsView, MonthReturn } from './view.ts';

/** A value may be so many days older than the end of its month: holidays and a weekend lie between. */
const MOST_DAYS_OLD = 10;

/**
 * The return of each month: daily returns chained from the last value of the month before to the last one of the month,
 * without the money that came or went. A month whose beginning or end is unknown has no figure. After everything was
 * sold the value is known to be zero: the month of the next purchase begins with it, as the first month does. Pure.
 */
export function monthlyReturns(daily: ValueLine): Omit<MonthlyReturnsView, 'warnings' | keyof LineLimits> {
  const points = valuePoints(daily);
  const { days, value } = points;
  const view = {
    portfolio: daily.portfolio,
    currency: daily.currency,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  };
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined || first === last)
    return {
      ...view,
      months: [],
      reason: 'A return needs values on two days. It appears once they are recorded.',
    };

  const lastOf = new Map(days.map((day, at) => [day.slice(0, 7), at]));
  const soldIn = soldByMonth(daily.days, last.slice(0, 7));
  /** The day of the last sale, where nothing is held at the end of a month. */
  const soldBy = (name: string): string | null => soldIn.get(name) ?? null;
  const endOf = (name: string): number | undefined => {
    const sold = soldBy(name);
    return sold === null ? lastOf.get(name) : days.indexOf(sold);
  };
  const isAtEnd = (at: number | undefined, name: string): boolean =>
    at !== undefined && (isOfTheEnd(days[at] ?? null, name) || soldBy(name) !== null);

  const months = monthsBetween(first.slice(0, 7), last.slice(0, 7)).flatMap((name): MonthReturn[] => {
    const isFirst = name === first.slice(0, 7);
    const isLast = name === last.slice(0, 7);
    const start = isFirst ? 0 : endOf(monthBefore(name));
    const end = endOf(name);
    // The only value of the first month is where counting begins: it has no return, and is no gap either.
    if (isFirst && end === 0) return [];
    const [year = 0, month = 0] = name.split('-').map(Number);
    const begins = start !== undefined && value[start] === 0;
    const of = {
      year,
      month,
      from: start === undefined ? null : (days[begins ? start + 1 : start] ?? null),
      to: end === undefined ? null : (days[end] ?? null),
      is_partial: isFirst || isLast || begins,
    };
    const without = (reason: string): MonthReturn => ({ ...of, return_pct: null, basis: null, reason });
    if (begins && start === end)
      return [{ ...without('Nothing was held in this month.'), from: null, to: null }];
    if (!isFirst && !isAtEnd(start, monthBefore(name)))
      return [without('The value at the end of the previous month is unknown.')];
    if (!isLast && !isAtEnd(end, name)) return [without('The value at the end of the month is unknown.')];
    if (start === undefined || end === undefined) return [without('No value is known for this month.')];
    const { return_pct, reason } = timeWeighted(points, start, end);
    return [{ ...of, return_pct, basis: valueBasisOn(daily, days[start] ?? ''), reason }];
  });
  return { ...view, months, reason: null };
}

/** The last day by each month (YYYY-MM) up to `to` at whose end nothing is held. */
function soldByMonth(days: ValueLine['days'], to: string): Map<string, string> {
  const sold = new Map<string, string>();
  for (const [at, { day, value }] of days.entries()) {
    const until = days[at + 1]?.day.slice(0, 7);
    if (value !== 0 || until === day.slice(0, 7)) continue;
    // Nothing is recorded until the next day of the line: each month between has the same end.
    for (const name of monthsBetween(day.slice(0, 7), until === undefined ? to : monthBefore(until)))
      sold.set(name, day);
  }
  return sold;
}

/** True for a day that may stand for the end of a month (YYYY-MM). */
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
