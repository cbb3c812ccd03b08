import { knownFigure, shownFigures, unknown } from '../../finance/figures/index.ts';
import { sharpe, volatility } from '../../finance/risk/index.ts';
import { daysBetween } from '../../platform/dates.ts';
import { type Amount, amountToNumber, percentOf } from '../../platform/fixed-point.ts';
import { type BacktestTrace, benchmarkIndices, FIRST_INDEX, isLiquidMove } from '../engine/index.ts';
import { cagrOf, type Curve, dailyReturns, DAYS_A_YEAR } from './curve.ts';
import { deepestDrawdowns, deepestFall } from './drawdowns.ts';
import type { MetricsView } from './view.ts';

/** Why a run has no sum of contributions. */
export const NO_SCHEDULE = 'No money was added on a schedule.';

const MOST_DRAWDOWNS = 5;
const MOST_MONTHS = 5;

/** What yearly figures rest on. */
export interface Assumptions {
  /** Percentage points a year. */
  risk_free_pct: number;
  trading_days: number;
}

/**
 * What a backtest came to. Returns are those of the performance indices, so that money that comes in is no return; drags
 * and turnover are the sum over the days of a day's amount over its value, by year.
 */
export function metricsOf(trace: BacktestTrace, { risk_free_pct, trading_days }: Assumptions): MetricsView {
  const days = trace.days.map(({ valuation }) => valuation.day);
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  const final = trace.days.at(-1);
  // One session is a day, and none has no days that could be counted.
  const years = (days.length === 0 ? 1 : Math.max(daysBetween(first, last), 1)) / DAYS_A_YEAR;
  const index = {
    gross: final?.performance.gross,
    costs: final?.performance.netOfCosts,
    tax: final?.performance.netOfTax,
  };
  const netOfTax: Curve = { days, levels: trace.days.map(({ performance }) => performance.netOfTax) };
  const benchmark: Curve = { days, levels: benchmarkIndices(trace.market.panel, trace.first, days.length) };
  const returns = dailyReturns(netOfTax);
  const swing = volatility(returns, trading_days);
  const netCagr = cagrOf(index.tax, first, last);
  const known = benchmarkFigures(trace, benchmark);
  const { closed, hits } = closedPositions(trace);
  const shown = shownFigures({
    cagr_gross_pct: cagrOf(index.gross, first, last),
    cagr_net_of_costs_pct: cagrOf(index.costs, first, last),
    cagr_net_of_tax_pct: netCagr,
    volatility_pct: swing,
    sharpe: sharpe(netCagr, risk_free_pct, swing),
    hit_rate_pct:
      closed === 0 ? unknown('No holding was sold completely.') : knownFigure((hits / closed) * 100),
  });
  const months = monthReturns(netOfTax, benchmark);
  return {
    final_value: amountToNumber(final?.valuation.assets ?? 0n),
    contributed: trace.contributed === null ? null : amountToNumber(trace.contributed),
    total_return_gross_pct: growthPct(index.gross),
    total_return_net_of_costs_pct: growthPct(index.costs),
    total_return_net_of_tax_pct: growthPct(index.tax),
    ...shown.values,
    max_drawdown_pct: deepestFall(netOfTax),
    drawdowns: deepestDrawdowns(netOfTax, MOST_DRAWDOWNS),
    worst_months: [...months].sort((a, b) => a.return_pct - b.return_pct).slice(0, MOST_MONTHS),
    best_month: months.reduce<(typeof months)[number] | null>(
      (best, one) => (best === null || one.return_pct > best.return_pct ? one : best),
      null,
    ),
    exposure_pct: mean(
      trace.days.map(
        ({ valuation, liquid }) => percentOf(valuation.positions - liquid, valuation.assets) ?? 0,
      ),
    ),
    ...drags(trace, years),
    orders_filled: ownOrders(trace).filter(({ order }) => order.quantity > 0n).length,
    positions_closed: closed,
    costs: chargesOfAll(trace),
    tax_total: amountToNumber(final?.valuation.taxAccrued ?? 0n),
    tax_years: trace.taxYears.map(({ fy, short_term_gain, long_term_gain, tax }) => ({
      fy,
      short_term_gain: amountToNumber(short_term_gain),
      long_term_gain: amountToNumber(long_term_gain),
      tax: amountToNumber(tax),
    })),
    benchmark: known,
    stale_value_pct:
      final === undefined ? 0 : (percentOf(final.valuation.stale, final.valuation.assets) ?? 0),
    reasons: {
      ...shown.reasons,
      ...(trace.contributed === null ? { contributed: NO_SCHEDULE } : {}),
      ...(known === null
        ? { benchmark: 'The benchmark has no level on the first or the last session.' }
        : {}),
    },
  };
}

const growthPct = (level: number | undefined): number => ((level ?? FIRST_INDEX) / FIRST_INDEX - 1) * 100;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length;

function benchmarkFigures({ market }: BacktestTrace, curve: Curve): MetricsView['benchmark'] {
  const { benchmark } = market.panel;
  const [first, last] = [curve.levels[0], curve.levels.at(-1)];
  if (benchmark === null || first === null || first === undefined || last === null || last === undefined)
    return null;
  const [from, to] = [curve.days[0] ?? '', curve.days.at(-1) ?? ''];
  return {
    code: benchmark.code,
    name: benchmark.name,
    total_return_pct: growthPct(last),
    cagr_pct: cagrOf(last, from, to).value,
    max_drawdown_pct: deepestFall(curve),
  };
}

/** Return of each calendar month, from the last session of the month before; the first month from the first session. */
export function monthReturns(curve: Curve, benchmark: Curve) {
  const ends = new Map<string, { level: number; benchmark: number | null }>();
  for (const [at, day] of curve.days.entries()) {
    const level = curve.levels[at];
    if (level === null || level === undefined) continue;
    ends.set(day.slice(0, 7), { level, benchmark: benchmark.levels[at] ?? null });
  }
  let before = { level: FIRST_INDEX, benchmark: benchmark.levels[0] ?? null };
  return [...ends].map(([month, end]) => {
    const compared =
      end.benchmark === null || before.benchmark === null
        ? null
        : (end.benchmark / before.benchmark - 1) * 100;
    const row = { month, return_pct: (end.level / before.level - 1) * 100, benchmark_return_pct: compared };
    before = end;
    return row;
  });
}

/** Orders of the strategy, without the moves of its liquid fund. */
const ownOrders = ({ orders }: BacktestTrace) => orders.filter(({ order }) => !isLiquidMove(order.rule));

/** Positions that were sold whole, and those that brought more than they had cost, charges included. */
function closedPositions(trace: BacktestTrace): { closed: number; hits: number } {
  const gains = new Map<number, Amount>();
  let [closed, hits] = [0, 0];
  for (const { order } of ownOrders(trace)) {
    if (order.outcome === null) continue;
    const gain = (gains.get(order.security) ?? 0n) + order.outcome.gain;
    gains.set(order.security, gain);
    if (!order.outcome.closes) continue;
    closed += 1;
    if (gain > 0n) hits += 1;
    gains.delete(order.security);
  }
  return { closed, hits };
}

function drags({ days }: BacktestTrace, years: number) {
  let [turnover, costs, tax] = [0, 0, 0];
  let before = { costs: 0n, taxAccrued: 0n };
  for (const { valuation, traded } of days) {
    const { assets } = valuation;
    turnover += percentOf(traded, assets) ?? 0;
    costs += percentOf(valuation.costs - before.costs, assets) ?? 0;
    tax += percentOf(valuation.taxAccrued - before.taxAccrued, assets) ?? 0;
    before = valuation;
  }
  return {
    turnover_pct_per_year: turnover / years,
    cost_drag_pct_per_year: costs / years,
    tax_drag_pct_per_year: tax / years,
  };
}

function chargesOfAll({ orders }: BacktestTrace): MetricsView['costs'] {
  const sums = { brokerage: 0n, stt: 0n, exchange: 0n, sebi: 0n, stamp_duty: 0n, gst: 0n, dp: 0n, total: 0n };
  for (const { order } of orders) {
    if (order.charges === null) continue;
    for (const item of Object.keys(sums) as (keyof typeof sums)[]) sums[item] += order.charges[item];
  }
  return Object.fromEntries(
    Object.entries(sums).map(([item, sum]) => [item, amountToNumber(sum)]),
  ) as MetricsView['costs'];
}
