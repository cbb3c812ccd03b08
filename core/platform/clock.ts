import { dayInWords } from './dates.ts';
import { onAbort } from './on-abort.ts';

/** The only place that reads the time. Everything else is handed a Clock, so a test can hold it still. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Asia/Kolkata has had no daylight saving since 1945: a fixed +05:30. */
const IST_OFFSET_MS = 330 * 60_000;

/** The calendar date in India at an instant, as YYYY-MM-DD. */
export function istDate(at: Date): string {
  return new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(0, 10);
}

/** The wall-clock time in India at an instant, as HH:MM (24 hours). */
export function istTime(at: Date): string {
  return new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(11, 16);
}

/** An instant for reading, on an Indian clock: 5 Jan 2024, 15:45 IST. A text that is no instant stays as it is. */
export function momentInWords(at: Date | string): string {
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return String(at);
  return `${dayInWords(istDate(instant))}, ${istTime(instant)} IST`;
}

/** The instant of a wall-clock time in India: `istInstant('2026-01-31', '15:45')` is 10:15 UTC. */
export function istInstant(date: string, time: string): Date {
  return new Date(`${date}T${time}:00.000+05:30`);
}

/** The last moment of a day in India: what is known to the day alone stands for its end. */
export function istDayEnd(date: string): Date {
  return new Date(`${date}T23:59:59.999+05:30`);
}

/** The start of the hour on an Indian clock (snapshots and hourly jobs are keyed by it). */
export function istHour(at: Date): Date {
  const shifted = at.getTime() + IST_OFFSET_MS;
  return new Date(Math.floor(shifted / 3_600_000) * 3_600_000 - IST_OFFSET_MS);
}

/** No exchange rests for longer: a close that lies further back is not that of the session before. */
export const LONGEST_CLOSURE_DAYS = 6;

/** Waiting and measuring of spans, in milliseconds. A test hands in one that it moves by hand. */
export interface Timers {
  /** Milliseconds since some fixed moment; never runs backwards. */
  now(): number;
  /** Resolves after that many milliseconds. Rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemTimers: Timers = { now: () => performance.now(), sleep: sleeping(false) };

/** The same; a process that has nothing else to do does not wait for them. */
export const backgroundTimers: Timers = { now: () => performance.now(), sleep: sleeping(true) };

function sleeping(isBackground: boolean): Timers['sleep'] {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const timer = setTimeout(() => {
        forget();
        resolve();
      }, ms);
      if (isBackground) timer.unref();
      const forget = onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      });
    });
}
