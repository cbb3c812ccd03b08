/** Minutes of a session since midnight, by the clock of India. */
export const OPENS = 9 * 60 + 15;
export const CLOSES = 15 * 60 + 30;

const DAY_MS = 86_400_000;
const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-05-18T09:32:00+05:30`: a record has its moment with an offset. */
export const momentAt = (day: string, minute: number, second = 0): string =>
  `${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second)}+05:30`;

/** Days since 1970. */
export const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
export const later = (day: string, days: number): string => dayOf(numberOf(day) + days);
/** 0 is Sunday. */
export const weekdayOf = (day: string): number => (numberOf(day) + 4) % 7;
/** 20260518, for ids. */
export const compact = (day: string): string => day.replaceAll('-', '');
