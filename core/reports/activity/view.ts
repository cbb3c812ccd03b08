import {
  dateOrNull,
  instant,
  listOf,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';

/** sync: a broker connection. trade: a transaction. income: dividends and coupons. edit: a change of anything else. */
export const ACTIVITY_TYPES = ['sync', 'trade', 'income', 'edit'] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Something that came on record, and where from. */
const activityRowView = view({
  /** Unique among all rows: `transaction:12`. */
  id: text,
  /** When it came on record, not the day it is about. */
  at: instant,
  type: oneOf(...ACTIVITY_TYPES),
  /** A stable word: a transaction's type, an income event's status, the kind of a change, the state of a sync. */
  action: text,
  /** In words: `BUY 10 TCS`. */
  title: text,
  /** What else is known of it, in words. */
  detail: textOrNull,
  /** The day it is about: of the trade, or of the income; null for what is about no day. */
  date: dateOrNull,
  /** Where it comes from: MANUAL, CSV, CHAT or BROKER for transactions; api, chat or job for changes; the broker for syncs. */
  source: text,
  /** Door and person: `api:owner`; null where it is not on record. */
  actor: textOrNull,
  /** Null for what belongs to no one portfolio. */
  portfolio: textOrNull,
  symbol: textOrNull,
  /** Before charges and tax; null where nothing was paid. */
  amount: numberOrNull,
  currency: textOrNull,
});
export type ActivityRow = ViewOf<typeof activityRowView>;

/** Something that is missing in the answer. */
const activityWarningView = view({ code: oneOf('SYNC_STATE_UNAVAILABLE'), message: text });
export type ActivityWarning = ViewOf<typeof activityWarningView>;

/** Provenance of everything, the newest first (spec: Reports, /activity). */
export const activityView = view({
  items: listOf(activityRowView),
  page: whole,
  page_size: whole,
  total: whole,
  warnings: listOf(activityWarningView),
});
export type ActivityView = ViewOf<typeof activityView>;
