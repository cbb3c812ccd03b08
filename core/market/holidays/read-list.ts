import type { ListedYear } from '../calendar/index.ts';

/** Why a year of a list is not taken. */
export type ListFault = 'LIST_INCOMPLETE' | 'LIST_CONTRADICTORY' | 'LIST_UNREADABLE';

/** Years of a list that can be taken, and the first fault of those that cannot. */
export interface ReadList {
  years: ListedYear[];
  fault: ListFault | null;
}

export const refusedList = (fault: ListFault): ReadList => ({ years: [], fault });

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The English name of a date's weekday: a list that names another one is wrong about the date. */
export const weekdayName = (date: string): string => WEEKDAYS[new Date(date).getUTCDay()] ?? '';

export const isWeekendDay = (date: string): boolean => ['Saturday', 'Sunday'].includes(weekdayName(date));
