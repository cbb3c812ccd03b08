import {
  date,
  dateOrNull,
  flag,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../platform/schema/index.ts';
import { provisionalFields } from '../portfolio/index.ts';
import { ALERT_KINDS, ALERT_STATES } from './alert-state.ts';

/** Something that is watched, with what is known of its price. */
export const watchlistItemView = view({
  id: text,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  asset_class: text,
  currency: text,
  price: numberOrNull,
  previous_close: numberOrNull,
  day_change: numberOrNull,
  /** Percentage points of the previous close. */
  day_change_pct: numberOrNull,
  /** The session of the change. */
  day_change_date: date,
  /** Name of that session as of now: `Today`, or `Fri 20 Nov`. */
  day_change_label: text,
  /** Day of the price at its market. */
  price_as_of: dateOrNull,
  price_source: textOrNull,
  priced_at: instantOrNull,
  /** Why there is no price, or no newer one, in words. */
  price_reason: textOrNull,
  is_held: flag,
  /** How many alerts there are on it. */
  alerts: whole,
  created_at: instant,
});
export type WatchlistItemView = ViewOf<typeof watchlistItemView>;

/** A level of a price, or of a fall, that notifies its person when it is crossed. */
export const alertView = view({
  id: text,
  kind: oneOf(...ALERT_KINDS),
  /** Null for a drawdown. */
  symbol: textOrNull,
  /** Of a drawdown; null there is everything together. */
  portfolio: textOrNull,
  /** A price in `currency`, or percentage points. */
  threshold: number,
  currency: textOrNull,
  state: oneOf(...ALERT_STATES),
  /** In one line, such as "TCS at or above ₹4,000.00". */
  label: text,
  last_value: numberOrNull,
  last_evaluated_at: instantOrNull,
  /** Why the last evaluation had no value, in words. */
  last_reason: textOrNull,
  ...provisionalFields,
  /** The last time it fired. */
  fired_at: instantOrNull,
  /** How often it fired. */
  crossings: whole,
  created_at: instant,
});
export type AlertView = ViewOf<typeof alertView>;

const newsItemView = view({
  title: text,
  /** http or https; null where the feed gives nothing that may be opened. */
  url: textOrNull,
  /** Its publisher; null where the feed does not say. */
  source: textOrNull,
  /** Null where the feed gives no readable time. */
  published_at: instantOrNull,
});
export type NewsItem = ViewOf<typeof newsItemView>;

/** Headlines about an instrument. Where a fault leaves none, `reason` says so in words. */
export const newsView = view({
  symbol: text,
  /** The search words. */
  query: text,
  items: listOf(newsItemView),
  reason: textOrNull,
});
export type NewsView = ViewOf<typeof newsView>;
