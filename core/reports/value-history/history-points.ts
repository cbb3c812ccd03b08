import type { PortfolioValues } from '../../performance/engine/index.ts';
import type { ValueLine } from '../measures/index.ts';
import type { HistoryPoint } from './view.ts';

/** Doubles leave more digits than money has. */
const DIGITS = 1e8;

/**
 * The daily line with the invested amount of the same holdings beside each value. Both are open where less than half is
 * covered: the amount of all beside the value of a part would look like a loss. Before the first value the points are the
 * days on which the invested amount of all holdings changed.
 * @param line calculated from the same values.
 */
export function historyPoints(line: ValueLine, { days, daily, covered }: PortfolioValues): HistoryPoint[] {
  const values = new Map(line.days.map(({ day, value }) => [day, value]));
  const points: HistoryPoint[] = [];
  let isOpen = true;
  let hasBegun = false;
  let shown: number | null = null;
  for (const [at, date] of days.entries()) {
    const value = values.get(date);
    const whole = rounded(daily.invested[at]);
    if (value !== undefined && value !== null) {
      const part = line.shares.has(date) ? rounded(covered?.daily.invested[at]) : whole;
      points.push({ date, value, invested: part });
      isOpen = false;
      hasBegun = true;
    } else if (value === null) {
      points.push({ date, value: null, invested: null });
      isOpen = true;
    } else if (!hasBegun && whole !== shown) points.push({ date, value: null, invested: whole });
    shown = whole;
  }
  const today = days.at(-1);
  const { carried } = line;
  if (carried !== null)
    points.push({ date: carried.day, value: carried.value, invested: points.at(-1)?.invested ?? shown });
  else if (isOpen && today !== undefined && points.at(-1)?.date !== today)
    points.push({ date: today, value: null, invested: hasBegun ? null : shown });
  return points;
}

const rounded = (figure: number | null | undefined): number | null =>
  figure === null || figure === undefined ? null : Math.round(figure * DIGITS) / DIGITS;
