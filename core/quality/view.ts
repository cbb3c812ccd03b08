import type { HoldingPrice, LedgerCounts } from '../portfolio/index.ts';

/** How a connection to a broker stands, as its own area tells it. */
export interface ConnectionHealth {
  id: string;
  label: string;
  broker: string;
  state: string;
  reason_code: string | null;
  /** The reason in words. */
  message: string | null;
  last_success_at: string | null;
  next_due_at: string | null;
}

/** What is open about stored closes and announced actions, which belong to nobody. */
export interface HistoryCounts {
  errors: number;
  warnings: number;
  unreadable_actions: number;
}

/** How far a person's figures can be trusted: counts of everything, each with its details elsewhere. */
export interface DataQuality {
  calculated_at: string;
  /** Everything that somebody should look at. */
  to_review: number;
  prices: {
    holdings: number;
    fresh: number;
    stale: number;
    unavailable: number;
    by_hand: number;
    /** Holdings whose last attempt gave no price. */
    failing: number;
    /** Holdings with a market that nobody has been asked about yet. */
    never_tried: number;
    threshold_minutes: number;
    /** When prices were asked for last. */
    last_attempt_at: string | null;
  };
  instruments: {
    /** How many the registry has; 0 before a list was imported, and then nothing can be compared. */
    registry: number;
    contradicted: number;
    ambiguous: number;
    proposed: number;
    unknown: number;
    reason: string | null;
  };
  ledger: LedgerCounts;
  /** Splits, bonuses, renames and mergers of what was held that wait for a decision. */
  corporate_actions: { open: number };
  fund_values: { refused: number };
  price_history: HistoryCounts;
  connections: ConnectionHealth[];
}

/** A holding's price with its reasons in words. */
export interface PriceQuality extends Omit<HoldingPrice, 'last_attempt'> {
  last_attempt:
    | (Omit<NonNullable<HoldingPrice['last_attempt']>, 'tried'> & {
        message: string | null;
        tried: { source: string; reason: string; message: string }[];
      })
    | null;
}

export const PRICE_FILTERS = ['all', 'attention', 'failing', 'stale', 'unavailable'] as const;
export type PriceFilter = (typeof PRICE_FILTERS)[number];
