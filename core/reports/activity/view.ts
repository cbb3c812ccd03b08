/** sync: a broker connection. trade: a transaction. income: dividends and coupons. edit: a change of anything else. */
export const ACTIVITY_TYPES = ['sync', 'trade', 'income', 'edit'] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Something that came on record, and where from. */
export interface ActivityRow {
  /** Unique among all rows: `transaction:12`. */
  id: string;
  /** When it came on record, not the day it is about. */
  at: string;
  type: ActivityType;
  /** A stable word: a transaction's type, an income event's status, the kind of a change, the state of a sync. */
  action: string;
  /** In words: `BUY 10 TCS`. */
  title: string;
  /** What else is known of it, in words. */
  detail: string | null;
  /** The day it is about: of the trade, or of the income; null for what is about no day. */
  date: string | null;
  /** Where it comes from: MANUAL, CSV, CHAT or BROKER for transactions; api, chat or job for changes; the broker for syncs. */
  source: string;
  /** Door and person: `api:owner`; null where it is not on record. */
  actor: string | null;
  /** Null for what belongs to no one portfolio. */
  portfolio: string | null;
  symbol: string | null;
  /** Before charges and tax; null where nothing was paid. */
  amount: number | null;
  currency: string | null;
}

/** Something that is missing in the answer. */
export interface ActivityWarning {
  code: 'SYNC_STATE_UNAVAILABLE';
  message: string;
}

/** Provenance of everything, the newest first (spec: Reports, /activity). */
export interface ActivityView {
  items: ActivityRow[];
  page: number;
  page_size: number;
  total: number;
  warnings: ActivityWarning[];
}
