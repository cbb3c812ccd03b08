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
  reasonsOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { ORDER_LIMITS, ORDER_RULES, ORDER_STATES, SIDES } from '../engine/index.ts';
import { SURVIVORSHIP } from '../panel/index.ts';

export const RUN_STATUSES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
const VALIDATION_STATUSES = ['VALIDATED', 'NOT_VALIDATED', 'UNKNOWN', 'REJECTED'] as const;
export type ValidationStatus = (typeof VALIDATION_STATUSES)[number];

/** A fall from a peak and the way back; percentages are positive. */
const drawdownView = view({
  peak_date: date,
  trough_date: date,
  /** Null while it is still below. */
  recovery_date: dateOrNull,
  drawdown_pct: number,
});
export type DrawdownView = ViewOf<typeof drawdownView>;

const monthReturnView = view({
  /** YYYY-MM */
  month: text,
  return_pct: number,
  benchmark_return_pct: numberOrNull,
});

/** What was realised and taxed in a financial year, in rupees. */
const taxYearView = view({
  /** Such as 2025-26. */
  fy: text,
  short_term_gain: number,
  long_term_gain: number,
  tax: number,
});

/** Charges of all orders, in rupees. */
export const chargesView = view({
  brokerage: number,
  stt: number,
  exchange: number,
  sebi: number,
  stamp_duty: number,
  gst: number,
  dp: number,
  total: number,
});

const METRICS = [
  'contributed',
  'cagr_gross_pct',
  'cagr_net_of_costs_pct',
  'cagr_net_of_tax_pct',
  'volatility_pct',
  'sharpe',
  'hit_rate_pct',
  'benchmark',
] as const;
type Metric = (typeof METRICS)[number];

/** What a backtest came to. Percentages are percentage points, money is rupees; `reasons` tells why a figure is null. */
export const metricsView = view({
  final_value: number,
  /** The part of the final value that was paid in by a schedule, beside the initial capital; null without one. */
  contributed: numberOrNull,
  total_return_gross_pct: number,
  total_return_net_of_costs_pct: number,
  total_return_net_of_tax_pct: number,
  cagr_gross_pct: numberOrNull,
  cagr_net_of_costs_pct: numberOrNull,
  cagr_net_of_tax_pct: numberOrNull,
  /** Net of tax, a year's. */
  volatility_pct: numberOrNull,
  sharpe: numberOrNull,
  max_drawdown_pct: number,
  /** The deepest five, the deepest first. */
  drawdowns: listOf(drawdownView),
  worst_months: listOf(monthReturnView),
  best_month: monthReturnView.nullable().defined(),
  /** Average part of the value that was in shares. */
  exposure_pct: number,
  /** Buys and sells of a year for each rupee of value, times 100. */
  turnover_pct_per_year: number,
  orders_filled: whole,
  /** Positions that were sold whole, and how many of these gained after costs. */
  positions_closed: whole,
  hit_rate_pct: numberOrNull,
  costs: chargesView,
  /** Costs, and tax, of a year for each rupee of value, times 100. */
  cost_drag_pct_per_year: number,
  tax_total: number,
  tax_drag_pct_per_year: number,
  tax_years: listOf(taxYearView),
  benchmark: view({
    code: text,
    name: text,
    total_return_pct: number,
    cagr_pct: numberOrNull,
    max_drawdown_pct: number,
  })
    .nullable()
    .defined(),
  /** Part of the final value that is told by a close of an earlier day. */
  stale_value_pct: number,
  reasons: reasonsOf<Metric>(),
});
export type MetricsView = ViewOf<typeof metricsView>;

/** What the data could not tell: counted by kind, with the first examples. */
export const FINDING_KINDS = [
  'NO_PRICES',
  'UNKNOWN_SYMBOL',
  'DELISTED',
  'SUSPENDED',
  'UNQUANTIFIED_ACTION',
  'UNEXPLAINED_MOVE',
  'NO_SECTORS',
  'NO_DIVIDENDS',
  'NO_BENCHMARK',
  'MISSING_SESSIONS',
  'SHORT_HISTORY',
  'LOW_EXPOSURE',
  'NO_LIQUID_FUND',
  'NO_ORDERS',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];
export const findingView = view({
  kind: oneOf(...FINDING_KINDS),
  /** A sentence for people. */
  message: text,
  count: whole,
  /** Symbols, at most twenty. */
  symbols: listOf(text),
});
export type FindingView = ViewOf<typeof findingView>;

export const validationView = view({
  status: oneOf(...VALIDATION_STATUSES),
  promotion_allowed: flag,
  reasons: listOf(view({ code: text, message: text })),
});
export type ValidationView = ViewOf<typeof validationView>;

/** A backtest. */
export const runView = view({
  run_id: text,
  name: text,
  status: oneOf(...RUN_STATUSES),
  /** Percentage points. */
  progress: number,
  /** Why it failed, in a sentence; null unless it did. */
  failure: textOrNull,
  /** As it was given, with what this version does not know. */
  config: anything,
  from: date,
  to: date,
  initial_capital: number,
  /** Tells one state of the prices from another; null before it ran. */
  data_revision: textOrNull,
  survivorship: oneOfOrNull(...SURVIVORSHIP),
  metrics: metricsView.nullable().defined(),
  validation: validationView,
  findings: listOf(findingView),
  created_at: instant,
  started_at: instantOrNull,
  finished_at: instantOrNull,
});
export type RunView = ViewOf<typeof runView>;

/** A run in the list: without its findings. */
export const runListView = pageOf(runView);

/** One session of a backtest. Money is rupees; indices begin at 10. */
export const equityRowView = view({
  date,
  cash: number,
  /** Value of the shares at the closes of the day. */
  positions_value: number,
  /** The part of it that is told by a close of an earlier day. */
  stale_value: number,
  /** Cash and shares. */
  total_value: number,
  nav_gross: number,
  nav_net_of_costs: number,
  nav_net_of_tax: number,
  performance_index_gross: number,
  performance_index_net_of_costs: number,
  performance_index_net_of_tax: number,
  drawdown_net_of_tax_pct: number,
  cumulative_costs: number,
  tax_accrued: number,
  tax_paid: number,
  /** Buys and sells of the day over its value. */
  turnover_pct: number,
  /** The benchmark from 10 on the first day; null where its level is unknown. */
  benchmark_index: numberOrNull,
});
export type EquityRowView = ViewOf<typeof equityRowView>;

/** The whole curve, one row for each session. */
export const equityView = view({
  run_id: text,
  survivorship: oneOfOrNull(...SURVIVORSHIP),
  benchmark: view({ code: text, name: text }).nullable().defined(),
  items: listOf(equityRowView),
});
export type EquityView = ViewOf<typeof equityView>;

/** An order of a rebalance, made or not, with the rule that made or stopped it. */
const orderView = view({
  date,
  side: oneOf(...SIDES),
  symbol: text,
  name: textOrNull,
  state: oneOf(...ORDER_STATES),
  /** Why it was wanted. */
  rule: oneOf(...ORDER_RULES),
  /** What stopped it, or cut it. */
  limited_by: oneOfOrNull(...ORDER_LIMITS),
  /** A sentence for people. */
  reason: text,
  rank: numberOrNull,
  /** What was wanted, and what was traded. */
  wanted_quantity: number,
  quantity: number,
  price: numberOrNull,
  value: number,
  charges: chargesView.nullable().defined(),
  /** Of a sale: after the charges, against what the units cost with theirs. */
  realised_gain: numberOrNull,
  tax: numberOrNull,
});
export type OrderView = ViewOf<typeof orderView>;
export const ordersPage = pageOf(orderView);

export const runHoldingView = view({
  symbol: text,
  name: textOrNull,
  sector: textOrNull,
  quantity: number,
  avg_cost: number,
  close: numberOrNull,
  /** The day of that close. */
  close_date: dateOrNull,
  market_value: number,
  weight_pct: number,
  unrealised_gain: number,
  held_since: date,
});
export type RunHoldingView = ViewOf<typeof runHoldingView>;
export const runHoldingsView = view({
  run_id: text,
  /** The session on or before the day that was asked for. */
  date: dateOrNull,
  cash: number,
  items: listOf(runHoldingView),
});
export type RunHoldingsView = ViewOf<typeof runHoldingsView>;

/** Runs beside each other, in the order asked for. */
export const comparisonView = view({
  runs: listOf(runView),
  /** Net of tax from 10, and each run's benchmark, on the sessions that any of them has; null where a run has none. */
  days: listOf(date),
  curves: listOf(view({ run_id: text, name: text, values: listOf(numberOrNull) })),
  benchmarks: listOf(view({ code: text, name: text, values: listOf(numberOrNull) })),
});
export type ComparisonView = ViewOf<typeof comparisonView>;

/** A strategy of the table, with what it takes: what a form is made of. */
const strategyView = view({
  strategy: text,
  title: text,
  meaning: text,
  formula: text,
  source: text,
  params: listOf(
    view({ name: text, title: text, default: number, min: number, max: number, whole: flag, meaning: text }),
  ),
});
export const strategiesView = view({ items: listOf(strategyView) });
export type StrategiesView = ViewOf<typeof strategiesView>;
