import { syncHealthView } from '../../brokers/index.ts';
import {
  date,
  dateOrNull,
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
  wholeOrNull,
} from '../../platform/schema/index.ts';
import { ATTEMPT_STATUSES } from '../models.ts';
import { snapshotView } from '../snapshots/index.ts';
import {
  coverageView,
  PRICE_STATES,
  provisionalFields,
  totalsFields,
  valuationFields,
} from '../valuation/index.ts';

/** What was earned so far, in the base currency; null with a reason where a currency has no rate. */
const earningsView = view({
  realised_gain: numberOrNull,
  dividends: numberOrNull,
  fees: numberOrNull,
  /** Realised and unrealised gain and dividends, after charges; null while the gain of what is held is unknown. */
  made: numberOrNull,
  /** Of what is held, by the lots that the realised gain leaves. */
  unrealised_gain: numberOrNull,
  /** The holdings that `made` and `unrealised_gain` cover; null where that is all of them. */
  coverage: coverageView.nullable().defined(),
  /** Why `made` and `unrealised_gain` are unknown. */
  made_reason: textOrNull,
  transactions_count: whole,
  first_date: dateOrNull,
  /** Symbols sold without a known purchase: their proceeds are in no total. */
  unmatched_symbols: listOf(text),
  /** Symbols of which units were sold whose cost is not known: that sale is in no realised gain. */
  unknown_cost_symbols: listOf(text),
  reason: textOrNull,
});
export type Earnings = ViewOf<typeof earningsView>;

/** How one goal stands, in short; amounts in `currency`, those of an INCOME goal a month's. */
const goalHighlightView = view({
  goal_id: text,
  name: text,
  type: oneOf('CORPUS', 'INCOME'),
  currency: text,
  state: oneOf('ACHIEVED', 'ON_TRACK', 'BEHIND', 'MISSED', 'UNKNOWN'),
  /** Why a figure is not known. */
  reason: textOrNull,
  current: numberOrNull,
  target: number,
  progress_pct: numberOrNull,
  target_date: dateOrNull,
  ...provisionalFields,
});
export type GoalHighlight = ViewOf<typeof goalHighlightView>;

/** The overview read model, version 2 (spec: Dashboard read model v2 sections). */
export const dashboardView = view({
  ...valuationFields,
  earnings: earningsView,
  recent_snapshots: listOf(snapshotView),
  /** The active goals that are due first. */
  goal_highlights: listOf(goalHighlightView),
  sync_health: listOf(syncHealthView),
});
export type DashboardView = ViewOf<typeof dashboardView>;

/** The overview of version 1: the totals alone. */
export const dashboardTotalsView = view(totalsFields);

/** How well a holding is priced. BY_HAND: no market prices it. */
const PRICE_QUALITY_STATES = [...PRICE_STATES, 'BY_HAND'] as const;

export const holdingPriceFields = {
  holding_id: text,
  portfolio: text,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  asset_class: text,
  currency: text,
  price: numberOrNull,
  state: oneOf(...PRICE_QUALITY_STATES),
  price_source: textOrNull,
  priced_at: instantOrNull,
  price_as_of: dateOrNull,
  /** Minutes since `priced_at`. */
  age_minutes: wholeOrNull,
};

export const priceAttemptFields = {
  at: instant,
  status: oneOf(...ATTEMPT_STATUSES),
  reason: textOrNull,
  /** The first of the attempts in a row that gave no price. */
  failing_since: instantOrNull,
};

const holdingPriceView = view({
  ...holdingPriceFields,
  /** Null where no provider has been asked yet. */
  last_attempt: view({ ...priceAttemptFields, tried: listOf(view({ source: text, reason: text })) })
    .nullable()
    .defined(),
});
/** The price of a holding: how old it is, where it came from, and how the last attempt to renew it went. */
export type HoldingPrice = ViewOf<typeof holdingPriceView>;

/** A fund value that the guard refused, beside the one that is kept. */
export const refusedValueView = view({
  holding_id: text,
  portfolio: text,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  currency: text,
  kept_price: numberOrNull,
  kept_as_of: dateOrNull,
  offered_price: number,
  offered_as_of: date,
  source: text,
  change_pct: numberOrNull,
  refused_at: instant,
});
export type RefusedValue = ViewOf<typeof refusedValueView>;

/** What the ledger and its holdings do not agree on. */
export const ledgerCountsView = view({
  left_out: whole,
  left_out_by_code: listOf(view({ code: text, count: whole })),
  unmatched_symbols: whole,
  /** Positions that were sold or are held without a purchase: each may get an opening. */
  openings: whole,
  /** Holdings whose own quantity differs from their transactions. */
  unreconciled: whole,
});
export type LedgerCounts = ViewOf<typeof ledgerCountsView>;
