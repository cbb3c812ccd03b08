/** Days of results below which a ratio says nothing (portfolio/Measurement rules 1). */
export const LEAST_OBSERVATIONS = 30;
const DAYS_A_YEAR = 252;

/**
 * The Sharpe ratio of daily returns without a risk-free rate: their mean by their standard deviation (of a sample, n − 1),
 * times the root of 252.
 * @param returns of days, as fractions of the capital
 * @returns null for fewer than 30 days, or where all days are alike
 */
export function sharpeOf(returns: readonly number[]): number | null {
  const count = returns.length;
  if (count < LEAST_OBSERVATIONS) return null;
  const mean = returns.reduce((sum, one) => sum + one, 0) / count;
  const variance = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1);
  // Equal days differ by what a double cannot hold.
  if (Math.sqrt(variance) <= 1e-12 * Math.abs(mean)) return null;
  return (mean / Math.sqrt(variance)) * Math.sqrt(DAYS_A_YEAR);
}
