import type { Span } from './fetch-plan.ts';
import { DAY_MS, addDays, istDate, istInstant } from '../../platform/index.ts';

/** A question for an exchange's announcements: the days around today, or a year. */
export interface ActionQuestion extends Span {
  /** `recent`, or a year such as `2024`. */
  span: string;
  /** The reading that its answer stands for, where it is of days gone by; absent for one of now. */
  readUntil?: Date;
}

/** When a question was put last, and when the whole of it came last. */
export interface AskedBefore {
  asked_at: Date;
  fetched_at: Date | null;
}

/** Companies announce their ex-dates some weeks ahead; what is said late of a day that has passed comes along. */
const RECENT = { before: 45, after: 120 } as const;
/** Days of one question about the time since the last reading. */
const MISSED_DAYS = 90;
const HOUR_MS = 3_600_000;
/** However often somebody wants news, the exchange is asked once an hour. */
const RECENT_AGAIN_MS = HOUR_MS;
/** A year is asked for again now and then until it is well over; then it stands. */
const YEAR_AGAIN_MS = 30 * DAY_MS;
const YEAR_STANDS_AFTER_DAYS = 60;

/**
 * What to ask an exchange for now: the days from the last reading on, however long ago, to those ahead of today, then the
 * years, the nearest first. Together the questions cover every day since `first`, so that dividends of past years are known
 * too; what came is not asked for again soon, and what failed waits an hour.
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
  if (isDue('recent', RECENT_AGAIN_MS)) {
    const { missed, from } = missedDays(
      asked.get('recent')?.fetched_at ?? null,
      addDays(today, -RECENT.before),
    );
    questions.push(...missed, { span: 'recent', from, to: addDays(today, RECENT.after) });
  }
  for (let year = Number(today.slice(0, 4)); year >= Number(first.slice(0, 4)); year -= 1) {
    const span = String(year);
    const stands = Date.parse(`${span}-12-31`) + YEAR_STANDS_AFTER_DAYS * DAY_MS;
    const came = asked.get(span)?.fetched_at?.getTime() ?? 0;
    if (came >= stands || !isDue(span, YEAR_AGAIN_MS)) continue;
    questions.push({ span, from: `${span}-01-01`, to: `${span}-12-31` });
  }
  return questions;
}

/**
 * The days that no reading since the last one covered, in questions of bounded length; what is left over begins the question
 * about the days around today. The last reading reached as many days back as one does now, so that late news counts. Each
 * answer moves the last reading ahead: an interrupted round goes on where it was.
 */
function missedDays(lastRead: Date | null, until: string): { missed: ActionQuestion[]; from: string } {
  const missed: ActionQuestion[] = [];
  let from = lastRead === null ? until : addDays(istDate(lastRead), 1 - RECENT.before);
  for (let next = addDays(from, MISSED_DAYS); next <= until; next = addDays(from, MISSED_DAYS)) {
    const to = addDays(next, -1);
    missed.push({ span: 'recent', from, to, readUntil: istInstant(addDays(to, RECENT.before), '00:00') });
    from = next;
  }
  return { missed, from: from < until ? from : until };
}
