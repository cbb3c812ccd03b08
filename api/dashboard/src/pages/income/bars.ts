import type { IncomeBar } from '../../../../../charts/index.ts';
import type { IncomeProjection, IncomeSummary } from '../../api/types.ts';

/** The bars of a summary: the years there are, or all twelve months of the one that was asked for. */
export function barsOf(summary: IncomeSummary, currency: string): IncomeBar[] {
  if (summary.year === null)
    return summary.by_year
      .filter((one) => one.currency === currency)
      .map(({ year, paid, expected, unrecorded }) => ({ period: String(year), paid, expected, unrecorded }));
  const known = new Map(
    summary.by_month.filter((one) => one.currency === currency).map((one) => [one.month, one]),
  );
  return Array.from({ length: 12 }, (_, at) => {
    const period = `${summary.year}-${String(at + 1).padStart(2, '0')}`;
    const { paid = 0, expected = 0, unrecorded = 0 } = known.get(period) ?? {};
    return { period, paid, expected, unrecorded };
  });
}

/** Every month that lies ahead with what is expected in it, in one currency; months without anything as well. */
export const barsAhead = ({ months }: IncomeProjection, currency: string): IncomeBar[] =>
  months.map(({ month, by_currency }) => ({
    period: month,
    paid: 0,
    expected: by_currency.find((one) => one.currency === currency)?.amount ?? 0,
    unrecorded: 0,
  }));
