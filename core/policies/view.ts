import {
  anything,
  date,
  dateOrNull,
  flag,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  pageOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
  wholeOrNull,
} from '../platform/schema/index.ts';
import {
  ALLOCATION_MODES,
  chargesView,
  equityRowView,
  ORDER_LIMITS,
  ORDER_RULES,
  runHoldingView,
  SIDES,
  SURVIVORSHIP,
  validationView,
} from '../strategies/index.ts';
import { POLICY_ORDER_STATES } from './order-states.ts';
import { CYCLE_STATUSES, CYCLE_TYPES, MODES, POLICY_STATUSES } from './states.ts';

/** One rebalance, or the attempt of one. */
export const cycleView = view({
  cycle_id: text,
  policy_id: text,
  cycle_date: date,
  mode: oneOf(...MODES),
  cycle_type: oneOf(...CYCLE_TYPES),
  status: oneOf(...CYCLE_STATUSES),
  requested_by: text,
  failure: textOrNull,
  attempts: whole,
  /** Shares that were ranked, and that could not be. */
  ranked: wholeOrNull,
  unrankable: wholeOrNull,
  data_revision: textOrNull,
  survivorship: oneOfOrNull(...SURVIVORSHIP),
  plan_id: textOrNull,
  /**
   * Orders of the strategy in which something was traded, and rupees of them. Of a policy that trades: those that are planned
   * while the cycle is under way, then what was filled.
   */
  orders_made: whole,
  buy_value: number,
  sell_value: number,
  /** Rupees that were moved into the liquid fund, and out of it. */
  swept_value: number,
  redeemed_value: number,
  /** Of all of these. */
  costs: number,
  started_at: instant,
  finished_at: instantOrNull,
});
export type CycleView = ViewOf<typeof cycleView>;
export const cyclesPage = pageOf(cycleView);

/** The books of a policy after its last session. Money is rupees, a NAV rupees a unit. */
const policyStateView = view({
  mode: oneOf(...MODES),
  date: dateOrNull,
  units_outstanding: number,
  nav_gross: number,
  nav_net_of_costs: number,
  nav_net_of_tax: number,
  cash: number,
  cumulative_costs: number,
  tax_accrued: number,
  tax_paid: number,
});
export type PolicyStateView = ViewOf<typeof policyStateView>;

export const policyEquityRow = equityRowView.shape({
  /** What the prices of the day could not tell. */
  notes: textOrNull,
});
export type PolicyEquityRow = ViewOf<typeof policyEquityRow>;

export const policyView = view({
  id: text,
  name: text,
  tag_code: text,
  mode: oneOf(...MODES),
  status: oneOf(...POLICY_STATUSES),
  /** As it was given, with what this version does not know. */
  config: anything,
  /** What spare cash goes into after a rebalance, and from how many rupees on; null where it stays cash. */
  liquid_sweep: view({ symbol: text, min: number }).nullable().defined(),
  /** In words: "Momentum 12-1, NIFTY 500, top 20, monthly". */
  summary: text,
  initial_capital: number,
  allocation_mode: oneOf(...ALLOCATION_MODES),
  broker_connection_id: textOrNull,
  live_started_at: instantOrNull,
  /** Rupees that its live books began with, and their first session; null on paper. */
  live_capital: numberOrNull,
  live_starts_on: dateOrNull,
  /** How its orders are sent to the broker; null on paper. */
  order_kind: oneOfOrNull('LIMIT', 'MARKET'),
  starts_on: date,
  /** The session of its next rebalance; null unless it is active. */
  next_cycle_date: dateOrNull,
  /** The backtest that it came from. */
  source_run_id: textOrNull,
  state: policyStateView,
  latest_equity: policyEquityRow.nullable().defined(),
  /** What was filled after the close that the newest figures are of, in rupees; null where nothing was, and on paper. */
  since_close: view({ orders: whole, bought: number, sold: number }).nullable().defined(),
  latest_cycle: cycleView.nullable().defined(),
  pending_plans: whole,
  created_at: instant,
});
export type PolicyView = ViewOf<typeof policyView>;
export const policiesPage = pageOf(policyView);

export const policyEquityView = view({
  policy_id: text,
  mode: oneOf(...MODES),
  benchmark: view({ code: text, name: text }).nullable().defined(),
  items: listOf(policyEquityRow),
});
export type PolicyEquityView = ViewOf<typeof policyEquityView>;

/** Money is rupees; `weight_pct` is of the value of that session, also where `close` is a quote of now. */
const policyHoldingView = runHoldingView.omit(['unrealised_gain']).shape({
  unrealized_gain: number,
  note: textOrNull,
  /** With live=true: whether `close` is a quote of now. Null where nobody asked for quotes. */
  live_priced: flag.nullable().defined(),
});
export type PolicyHoldingView = ViewOf<typeof policyHoldingView>;
export const policyHoldingsView = view({
  policy_id: text,
  mode: oneOf(...MODES),
  /** The session on or before the day that was asked for. */
  date: dateOrNull,
  cash: number,
  items: listOf(policyHoldingView),
  page: whole,
  page_size: whole,
  total: whole,
});
export type PolicyHoldingsView = ViewOf<typeof policyHoldingsView>;

const policyTradeView = view({
  trade_id: text,
  date,
  side: oneOf(...SIDES),
  symbol: text,
  quantity: number,
  price: number,
  /** QUOTE: a fresh quote; REFERENCE: the price that was planned with, since no quote came; BROKER: the broker's fill. */
  price_source: oneOf('QUOTE', 'REFERENCE', 'BROKER'),
  value: number,
  costs: number,
  realised_gain: numberOrNull,
  tax: numberOrNull,
});
export type PolicyTradeView = ViewOf<typeof policyTradeView>;
export const policyTradesPage = pageOf(policyTradeView);

const signalView = view({
  cycle_date: date,
  symbol: text,
  rank: wholeOrNull,
  score: numberOrNull,
  /** Why it could not be ranked. */
  unrankable: textOrNull,
});
export type SignalView = ViewOf<typeof signalView>;
export const signalsPage = pageOf(signalView);

/** An order of a cycle, made or not, with the rule that made or stopped it. */
const policyOrderView = view({
  order_id: text,
  cycle_id: text,
  plan_id: textOrNull,
  date,
  side: oneOf(...SIDES),
  symbol: text,
  name: textOrNull,
  state: oneOf(...POLICY_ORDER_STATES),
  rule: oneOf(...ORDER_RULES),
  limited_by: oneOfOrNull(...ORDER_LIMITS),
  reason: text,
  rank: wholeOrNull,
  wanted_quantity: number,
  quantity: number,
  reference_price: numberOrNull,
  reference_source: oneOfOrNull('CLOSE', 'LTP'),
  fill_price: numberOrNull,
  fill_source: oneOfOrNull('QUOTE', 'REFERENCE', 'BROKER'),
  value: number,
  charges: chargesView.nullable().defined(),
  realised_gain: numberOrNull,
  tax: numberOrNull,
});
export type PolicyOrderView = ViewOf<typeof policyOrderView>;
export const policyOrdersPage = pageOf(policyOrderView);

const universeEventView = view({
  date,
  symbol: text,
  kind: text,
  message: text,
  amount: numberOrNull,
});
export type UniverseEventView = ViewOf<typeof universeEventView>;
export const universeEventsPage = pageOf(universeEventView);

/** How the fill of an order differed from the price that it was planned with. */
const slippageView = view({
  order_id: text,
  mode: oneOf(...MODES),
  date,
  symbol: text,
  side: oneOf(...SIDES),
  reference_price: number,
  fill_price: number,
  /** Percentage points; above zero it cost. */
  slippage_pct: number,
});

/**
 * The curves of a policy beside the backtest that it came from, net of tax, each from 10, on the sessions that any of them
 * has: null where a curve has none. Slippage is that of the newest thousand fills.
 */
export const trackingView = view({
  policy_id: text,
  days: listOf(date),
  paper: listOf(numberOrNull),
  live: listOf(numberOrNull),
  backtest: listOf(numberOrNull),
  source_run_id: textOrNull,
  slippage: listOf(slippageView),
});
export type TrackingView = ViewOf<typeof trackingView>;

/** A connection that a policy could trade over. */
const policyConnectionView = view({
  id: text,
  broker: text,
  /** The account as the broker knows it, or else what the person called the connection. */
  account: text,
  role: text,
});
export type PolicyConnectionView = ViewOf<typeof policyConnectionView>;
export const policyConnectionsView = view({ items: listOf(policyConnectionView) });

/** A promotion: the policy that came of it, and whether the same request had made it before. */
export const promotionView = view({ policy: policyView, replay: flag });
export type PromotionView = ViewOf<typeof promotionView>;

/** A policy that came from a run. */
const linkedPolicyView = view({
  policy_id: text,
  name: text,
  tag_code: text,
  mode: oneOf(...MODES),
  status: oneOf(...POLICY_STATUSES),
  promoted_by: text,
  promoted_at: instant,
  idempotency_key: text,
  policy_overrides: anything,
  run_data_revision: textOrNull,
  validation: validationView,
  rejected_confirmation: anything,
  confirmed_additional: flag,
  /** Dossiers of AI research that were put beside it: provenance, which decided nothing. */
  ai_research_dossier_ids: listOf(text),
  /** Null until policies have valuations that a broker vouches for. */
  latest_complete_authoritative_valuation: anything,
});
export type LinkedPolicyView = ViewOf<typeof linkedPolicyView>;
export const promotionsView = view({ items: listOf(linkedPolicyView) });
export type PromotionsView = ViewOf<typeof promotionsView>;
