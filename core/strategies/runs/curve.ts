import { type Figure, knownFigure, unknown } from '../../finance/figures/index.ts';
import type { DailyReturn } from '../../finance/returns/index.ts';
import { daysBetween } from '../../platform/dates.ts';
import { FIRST_INDEX } from '../engine/index.ts';

export const DAYS_A_YEAR = 365;

/** A level by day; null where it is not known. */
export interface Curve {
  days: readonly string[];
  levels: readonly (number | null)[];
}

/** Growth of a year, in percentage points: unknown before there is a year. @param level what `FIRST_INDEX` became. */
export function cagrOf(level: number | null | undefined, from: string, to: string): Figure {
  const days = daysBetween(from, to);
  if (level === null || level === undefined) return unknown('The window has no session.');
  if (days < DAYS_A_YEAR) return unknown(`A yearly return needs a year; this window has ${days} days.`);
  return knownFigure(((level / FIRST_INDEX) ** (DAYS_A_YEAR / days) - 1) * 100);
}

/** From each known level to the next. */
export function dailyReturns({ days, levels }: Curve): DailyReturn[] {
  const returns: DailyReturn[] = [];
  let before: { day: string; level: number } | null = null;
  for (const [at, level] of levels.entries()) {
    if (level === null) continue;
    const day = days[at] ?? '';
    if (before !== null)
      returns.push({
        day,
        since: before.day,
        value: level / before.level - 1,
        is_explained: true,
        is_daily: true,
      });
    before = { day, level };
  }
  return returns;
}
