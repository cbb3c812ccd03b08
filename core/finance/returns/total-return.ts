import { dayInWords, daysBetween } from '../../platform/dates.ts';
import { type Figure, knownFigure, unknown } from '../figures/index.ts';

/** Act/365, as XIRR counts. */
export const DAYS_A_YEAR = 365;

/** Totals of a book on a day, in its currency; null is unknown, with a reason under the same name. */
export interface PortfolioTotals {
  current_value: number | null;
  total_invested: number | null;
  total_profit: number | null;
  total_dividends: number | null;
  reasons: Partial<Record<string, string>>;
}

/** Total return = (gain + dividends) / invested, and its two parts, in percentage points (spec: Report rules 4). */
export function totalReturn(of: PortfolioTotals): Record<'total' | 'capital' | 'dividend', Figure> {
  const gain = partOf(of, 'total_profit');
  const dividends = partOf(of, 'total_dividends');
  return {
    capital: gain,
    dividend: dividends,
    total:
      gain.value === null
        ? gain
        : dividends.value === null
          ? dividends
          : knownFigure(gain.value + dividends.value),
  };
}

function partOf(of: PortfolioTotals, field: 'total_profit' | 'total_dividends'): Figure {
  const part = of[field];
  const invested = of.total_invested;
  if (invested === null) return unknown(of.reasons['total_invested'] ?? 'The invested amount is unknown.');
  if (part === null) return unknown(of.reasons[field] ?? 'Unknown.');
  if (!(invested > 0)) return unknown('Nothing is invested.');
  return knownFigure((part / invested) * 100);
}

/**
 * CAGR = (current_value / total_invested) ^ (1 / years) - 1 (spec: Report rules 3), in percentage points. Years count from the
 * first day of the series of values, those that the ledger tells among them. Unknown before there is a year, since a part of
 * one raised to a whole says nothing, and where value and cost are not of the same holdings, as the gain is.
 * @param first that day, null where there is none. @param day that of the value.
 * @param unbegun what to say where there is no first day.
 */
export function cagr(
  of: PortfolioTotals,
  first: string | null,
  day: string,
  unbegun = 'No value is recorded yet.',
): Figure {
  const { current_value: value, total_invested: invested } = of;
  if (value === null) return unknown(of.reasons['current_value'] ?? 'The current value is unknown.');
  if (invested === null) return unknown(of.reasons['total_invested'] ?? 'The invested amount is unknown.');
  // The value of a part beside the cost of all would be a loss that never was.
  if (of.total_profit === null) return unknown(of.reasons['total_profit'] ?? 'The gain is unknown.');
  if (!(invested > 0)) return unknown('Nothing is invested.');
  if (first === null) return unknown(unbegun);
  const days = daysBetween(first, day);
  if (days < DAYS_A_YEAR)
    return unknown(
      `CAGR needs a year of values. Yours cover ${days === 1 ? '1 day' : `${days} days`}, since ${dayInWords(first)}.`,
    );
  return knownFigure(((value / invested) ** (DAYS_A_YEAR / days) - 1) * 100);
}

/**
 * The total return that the same payments would show in an index: (gain + dividends) / invested with the worth of the index
 * position in the place of the holdings', in percentage points. Its dividends are yours: they were taken out of it on their
 * days. Less than the total return, it leaves (value - position) / invested.
 * @param position what the payments would be worth in the index (`indexPosition`).
 */
export function samePaymentsReturn(of: PortfolioTotals, position: number, name: string): Figure {
  const { total_invested: invested, total_dividends: dividends } = of;
  if (invested === null) return unknown(of.reasons['total_invested'] ?? 'The invested amount is unknown.');
  if (dividends === null) return unknown(of.reasons['total_dividends'] ?? 'Dividends are unknown.');
  if (!(invested > 0)) return unknown('Nothing is invested.');
  if (position < 0)
    return unknown(
      `The same payments into ${name} would not have covered your withdrawals, so you did better than the index.`,
    );
  return knownFigure(((position - invested + dividends) / invested) * 100);
}

/** Alpha = total return - benchmark return (spec: Report rules 4), in percentage points. */
export function alpha(total: Figure, benchmark: Figure): Figure {
  if (total.value === null) return total;
  return benchmark.value === null ? benchmark : knownFigure(total.value - benchmark.value);
}
