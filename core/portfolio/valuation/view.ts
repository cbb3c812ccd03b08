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
  reasonsOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { partialFigures } from './coverage.ts';
import { usedRateView } from './fx.ts';
import { provisionalFields } from './provisional.ts';

/** How good a price is: UNAVAILABLE where there is none. */
export const PRICE_STATES = ['FRESH', 'STALE', 'UNAVAILABLE'] as const;
export type PriceState = (typeof PRICE_STATES)[number];

/** The session that a day's change is of. */
export const changeDayFields = {
  day_change_date: date,
  /** What that session is called now: `Today`, or `Fri 20 Nov`. */
  day_change_label: text,
};

/**
 * AVAILABLE: everything is priced. PARTIAL: something is not. UNAVAILABLE: nothing is. ESTIMATED: everything is, but
 * amounts were converted between currencies (spec: States and transitions).
 */
export const TOTAL_STATES = ['AVAILABLE', 'PARTIAL', 'UNAVAILABLE', 'ESTIMATED'] as const;
export type TotalState = (typeof TOTAL_STATES)[number];

/** The figures of a total. */
export const MEASURES = [
  'current_value',
  'total_invested',
  'total_profit',
  'total_profit_pct',
  'day_change',
  'day_change_pct',
] as const;
export type Measure = (typeof MEASURES)[number];

/** Figures of the holdings that they are known for, by measure; none where a measure is of all holdings or of none. */
const partialTotalsView = partialFigures(...MEASURES);
export type PartialTotals = ViewOf<typeof partialTotalsView>;

const totalFields = {
  state: oneOf(...TOTAL_STATES),
  currency: text,
  /** An amount of another currency is in a value or in a cost. */
  is_estimated: flag,
  holdings_count: whole,
  valued_count: whole,
  current_value: numberOrNull,
  total_invested: numberOrNull,
  total_profit: numberOrNull,
  total_profit_pct: numberOrNull,
  day_change: numberOrNull,
  day_change_pct: numberOrNull,
  ...changeDayFields,
  /** Why a measure is null. */
  reasons: reasonsOf<Measure>(),
  /** Each measure that some holdings have and others lack: its figure for those that have it. */
  partial: partialTotalsView,
};

/** Totals of some holdings in one currency. A measure that is null has its reason under its name. */
const totalsView = view(totalFields);
export type Totals = ViewOf<typeof totalsView>;

const portfolioTotalsView = view({ portfolio: text, ...totalFields, ...provisionalFields });
/** One part of the whole, in the base currency. */
const allocationSliceView = view({
  label: text,
  /** Null when nothing in this part could be valued. */
  value: numberOrNull,
  /** Percentage points of everything that could be valued. */
  share_pct: numberOrNull,
  holdings_count: whole,
  /** Holdings in this part that `value` does not include. */
  unvalued_count: whole,
});
export type AllocationSlice = ViewOf<typeof allocationSliceView>;

/** How the money is spread. */
const allocationView = view({
  /** `cost` when no holding has a price: then the shares are of what was paid. */
  basis: oneOf('value', 'cost'),
  asset_class: listOf(allocationSliceView),
  sector: listOf(allocationSliceView),
  currency: listOf(allocationSliceView),
  portfolio: listOf(allocationSliceView),
});
export type Allocation = ViewOf<typeof allocationView>;

/** A symbol and how it moved, over all portfolios that hold it. */
const moverView = view({
  label: text,
  name: textOrNull,
  /** In the base currency; null where no rate converts it. */
  change: numberOrNull,
  /** Percentage points, measured in the currency of the holding. */
  change_pct: number,
  market_value: numberOrNull,
  /** What the session of its newest price is called: `Today`, or `Fri 20 Nov`. */
  day_change_label: text,
});
export type Mover = ViewOf<typeof moverView>;

/** The strongest moves, strongest first; a symbol that did not move is in neither list. */
const moversView = view({ gainers: listOf(moverView), losers: listOf(moverView) });
export type Movers = ViewOf<typeof moversView>;

const moversByView = view({ day: moversView, total: moversView });
export type MoversBy = ViewOf<typeof moversByView>;

const WARNING_CODES = [
  'VALUATION_PARTIAL',
  'VALUATION_STALE',
  'FX_ESTIMATED',
  'FX_UNAVAILABLE',
  'PREVIOUS_CLOSE_MISSING',
  'SYNC_FAILED',
  'TRADES_UNASSIGNED',
  'ACTIONS_UNDECIDED',
  'BROKER_CHANGES_UNDECIDED',
  'CALENDAR_ENDED',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

/** Something about the figures that a reader should know. The code is stable, the message is for people. */
const valuationWarningView = view({
  code: oneOf(...WARNING_CODES),
  message: text,
  /** How many holdings, currencies or connections it concerns. */
  count: whole,
});
export type ValuationWarning = ViewOf<typeof valuationWarningView>;

/** How old prices are by the calendar of their exchanges: a price of the last session that is over is not old. */
const priceAgeFields = {
  /** Priced holdings whose price is of an earlier session. */
  outdated_holdings: whole,
  /** The oldest day among them; null where there is none, or where no day is known. */
  prices_of: dateOrNull,
  /** `15 months old`; null where no price is old. */
  age: textOrNull,
  /** `Prices of 29 Aug 2025, 15 months old`; null where no price is old. */
  age_message: textOrNull,
};
export type PriceAge = Pick<Freshness, keyof typeof priceAgeFields>;

/** How old the prices are. */
export const freshnessView = view({
  ...priceAgeFields,
  threshold_minutes: number,
  /** Time of the newest price in the valuation; null when no price has one. */
  valuation_timestamp: instantOrNull,
  oldest_priced_at: instantOrNull,
  /** Valued by a price older than the threshold, or of unknown age. */
  stale_holdings: whole,
  /** Not valued for want of a price. */
  unavailable_holdings: whole,
});
export type Freshness = ViewOf<typeof freshnessView>;

/** The fields of the totals alone, of everything and of each portfolio. */
export const totalsFields = {
  calculated_at: instant,
  base_currency: text,
  /** Everything in the base currency; `is_estimated` where amounts were converted. */
  total: totalsView,
  portfolios: listOf(portfolioTotalsView),
  ...provisionalFields,
};

/** The figures of the dashboard (spec: Dashboard read model v2 sections). */
export const valuationFields = {
  ...totalsFields,
  /** The same holdings, each currency for itself. */
  by_currency: listOf(totalsView),
  allocation: allocationView,
  movers: moversByView,
  /** What one unit of each other currency counted in the base currency, and the day of that rate. */
  fx_rates: listOf(usedRateView),
  freshness: freshnessView,
  warnings: listOf(valuationWarningView),
};
const valuationView = view(valuationFields);
export type Valuation = ViewOf<typeof valuationView>;
