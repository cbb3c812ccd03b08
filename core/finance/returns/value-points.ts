import { amountsUntil, type DayAmount, type DayValue } from './day-amounts.ts';
import { daysBetween } from '../../platform/dates.ts';
import { MOST_DAYS_APART } from './line-gaps.ts';
import { dailyFactors, isBase, type MeasuredDays } from './time-weighted.ts';

/** The days with a known value, and the money that moved since the one before each. */
export interface ValuePoints extends MeasuredDays {
  days: readonly string[];
  value: readonly number[];
  put_in: readonly number[];
  taken_out: readonly number[];
  income: readonly number[];
  /** Days whose change no transaction explains: they have no return. */
  unexplained: ReadonlySet<string>;
}

/** Daily values with the cash flows between them, in one currency: returns over any span are calculated from it. */
export interface ValueSeries {
  /** In their order. */
  days: readonly DayValue[];
  /** Money put in; negative: taken out. In any order. */
  flows: readonly DayAmount[];
  /** Worth of what came without money, at the end of its day. */
  entered?: readonly DayAmount[] | undefined;
  /** Worth of what went without money, as of the measured day before. */
  left?: readonly DayAmount[] | undefined;
  /** Received after the tax withheld. */
  dividends: readonly DayAmount[];
  /** Days whose change no transaction explains. */
  unexplained_days: readonly string[];
}

/** The value series of a portfolio, or of all together. */
export interface PortfolioSeries extends ValueSeries {
  portfolio: string;
  currency: string;
}

/** A return over a gap needs so large a part of the value before it. */
const LEAST_PART = 0.5;

/**
 * The days of known value as points. What moved on a day without one counts to the next. Where more than half of the value
 * left within a gap, `put_in` is NaN: nothing is known of its return.
 */
export function valuePoints(daily: ValueSeries): ValuePoints {
  const known = daily.days.flatMap(({ day, value }) => (value === null ? [] : [{ day, value }]));
  const flowsUntil = amountsUntil(daily.flows);
  const dividendsUntil = amountsUntil(daily.dividends);
  const enteredUntil = amountsUntil(daily.entered ?? []);
  const leftUntil = amountsUntil(daily.left ?? []);
  const [put_in, taken_out, income]: [number[], number[], number[]] = [[], [], []];
  for (const [at, { day }] of known.entries()) {
    const flows = flowsUntil(day);
    const dividends = dividendsUntil(day);
    const [entered, left] = [enteredUntil(day).came, leftUntil(day).came];
    const before = known[at - 1];
    // The priced part is too small to stand for the whole: the return between these two days is unknown.
    const isOpen =
      before !== undefined &&
      left > before.value * (1 - LEAST_PART) &&
      daysBetween(before.day, day) > MOST_DAYS_APART;
    // Flows before the first value are in it. Later amounts that entered at the end of a day, or that left, are in
    // neither side of its factor.
    put_in.push(at === 0 ? 0 : isOpen ? Number.NaN : flows.came - left);
    taken_out.push(at === 0 ? 0 : flows.went - entered);
    income.push(at === 0 ? 0 : dividends.came - dividends.went);
  }
  return {
    days: known.map(({ day }) => day),
    value: known.map(({ value }) => value),
    put_in,
    taken_out,
    income,
    unexplained: new Set(daily.unexplained_days),
  };
}

/** A return from one point to the next, as a fraction: 0.01 is one percent. */
export interface DailyReturn {
  day: string;
  /** Day of the point before. */
  since: string;
  value: number;
  /** False where nothing tells how much of the change is gain; `value` is 0 then. */
  is_explained: boolean;
  /** False over a gap: the return of several weeks says nothing of a day. */
  is_daily: boolean;
}

/**
 * The returns from point to point by `dailyFactors`, money that came or went left out. Dividends are left out too: the series of values
 * does not hold them (spec: Report rules 6). Where nothing was held before there is no return.
 */
export function dailyReturns(points: ValuePoints): DailyReturn[] {
  const { factors } = dailyFactors(
    { ...points, income: points.value.map(() => 0) },
    0,
    points.days.length - 1,
  );
  const returns: DailyReturn[] = [];
  for (const [at, factor] of factors.entries()) {
    const [since, day] = [points.days[at], points.days[at + 1]];
    const base = (points.value[at] ?? 0) + (points.put_in[at + 1] ?? 0);
    if (since === undefined || day === undefined || !isBase(base, points.value[at] ?? 0)) continue;
    const is_daily = daysBetween(since, day) <= MOST_DAYS_APART;
    returns.push({ day, since, value: factor - 1, is_explained: !points.unexplained.has(day), is_daily });
  }
  return returns;
}

/** Returns of single days that transactions explain; those over a gap are left out. */
export const countedReturns = (returns: readonly DailyReturn[]): DailyReturn[] =>
  returns.filter(({ is_explained, is_daily }) => is_explained && is_daily);

/**
 * Growth of 100 from the first point, by day: the time-weighted return as a line, with dividends. None where a
 * stretch between two points is unknown.
 */
export function growthLine(points: ValuePoints): { day: string; value: number }[] {
  const [first] = points.days;
  if (first === undefined) return [];
  const { factors } = dailyFactors(points, 0, points.days.length - 1);
  let level = 100;
  const line = [{ day: first, value: level }];
  for (const [at, factor] of factors.entries()) {
    // Nothing can be said across a stretch of which nothing is known.
    if (Number.isNaN(factor)) return [];
    level *= factor;
    line.push({ day: points.days[at + 1] ?? '', value: level });
  }
  return line;
}
