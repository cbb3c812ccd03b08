import type { Calendar, Exchange } from '../calendar/index.ts';
import { effectiveRatios, ratioBetween, type ShareRatio } from './adjust.ts';
import type { PriceSource, StoredClose } from './history-store.ts';
import { DAY_MS } from '../../platform/index.ts';

/** The newest close of an instrument on record, in the shares of a later day. */
export interface LatestClose {
  /** The session that it is of, YYYY-MM-DD. */
  day: string;
  /** When that session ended. */
  observed_at: Date;
  /** In the currency of the instrument; null where nobody can say what it is after the action in `blocked_by`. */
  close: number | null;
  /** The close of the session right before; null where that is not on record, or cannot be held against this one. */
  previous_close: number | null;
  source: PriceSource;
  /** What changed the price since by nobody knows how much; null where nothing did. */
  blocked_by: UnquantifiedAction | null;
}

/** A corporate action that changes a price, without a ratio to tell by how much. */
interface UnquantifiedAction {
  ex_date: string;
  kind: string;
}

/** What is known of one instrument. */
interface CloseFacts {
  /** Null for what no exchange lists. */
  exchange: Exchange | null;
  /** A fund has values of the sessions of NSE, and of some days between. */
  isFund?: boolean;
  /** The newest close, and the one before it where there is any. */
  closes: readonly StoredClose[];
  ratios: readonly ShareRatio[];
  /** By ex-date. */
  unquantified: readonly UnquantifiedAction[];
}

/**
 * The newest close as a price of `today`: closes are kept as they were traded, so splits and bonuses since are put in, and
 * a demerger or an announcement that nobody could read leaves it without a price.
 * @returns null where no close is on record.
 */
export function latestClose(
  { exchange, isFund = false, closes, ratios: announced, unquantified }: CloseFacts,
  calendar: Calendar,
  now: Date,
  today: string,
): LatestClose | null {
  const [newest, before] = closes;
  if (newest === undefined) return null;
  const ratios = effectiveRatios(announced);
  const between = (from: string, to: string) =>
    unquantified.find(({ ex_date }) => from < ex_date && ex_date <= to) ?? null;
  const { day, source } = newest;
  const blocked_by = between(day, today);
  const inSharesOfToday = (one: StoredClose) =>
    Number(one.close) / (one.day < today ? ratioBetween(ratios, one.day, today) : 1);
  const isBefore =
    before !== undefined &&
    (isFund
      ? before.day >= calendar.previousSession('NSE', day)
      : exchange !== null && before.day === calendar.previousSession(exchange, day)) &&
    between(before.day, day) === null;
  return {
    day,
    observed_at: earlier(endOf(exchange, calendar, day), now),
    close: blocked_by === null ? inSharesOfToday(newest) : null,
    previous_close: blocked_by === null && isBefore ? inSharesOfToday(before) : null,
    source,
    blocked_by,
  };
}

/** Where the hours of a session are not on record, and where there are none, the day has to be over. */
function endOf(exchange: Exchange | null, calendar: Calendar, day: string): Date {
  const close = exchange === null ? null : calendar.sessionHours(exchange, day).close;
  return close ?? new Date(Date.parse(day) + DAY_MS);
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
