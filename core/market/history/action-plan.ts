import type { Span } from './fetch-plan.ts';
import { DAY_MS, addDays } from '../../platform/index.ts';

/** A question for an exchange's announcements: the days around today, or a year. */
export interface ActionQuestion extends Span {
  /** `recent`, or a year such as `2024`. */
  span: string;
}

/** When a question was put last, and when the whole of it came last. */
export interface AskedBefore {
  asked_at: Date;
  fetched_at: Date | null;
}

/** Companies announce their ex-dates some weeks ahead; what is said late of a day that has passed comes along. */
const RECENT = { before: 45, after: 120 } as const;
const HOUR_MS = 3_600_000;
/** However often somebody wants news, the exchange is asked once an hour. */
const RECENT_AGAIN_MS = HOUR_MS;
/** A year is asked for again now and then until it is well over; then it stands. */
const YEAR_AGAIN_MS = 30 * DAY_MS;
const YEAR_STANDS_AFTER_DAYS = 60;

/**
 * What to ask an exchange for now, the nearest days first. Together the questions cover every day since `first`, so that
 * dividends of past years are known too; what came is not asked for again soon, and what failed waits an hour.
 * @param first the earliest day that matters to anybody; null when nobody has anything.
 */
export function planActionQuestions(
  first: string | null,
  today: string,
  asked: ReadonlyMap<string, AskedBefore>,
  now: Date,
): ActionQuestion[] {
  if (first === null) return [];
  const isDue = (span: string, again: number): boolean => {
    const before = asked.get(span);
    if (before === undefined) return true;
    if (now.getTime() - before.asked_at.getTime() < RECENT_AGAIN_MS) return false;
    return before.fetched_at === null || now.getTime() - before.fetched_at.getTime() >= again;
  };
  const questions: ActionQuestion[] = [];
  if (isDue('recent', RECENT_AGAIN_MS))
    questions.push({
      span: 'recent',
      from: addDays(today, -RECENT.before),
      to: addDays(today, RECENT.after),
    });
  for (let year = Number(today.slice(0, 4)); year >= Number(first.slice(0, 4)); year -= 1) {
    const span = String(year);
    const stands = Date.parse(`${span}-12-31`) + YEAR_STANDS_AFTER_DAYS * DAY_MS;
    const came = asked.get(span)?.fetched_at?.getTime() ?? 0;
    if (came >= stands || !isDue(span, YEAR_AGAIN_MS)) continue;
    questions.push({ span, from: `${span}-01-01`, to: `${span}-12-31` });
  }
  return questions;
}
