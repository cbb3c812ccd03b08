import { addDays, daysBetween } from '../../platform/index.ts';

/** Minutes of a session since midnight, by the clock of India. */
export const OPENS = 9 * 60 + 15;
export const CLOSES = 15 * 60 + 30;

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-05-18T09:32:00+05:30`: a record has its moment with an offset. */
export const momentAt = (day: string, minute: number, second = 0): string =>
  `${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second)}+05:30`;

/** Days since 1970. */
export const numberOf = (day: string): number => daysBetween('1970-01-01', day);
export const later = (day: string, days: number): string => addDays(day, days);
/** 0 is Sunday. */
export const weekdayOf = (day: string): number => (numberOf(day) + 4) % 7;
/** 20260518, for ids. */
export const compact = (day: string): string => day.replaceAll('-', '');

/** Minutes from one to another, both of them included. */
export const every = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, nr) => from + nr * step);

/** A session with its neighbours: null where it is the first, or the last that is played. */
export interface Session {
  day: string;
  before: string | null;
  after: string | null;
}
