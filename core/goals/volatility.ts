import type { DailyValues } from '../portfolio/index.ts';

/** Fewer daily returns say nothing about a year. */
export const LEAST_RETURNS = 60;

/** `of` says in words which portfolios it is measured on. */
export type Volatility =
  | { pct: number; reason: null; of?: string | undefined }
  | { pct: null; reason: string; of?: string | undefined };

type Values = Pick<DailyValues, 'currency' | 'days' | 'flows' | 'unexplained_days'>;

/**
 * Several portfolios as one: days on which each of them has a value, with what moved in any of them.
 * @returns null where they are kept in different currencies, which cannot be added up.
 */
export function together(parts: readonly Values[]): Values | null {
  const [first, ...others] = parts;
  if (first === undefined || others.some(({ currency }) => currency !== first.currency)) return null;
  const values = parts.map(({ days }) => new Map(days.map(({ day, value }) => [day, value])));
  return {
    currency: first.currency,
    days: first.days.flatMap(({ day }) => {
      let sum: number | null = 0;
      for (const own of values) {
        const value = own.get(day);
        // Before a portfolio began there is no day of all of them.
        if (value === undefined) return [];
        sum = sum === null || value === null ? null : sum + value;
      }
      return [{ day, value: sum }];
    }),
    flows: parts.flatMap(({ flows }) => flows),
    unexplained_days: parts.flatMap(({ unexplained_days }) => unexplained_days),
  };
}

/**
 * A year's volatility of a portfolio in percentage points: the population standard deviation of its daily returns,
 * (value + taken out) ⁄ (value before + put in) as the reports have them, times the square root of the trading days a year (spec: Report rules 6). Days that no
 * transaction explains, and days without a whole value, have no return.
 * @param portfolio null where several cannot be taken together.
 * @param of which portfolios these are, in words.
 */
export function volatilityOf(
  portfolio: Pick<DailyValues, 'days' | 'flows' | 'unexplained_days'> | null,
  tradingDays: number,
  of = 'the portfolio',
): Volatility {
  if (portfolio === null)
    return {
      pct: null,
      reason: `${of} are kept in different currencies, so their days cannot be added up.`,
      of,
    };
  const { days, flows, unexplained_days } = portfolio;
  const unexplained = new Set(unexplained_days);
  const returns: number[] = [];
  for (const [index, { day, value }] of days.entries()) {
    const before = days[index - 1];
    if (value === null || before === undefined || before.value === null) continue;
    if (unexplained.has(day)) continue;
    const within = flows.filter((one) => one.day > before.day && one.day <= day).map(({ amount }) => amount);
    const came = within.reduce((total, amount) => total + Math.max(amount, 0), 0);
    const went = within.reduce((total, amount) => total + Math.max(-amount, 0), 0);
    const base = before.value + came;
    if (base > 0) returns.push((value + went) / base - 1);
  }
  if (returns.length < LEAST_RETURNS)
    return {
      pct: null,
      reason: `A probability needs ${LEAST_RETURNS} daily returns of ${of}; so far there are ${returns.length}.`,
      of,
    };
  const mean = returns.reduce((total, one) => total + one, 0) / returns.length;
  const variance = returns.reduce((total, one) => total + (one - mean) ** 2, 0) / returns.length;
  return { pct: Math.sqrt(variance * tradingDays) * 100, reason: null, of };
}
