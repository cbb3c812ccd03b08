import type { AlertKind, AlertState } from './alert-state.ts';

/** Something that is watched, with what is known of its price. */
export interface WatchlistItemView {
  id: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: string;
  currency: string;
  price: number | null;
  previous_close: number | null;
  day_change: number | null;
  /** Percentage points of the previous close. */
  day_change_pct: number | null;
  /** The session that the change is of. */
  day_change_date: string;
  /** What that is called now: `Today`, or `Fri 20 Nov`. */
  day_change_label: string;
  /** Day of the price at its market. */
  price_as_of: string | null;
  price_source: string | null;
  priced_at: string | null;
  /** Why there is no price, or no newer one, in words. */
  price_reason: string | null;
  is_held: boolean;
  /** How many alerts there are on it. */
  alerts: number;
  created_at: string;
}

/** Something to be told of. */
export interface AlertView {
  id: string;
  kind: AlertKind;
  /** Null for a drawdown. */
  symbol: string | null;
  /** Of a drawdown; null there is everything together. */
  portfolio: string | null;
  /** A price in `currency`, or percentage points. */
  threshold: number;
  currency: string | null;
  state: AlertState;
  /** In one line, such as "TCS at or above ₹4,000.00". */
  label: string;
  last_value: number | null;
  last_evaluated_at: string | null;
  /** Why the last evaluation had no value, in words. */
  last_reason: string | null;
  /** The last time it fired. */
  fired_at: string | null;
  /** How often it fired. */
  crossings: number;
  created_at: string;
}
