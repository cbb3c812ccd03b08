/*
 * What a strategy can see: daily closes of a universe as they were traded, who belonged to it when, and corporate actions.
 * Pure data, so that it moves to a thread as it is.
 */

/** A share of the universe, by today's symbol. */
export interface PanelSecurity {
  /** Id of the instrument; null for a member that the registry does not know. */
  instrument_id: string | null;
  symbol: string;
  name: string | null;
  isin: string | null;
  /** As classified today; null where it is not known. */
  sector: string | null;
  /** What charges and taxes tell apart. */
  asset_class: 'Indian Equity' | 'ETF';
  /** YYYY-MM-DD: the first day without a listing; null while it is listed. */
  delisted_on: string | null;
  /** When it belonged to the universe: first and last day; null lasts on. */
  member: readonly { from: string; to: string | null }[];
}

export const PANEL_ACTIONS = [
  'SPLIT',
  'CONSOLIDATION',
  'BONUS',
  'DIVIDEND',
  'RIGHTS',
  'DEMERGER',
  'SCHEME',
  'CAPITAL_REDUCTION',
] as const;
export type PanelActionKind = (typeof PANEL_ACTIONS)[number];

/** A corporate action on a share of the panel. */
export interface PanelAction {
  /** Index of the share. */
  security: number;
  /** YYYY-MM-DD: the first day on which the price is without it. */
  ex_date: string;
  kind: PanelActionKind;
  /** Exact text: `old_shares` become `new_shares`; null without a ratio. */
  new_shares: string | null;
  old_shares: string | null;
  /** Exact text: rupees for one share; null unless it pays money. */
  amount: string | null;
}

/** How honestly the universe of the past is known. */
export const SURVIVORSHIP = ['MEMBERSHIP_BY_DATE', 'CURRENT_MEMBERS', 'CHOSEN_SYMBOLS'] as const;
export type Survivorship = (typeof SURVIVORSHIP)[number];

/** Closes of a universe, share by share: `closes[security * days.length + day]`. */
export interface PricePanel {
  /** Sessions of the exchange, YYYY-MM-DD, ascending. */
  days: readonly string[];
  securities: readonly PanelSecurity[];
  /** Rupees as traded on the day, never adjusted; NaN where nobody knows a close. */
  closes: Float64Array;
  /** By ex-date. */
  actions: readonly PanelAction[];
  /** Levels of the benchmark by day; NaN where unknown. Null without any. */
  benchmark: { code: string; name: string; closes: Float64Array } | null;
  survivorship: Survivorship;
  /** The share that cash is swept into; missing unless somebody asked for it. A member of no day. */
  liquid?: { security: number };
  /** Tells one state of all this from another: the same text is the same data. */
  revision: string;
}
