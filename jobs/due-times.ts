import { istDate, istInstant, DAY_MS } from '../core/platform/index.ts';

/** Every day in India, or every week on one of its days, at each of the minutes of each of the hours. */
export interface When {
  /** 0 for Sunday to 6 for Saturday; every day if absent. */
  readonly weekday?: number;
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  /** The time of a date (HH:MM) in place of the usual one; null for the usual one. Only for rules with one time a day. */
  readonly moved?: (date: string) => string | null;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Once a day: `daily('15:45')`. */
export function daily(time: string): When {
  const [hour, minute] = parts(time);
  return { hours: [hour], minutes: [minute] };
}

/** Once a week: `weekly('Sunday', '10:00')`. */
export function weekly(day: (typeof WEEKDAYS)[number], time: string): When {
  return { ...daily(time), weekday: WEEKDAYS.indexOf(day) };
}

/** At every full hour of a window, both ends included: `hourly('09:00', '21:59')` is 09:00, 10:00 … 21:00. */
export function hourly(from = '00:00', to = '23:59'): When {
  const [first, firstMinute] = parts(from);
  const [last] = parts(to);
  const start = firstMinute === 0 ? first : first + 1;
  if (start > last) throw new Error(`no full hour lies between ${from} and ${to}`);
  return { hours: Array.from({ length: last - start + 1 }, (_, index) => start + index), minutes: [0] };
}

/**
 * Every so many minutes of each hour: `everyMinutes(5)` is 00:00, 00:05 … 23:55; of the hours of a window where one is
 * given. @param minutes a divisor of 60.
 */
export function everyMinutes(minutes: number, from?: string, to?: string): When {
  if (!Number.isInteger(60 / minutes)) throw new Error(`an hour cannot be divided by ${minutes} minutes`);
  return {
    hours: hourly(from, to).hours,
    minutes: Array.from({ length: 60 / minutes }, (_, index) => index * minutes),
  };
}

function parts(time: string): [hour: number, minute: number] {
  const match = TIME.exec(time);
  if (match === null) throw new Error(`${time} is not a time of day such as 09:15`);
  return [Number(match[1]), Number(match[2])];
}

/**
 * All due times in (from, to], in order. Neither zone nor season matters: India keeps one clock all year.
 */
export function dueTimes(when: When, from: Date, to: Date): Date[] {
  const due: Date[] = [];
  if (to <= from) return due;
  const lastDay = istDate(to);
  for (let day = from; ; day = new Date(day.getTime() + DAY_MS)) {
    const date = istDate(day);
    if (date > lastDay) return due;
    if (when.weekday !== undefined && new Date(date).getUTCDay() !== when.weekday) continue;
    for (const time of timesOf(when, date)) {
      const at = istInstant(date, time);
      if (at > from && at <= to) due.push(at);
    }
  }
}

function timesOf({ hours, minutes, moved }: When, date: string): string[] {
  const time = moved?.(date) ?? null;
  if (time !== null) return [time];
  return hours.flatMap((hour) => minutes.map((minute) => `${twoDigits(hour)}:${twoDigits(minute)}`));
}

/** The first due time after an instant. */
export function nextDueTime(when: When, after: Date): Date {
  // A moved time may be later in its day than the usual one.
  const days = (when.weekday === undefined ? 1 : 7) + (when.moved === undefined ? 0 : 1);
  const next = dueTimes(when, after, new Date(after.getTime() + days * DAY_MS))[0];
  if (next === undefined) throw new Error('a schedule without any time of day');
  return next;
}

/** The same times as a cron line, to be read in Asia/Kolkata. */
export function cronOf(when: When): string {
  return `${when.minutes.join(',')} ${when.hours.join(',')} * * ${when.weekday ?? '*'}`;
}

/** What is wrong with a time rule, or null. A rule that is wrong would otherwise simply never be due. */
export function faultOf(when: When): string | null {
  const isSane = (values: readonly number[], most: number) =>
    values.length > 0 &&
    values.every(
      (value, index) =>
        Number.isInteger(value) && value >= 0 && value <= most && value > (values[index - 1] ?? -1),
    );
  if (when.weekday !== undefined && !isSane([when.weekday], 6)) return 'its weekday must be from 0 to 6';
  if (!isSane(when.hours, 23)) return 'its hours must be whole numbers from 0 to 23, ascending, each once';
  if (!isSane(when.minutes, 59))
    return 'its minutes must be whole numbers from 0 to 59, ascending, each once';
  return null;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
