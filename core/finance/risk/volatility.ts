import { type Figure, known, unknown } from '../figures/index.ts';
import type { DailyReturn } from '../returns/index.ts';

/** Fewer returns have no spread (spec: Report rules 6). */
export const LEAST_RETURNS = 2;

/**
 * A year's volatility: the population standard deviation of the daily returns times the square root of the trading days
 * (spec: Report rules 6), in percentage points. Days that no transaction explains have no return.
 */
export function volatility(returns: readonly DailyReturn[], tradingDays: number): Figure {
  const values = returns.filter(({ is_explained }) => is_explained).map(({ value }) => value);
  if (values.length < LEAST_RETURNS)
    return unknown(
      `Volatility needs ${LEAST_RETURNS} daily returns, so values of ${LEAST_RETURNS + 1} days; there ${values.length === 1 ? 'is 1 return' : 'are none'} in this span.`,
    );
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length;
  return known(Math.sqrt(variance) * Math.sqrt(tradingDays) * 100);
}

/** Sharpe = (CAGR - risk-free rate) / volatility, all in percentage points (spec: Report rules 6); a plain ratio. */
export function sharpe(cagr: Figure, riskFree: number, swing: Figure): Figure {
  if (cagr.value === null) return unknown(`It needs the CAGR: ${cagr.reason}`);
  if (swing.value === null) return unknown(`It needs the volatility: ${swing.reason}`);
  // Rounding alone is no swing.
  if (!(swing.value > 1e-9))
    return unknown('The value did not swing at all, so there is no risk to divide by.');
  return known((cagr.value - riskFree) / swing.value);
}

/** One day below the highest level so far, in percentage points; 0 on a day that is the highest itself. */
export interface Underwater {
  date: string;
  drawdown_pct: number;
}

/** The deepest fall from a highest level; percentage points are positive: 20 is a fifth below. */
export interface Drawdown {
  max_drawdown_pct: number;
  /** Null where the level never fell. */
  peak_date: string | null;
  trough_date: string | null;
  /** The first day at or above the level of the peak again; null while it is still below, or never fell. */
  recovery_date: string | null;
  /** On the last day. */
  current_drawdown_pct: number;
  series: Underwater[];
}

/** A level that only rounding keeps under its peak has recovered. */
const ROUNDING = 1e-12;

/**
 * Follows what one unit invested at the start became by the returns, and measures each day against the highest level
 * before it. Money that comes or goes is neither a rise nor a fall. Of several falls as deep the first one counts.
 * @param start day of the first value.
 */
export function drawdown(start: string, returns: readonly DailyReturn[]): Drawdown {
  const series: Underwater[] = [{ date: start, drawdown_pct: 0 }];
  let level = 1;
  let peak = { level: 1, date: start };
  let deepest = { depth: 0, peak: null as typeof peak | null, trough: null as string | null };
  let recovery: string | null = null;
  for (const { day, value } of returns) {
    level *= 1 + value;
    if (level >= peak.level * (1 - ROUNDING)) {
      if (deepest.peak !== null && recovery === null && level >= deepest.peak.level * (1 - ROUNDING))
        recovery = day;
      if (level >= peak.level) peak = { level, date: day };
      series.push({ date: day, drawdown_pct: 0 });
      continue;
    }
    const depth = 1 - level / peak.level;
    series.push({ date: day, drawdown_pct: depth * 100 });
    if (depth <= deepest.depth) continue;
    deepest = { depth, peak, trough: day };
    recovery = null;
  }
  return {
    max_drawdown_pct: deepest.depth * 100,
    peak_date: deepest.peak?.date ?? null,
    trough_date: deepest.trough,
    recovery_date: recovery,
    current_drawdown_pct: series.at(-1)?.drawdown_pct ?? 0,
    series,
  };
}
