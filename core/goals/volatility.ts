import type { DailyValues } from '../portfolio/index.ts';

/** Fewer daily returns say nothing about a year. */
export const LEAST_RETURNS = 60;

export type Volatility = { pct: number; reason: null } | { pct: null; reason: string };

/**
 * A year's volatility of a portfolio in percentage points: the population standard deviation of its daily returns, money
 * that came or went left aside, times the square root of the trading days a year (spec: Report rules 6). Days that no
 * transaction explains, and days without a whole value, have no return.
 */
export function volatilityOf(
  { days, flows, unexplained_days }: Pick<DailyValues, 'days' | 'flows' | 'unexplained_days'>,
  tradingDays: number,
): Volatility {
  const unexplained = new Set(unexplained_days);
  const returns: number[] = [];
  for (const [index, { day, value }] of days.entries()) {
    const before = days[index - 1];
    if (value === null || before === undefined || before.value === null || !(before.value > 0)) continue;
    if (unexplained.has(day)) continue;
    const flow = flows
      .filter((one) => one.day > before.day && one.day <= day)
      .reduce((total, { amount }) => total + amount, 0);
    returns.push((value - flow) / before.value - 1);
  }
  if (returns.length < LEAST_RETURNS)
    return {
      pct: null,
      reason: `A probability needs ${LEAST_RETURNS} daily returns of the portfolio; so far there are ${returns.length}.`,
    };
  const mean = returns.reduce((total, one) => total + one, 0) / returns.length;
  const variance = returns.reduce((total, one) => total + (one - mean) ** 2, 0) / returns.length;
  return { pct: Math.sqrt(variance * tradingDays) * 100, reason: null };
}
