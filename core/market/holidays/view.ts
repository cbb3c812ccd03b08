import {
  date,
  instantOrNull,
  flag,
  listOf,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';
import { CALENDAR_STAGES } from './calendar-stage.ts';

/** How far the calendar of an exchange is known, and how it is kept up. */
const calendarStateView = view({
  /** BSE keeps the days of NSE, NASDAQ those of NYSE. */
  exchange: oneOf('NSE', 'NYSE'),
  /** The last day of which sessions are known. */
  trading_until: date,
  /** The last day of which settlement days are known. */
  settlement_until: date,
  stage: oneOf(...CALENDAR_STAGES),
  /** The end of the known days in words, from 30 days before it. */
  message: textOrNull,
  /** False where the exchange's list is switched off. */
  is_read: flag,
  /** How later days are learned. */
  source: text,
  /** When the exchange's list was last requested, and last received. */
  asked_at: instantOrNull,
  read_at: instantOrNull,
  /** Why the last request brought nothing, or not everything, in words. */
  failure: textOrNull,
  /** Days on which the exchange's list and the calendar disagree, one sentence each. */
  differences: listOf(text),
});
export type CalendarState = ViewOf<typeof calendarStateView>;

export const calendarsView = view({ items: listOf(calendarStateView) });
export type CalendarsView = ViewOf<typeof calendarsView>;
