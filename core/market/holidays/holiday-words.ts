import type { HolidayFailure, HolidaySource } from './holiday-sources.ts';
import type { CalendarState } from './view.ts';

const WORDS: Partial<Record<HolidayFailure, string>> = {
  LIST_INCOMPLETE: 'The list is incomplete: it lacks holidays that fall in every year. It was not used.',
  LIST_CONTRADICTORY: 'The list contradicts itself, so it was not used.',
  LIST_UNREADABLE: 'The answer is not a list of holidays that Munim can read.',
  PROVIDER_TIMEOUT: 'The exchange’s site did not answer in time.',
  PROVIDER_UNREACHABLE: 'The exchange’s site could not be reached.',
  PROVIDER_RATE_LIMITED: 'The exchange’s site received too many requests.',
  PROVIDER_ERROR: 'The exchange’s site returned an error.',
  PROVIDER_MALFORMED: 'The exchange’s site returned another page than its list.',
};

/** Why the last request brought nothing, or not everything; null where it did. */
export const failureWords = (code: string | null): string | null =>
  code === null ? null : (WORDS[code as HolidayFailure] ?? 'The exchange’s list could not be read.');

/** How the days of later years are learned, and what to do where they are not. */
export const sourceWords = ({ exchange, isOn, setting }: HolidaySource): string =>
  isOn
    ? `${exchange}’s list is read every week, and every day from 1 December until the next year is known.`
    : `${exchange}’s list is switched off. Set ${setting}, or add the days to CALENDAR_FILE.`;

/** The end of the known days as a task of the owner; null while the exchange's list is read, which brings later days by itself. */
export const calendarTask = ({
  stage,
  message,
  is_read,
  failure,
}: Pick<CalendarState, 'stage' | 'message' | 'is_read' | 'failure'>): string | null =>
  stage === 'ENDED' || !is_read || failure !== null ? message : null;
