import * as yup from 'yup';
import { dayInWords, istTime } from '../../platform/index.ts';
import {
  date,
  flag,
  instant,
  listOf,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { EVENT_CATEGORIES, SEVERITIES } from '../records/index.ts';
import type { CalendarEntry } from './built-in-events.ts';
import { dayOf } from './event-defaults.ts';
import { LARGEST_FILE } from './event-file.ts';
import { isBuiltIn } from './event-rows.ts';

const MOST_DAYS = 90;
export const USUAL_DAYS = 14;

export const upcomingQuery = yup
  .object({ days: yup.number().integer().min(1).max(MOST_DAYS).default(USUAL_DAYS) })
  .noUnknown()
  .required();

export const importInput = yup
  .object({
    /** CSV with a header, or JSON. */
    content: yup.string().max(LARGEST_FILE).required(),
    /** True: reads the file and says what it would change, without saving. */
    dry_run: yup.boolean().optional(),
  })
  .noUnknown()
  .required();

const eventView = view({
  id: text,
  name: text,
  category: oneOf(...EVENT_CATEGORIES),
  severity: oneOf(...SEVERITIES),
  /** The IST day on which it begins. */
  day: date,
  starts_at: instant,
  ends_at: instant,
  /** On an Indian clock, such as `09:45 to 11:00`. */
  window_ist: text,
  underlying: textOrNull,
  source: text,
  is_built_in: flag,
  /** False where nobody held it against its source; null for what was imported or reported. */
  is_verified: yup.boolean().nullable().defined(),
  note: textOrNull,
  is_on_now: flag,
  /** A BLOCK that is on: new entries in its underlying, or in all of them, have to wait. */
  blocks_now: flag,
});
export type EventView = ViewOf<typeof eventView>;

/** The last day for which decisions are announced in the built-in calendar. */
const known_until = view({ RBI: date, FED: date });

export const eventsView = view({
  from: date,
  to: date,
  items: listOf(eventView),
  known_until,
  warnings: listOf(text),
});
export type EventsView = ViewOf<typeof eventsView>;

export const importedView = view({
  dry_run: flag,
  added: whole,
  changed: whole,
  unchanged: whole,
  errors: listOf(view({ row: whole, code: text, message: text })),
  /** The first of the events that were read. */
  items: listOf(eventView),
});
export type ImportedView = ViewOf<typeof importedView>;

export function toEventView(entry: CalendarEntry, now: Date): EventView {
  const { is_cancelled, ...rest } = entry;
  const day = dayOf(entry.starts_at);
  const lastDay = dayOf(entry.ends_at);
  const is_on_now = !is_cancelled && isOn(entry, now);
  const endTime = istTime(new Date(entry.ends_at));
  return {
    ...rest,
    day,
    window_ist: `${istTime(new Date(entry.starts_at))} to ${lastDay === day ? endTime : `${dayInWords(lastDay)}, ${endTime}`}`,
    is_built_in: isBuiltIn(entry),
    is_on_now,
    blocks_now: is_on_now && entry.severity === 'BLOCK',
  };
}

/** Its window holds the moment, both ends included. */
const isOn = ({ starts_at, ends_at }: Pick<CalendarEntry, 'starts_at' | 'ends_at'>, now: Date): boolean =>
  starts_at <= now.toISOString() && now.toISOString() <= ends_at;
