import { auditCountsView } from './audit/index.ts';
import { recordedCountsView } from './recorded-values/index.ts';
import { holdingPriceFields, ledgerCountsView, priceAttemptFields } from '../portfolio/index.ts';
import {
  dateOrNull,
  flag,
  instant,
  instantOrNull,
  listOf,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../platform/schema/index.ts';

/** How a connection to a broker stands, as its own area tells it. */
const connectionHealthView = view({
  id: text,
  label: text,
  broker: text,
  state: text,
  reason_code: textOrNull,
  /** The reason in words. */
  message: textOrNull,
  last_success_at: instantOrNull,
  next_due_at: instantOrNull,
});
export type ConnectionHealth = ViewOf<typeof connectionHealthView>;

/**
 * What is open about stored closes and announced actions. Closes belong to nobody: errors and warnings are those of shares that
 * the person holds or held, `of_others` counts both of all other shares.
 */
const historyCountsView = view({
  errors: whole,
  warnings: whole,
  of_others: whole,
  unreadable_actions: whole,
  /** Whether there is a close of such a share, and an announcement of any: without them no finding means nothing. */
  has_closes: flag,
  has_announcements: flag,
});
/** How far a person's figures can be trusted: counts of everything, each with its details elsewhere. */
export const dataQualityView = view({
  calculated_at: instant,
  /** Everything that somebody should look at. */
  to_review: whole,
  prices: view({
    holdings: whole,
    fresh: whole,
    stale: whole,
    unavailable: whole,
    by_hand: whole,
    /** Holdings whose last attempt gave no price. */
    failing: whole,
    /** Holdings with a market for which no provider has been asked yet. */
    never_tried: whole,
    threshold_minutes: whole,
    /** When prices were asked for last. */
    last_attempt_at: instantOrNull,
  }),
  instruments: view({
    /** How many the registry has; 0 before a list was imported, and then nothing can be compared. */
    registry: whole,
    contradicted: whole,
    ambiguous: whole,
    proposed: whole,
    unknown: whole,
    reason: textOrNull,
  }),
  ledger: ledgerCountsView,
  /** Splits, bonuses, renames and mergers of what was held that wait for a decision. */
  corporate_actions: view({ open: whole }),
  fund_values: view({ refused: whole }),
  price_history: historyCountsView,
  /** Identities of the books, as the last audit found them. */
  audit: auditCountsView,
  /** Recorded against recalculated values of Networth; null where they could not be recalculated now. */
  recorded_values: recordedCountsView.nullable().defined(),
  connections: listOf(connectionHealthView),
});
export type DataQuality = ViewOf<typeof dataQualityView>;

/** Tasks of a person in the records. */
export interface OpenCounts {
  /** Pairs of figures that should agree. */
  differences: number;
  /** Symbols that were sold without a known purchase. */
  unmatched_symbols: number;
  /** Transactions that are in no figure. */
  excluded: number;
  /** Holdings with a failed refresh that show their last price. */
  kept_prices: number;
  /** Fund values that wait to be accepted. */
  refused_values: number;
  /** Symbols and names that wait for a choice. */
  instruments: number;
}

/** A holding's price with its reasons in words. */
export const priceQualityView = view({
  ...holdingPriceFields,
  /** Null where no provider has been asked yet. */
  last_attempt: view({
    ...priceAttemptFields,
    message: textOrNull,
    tried: listOf(view({ source: text, reason: text, message: text })),
  })
    .nullable()
    .defined(),
});
export type PriceQuality = ViewOf<typeof priceQualityView>;

/** Why somebody should look at what a holding is. */
export const REVIEW_KINDS = ['CONTRADICTED', 'AMBIGUOUS', 'PROPOSED', 'UNKNOWN'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** An instrument that may be meant. */
export const candidateView = view({
  instrument_id: text,
  /** Null for what a provider alone knows. */
  exchange: textOrNull,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  /** Null while the registry lists it. */
  delisted_on: dateOrNull,
});
export type Candidate = ViewOf<typeof candidateView>;

/** Something held that the registry cannot place, or a word that waits for a decision. */
export const instrumentReviewView = view({
  kind: oneOf(...REVIEW_KINDS),
  /** What a decision is about: the symbol, a name, or the ISIN where that is in doubt. */
  word: text,
  symbol: textOrNull,
  isin: textOrNull,
  name: textOrNull,
  portfolios: listOf(text),
  message: text,
  candidates: listOf(candidateView),
});
export type InstrumentReview = ViewOf<typeof instrumentReviewView>;
