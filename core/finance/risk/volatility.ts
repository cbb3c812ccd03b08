import { type Figure, knownFigure, unknown } from '../figures/index.ts';
import { countedReturns, type DailyReturn } from '../returns/index.ts';

/** Fewer returns have no spread (spec: Report rules 6). */
const LEAST_RETURNS = 2;

/**
 * A year's volatility: the population standard deviation of the daily returns times the square root of the trading days
 * (spec: Report rules 6), in percentage points. Days that no transaction explains have no return, and a gap has no daily one.
 */
export function volatility(returns: readonly DailyReturn[], tradingDays: number): Figure {
  const values = countedReturns(returns).map(({ value }) => value);
  if (values.length < LEAST_RETURNS)
    return unknown(
      `Volatility needs at least ${LEAST_RETURNS} daily returns; this period has ${values.length === 1 ? '1' : 'none'}.`,
    );
  return knownFigure(Math.sqrt(populationVariance(values)) * Math.sqrt(tradingDays) * 100);
}

/** The mean of the squared distances from the mean, over all of the values and not one less; NaN of none. */
export function populationVariance(values: readonly number[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length;
}

/** Sharpe = (CAGR - risk-free rate) / volatility, all in percentage points (spec: Report rules 6); a plain ratio. */
export function sharpe(cagr: Figure, riskFree: number, swing: Figure): Figure {
  if (cagr.value === null) return unknown(`Needs the CAGR. ${cagr.reason}`);
  if (swing.value === null) return unknown(`Needs the volatility. ${swing.reason}`);
  // Rounding alone is no swing.
  if (!(swing.value > 1e-9)) return unknown('The volatility is zero, so the ratio is undefined.');
  return knownFigure((cagr.value - riskFree) / swing.value);
}
