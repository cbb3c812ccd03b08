import type { Calendar } from '../../market/calendar/index.ts';
import { dayAfter, istDate, istInstant } from '../../platform/index.ts';
import type { EVENT_CATEGORIES, Severity } from '../records/index.ts';

export type Category = (typeof EVENT_CATEGORIES)[number];

interface Window {
  starts_at: Date;
  ends_at: Date;
}

interface EventDefault {
  severity: Severity;
  /** The window, for people. */
  words: string;
  /** The window of an event of which only the day is known. */
  window: (this: void, day: string, calendar: Calendar) => Window;
}

const OPEN = '09:15';
const CLOSE = '15:30';
const HALF_HOUR_MS = 30 * 60_000;
const HOUR_MS = 60 * 60_000;
/** From the opening of New York, 09:30, to the decision at 14:00. */
const TO_DECISION_MS = 4.5 * HOUR_MS;

const hours =
  (from: string, to: string): EventDefault['window'] =>
  (day) => ({ starts_at: istInstant(day, from), ends_at: istInstant(day, to) });

/** What holds for an event that does not say it itself (portfolio/Event calendar guard). */
export const EVENT_DEFAULTS: Readonly<Record<Category, EventDefault>> = {
  // The governor speaks at 10:00.
  RBI: { severity: 'BLOCK', words: '09:45 to 11:00 IST on the day', window: hours('09:45', '11:00') },
  FED: {
    severity: 'WARNING',
    words: 'half an hour before the decision (14:00 in New York) until 09:45 IST the next morning',
    window: (day, calendar) => ({
      starts_at: new Date(decisionInNewYork(day, calendar).getTime() - HALF_HOUR_MS),
      ends_at: istInstant(dayAfter(day), '09:45'),
    }),
  },
  // The speech begins at 11:00.
  BUDGET: { severity: 'BLOCK', words: '10:45 to 13:30 IST on the day', window: hours('10:45', '13:30') },
  // Most companies report after the exchange has closed.
  RESULTS: {
    severity: 'WARNING',
    words: '09:15 IST on the day until 10:00 IST of the next session',
    window: (day, calendar) => ({
      starts_at: istInstant(day, OPEN),
      ends_at: istInstant(calendar.nextSession('NSE', day), '10:00'),
    }),
  },
  EXPIRY: { severity: 'INFO', words: '09:15 to 15:30 IST on the day', window: hours(OPEN, CLOSE) },
  HOLIDAY: { severity: 'INFO', words: '09:15 to 15:30 IST on the day', window: hours(OPEN, CLOSE) },
  OTHER: { severity: 'INFO', words: '09:15 to 15:30 IST on the day', window: hours(OPEN, CLOSE) },
};

/**
 * 14:00 in New York on a date: 23:30 in India in its summer, half past midnight in its winter. Clocks there change in the
 * night, so that the opening of the day tells which it is; a day without a session takes the one before.
 */
function decisionInNewYork(day: string, calendar: Calendar): Date {
  const session = calendar.sessionOnOrBefore('NYSE', day);
  const { open } = calendar.sessionHours('NYSE', session);
  const opening = open === null ? '14:30:00' : open.toISOString().slice(11, 19);
  return new Date(Date.parse(`${day}T${opening}.000Z`) + TO_DECISION_MS);
}

/** The IST day that an event belongs to: where it begins. */
export const dayOf = (startsAt: string | Date): string => istDate(new Date(startsAt));
