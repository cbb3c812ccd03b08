import { countedReturns, dailyReturns, valuePoints } from '../finance/returns/index.ts';
import { dayInWords } from '../platform/index.ts';
import { populationVariance } from '../finance/risk/index.ts';
import type { VolatilitySeries } from './volatility-series.ts';

/** Fewer daily returns say nothing about a year. */
export const LEAST_RETURNS = 60;

/** `of` says in words which portfolios it is measured on, how much of their value is covered, and where the days end early. */
export type Volatility =
  | { pct: number; reason: null; of?: string | undefined }
  | { pct: null; reason: string; of?: string | undefined };

/**
 * Several portfolios as one: days on which each of them has a value, with what moved in any of them.
 * @returns null where they are kept in different currencies, which cannot be added up.
 */
export function together(parts: readonly VolatilitySeries[]): VolatilitySeries | null {
  const [first, ...others] = parts;
  if (first === undefined || others.some(({ currency }) => currency !== first.currency)) return null;
  if (others.length === 0) return first;
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
    entered: parts.flatMap(({ entered = [] }) => entered),
    left: parts.flatMap(({ left = [] }) => left),
    // Of the days of all parts the least share, which is below that of them together.
    shares: new Map(parts.flatMap(({ shares }) => [...shares]).sort(([, one], [, other]) => other - one)),
    ends_on: parts.flatMap(({ ends_on }) => ends_on ?? []).toSorted()[0] ?? null,
    ledger_reason: parts.find(({ ledger_reason }) => ledger_reason !== null)?.ledger_reason ?? null,
  };
}

/**
 * A year's volatility of a portfolio in percentage points: the population standard deviation of its daily returns,
 * (value + taken out) ⁄ (value before + put in) as the reports have them, times the square root of the trading days a year
 * (spec: Report rules 6). A day that no transaction explains has no return; one without a whole value is passed over, and
 * what moved on it counts to the next.
 * @param portfolio null where several cannot be taken together.
 * @param of which portfolios these are, in words.
 */
export function volatilityOf(
  portfolio: Omit<VolatilitySeries, 'currency'> | null,
  tradingDays: number,
  of = 'the portfolio',
): Volatility {
  if (portfolio === null)
    return {
      pct: null,
      reason: `${of} are in different currencies, so their daily values cannot be added up.`,
      of,
    };
  const returns = returnsOf(portfolio);
  if (returns.length < LEAST_RETURNS) {
    const few = `Probability needs ${LEAST_RETURNS} daily returns of ${of}; there are ${returns.length} so far.`;
    const { ledger_reason } = portfolio;
    const why = ledger_reason === null ? '' : ` ${ledger_reason}`;
    return { pct: null, reason: few + why, of };
  }
  const variance = populationVariance(returns);
  return {
    pct: Math.sqrt(variance * tradingDays) * 100,
    reason: null,
    of: of + coveredPart(portfolio) + endOf(portfolio),
  };
}

function returnsOf(of: Omit<VolatilitySeries, 'currency'>): number[] {
  const points = valuePoints({ ...of, dividends: [] });
  return countedReturns(dailyReturns(points)).map(({ value }) => value);
}

/** The last day, where that is before the last session. */
const endOf = ({ ends_on }: Pick<VolatilitySeries, 'ends_on'>): string =>
  ends_on === null ? '' : `, up to ${dayInWords(ends_on)}`;

/** How much of the value the days cover where it is not all of it. */
function coveredPart({ shares }: Pick<VolatilitySeries, 'shares'>): string {
  if (shares.size === 0) return '';
  const least = Math.min(...shares.values());
  return `, covering ${(least * 100).toFixed(0)} % of the value or more`;
}
