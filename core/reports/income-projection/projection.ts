import type { ExpectedIncome } from '../../income/index.ts';
import { baseFirst, Decimal } from '../../platform/index.ts';
import type { ExpectedSum, IncomeProjectionView, ProjectedMonth } from './view.ts';

export const DEFAULT_MONTHS = 12;

/** The months from that of a day on, ascending: `2026-11`, `2026-12`, `2027-01`. */
export function monthsFrom(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(year, month - 1 + at, 1)).toISOString().slice(0, 7),
  );
}

export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/**
 * Adds expected income up by month and currency. Amounts of different currencies are never added; a sum over all is
 * there only where everything is in one of them.
 * @param base its sums come first; also the currency of a projection in which nothing is expected.
 * @param events of any day; those before `today` go to `unrecorded`, those after the last month nowhere.
 */
export function projectIncome(
  events: readonly ExpectedIncome[],
  { today, months: count, base }: { today: string; months: number; base: string },
): Omit<IncomeProjectionView, 'calculated_at' | 'portfolio' | 'provisional_reason' | 'explanations'> {
  const names = monthsFrom(today, count);
  const to = lastDayOf(names.at(-1) ?? today.slice(0, 7));
  const ahead = events.filter(({ day }) => day >= today && day <= to);
  const byMonth = new Map<string, ExpectedIncome[]>(names.map((name) => [name, []]));
  for (const event of ahead) byMonth.get(event.day.slice(0, 7))?.push(event);
  const by_currency = summed(ahead, base);
  const [only] = by_currency;
  const currency = by_currency.length > 1 ? null : (only?.currency ?? base);
  const inAll = (sums: readonly ExpectedSum[]) => (currency === null ? null : (sums[0]?.amount ?? 0));
  return {
    from: today,
    to,
    months: Array.from(byMonth, ([month, some]): ProjectedMonth => {
      const sums = summed(some, base);
      return { month, by_currency: sums, expected_amount: inAll(sums), events: some.length };
    }),
    by_currency,
    currency,
    expected_amount: inAll(by_currency),
    reason:
      currency === null
        ? `Income is expected in ${by_currency.map((one) => one.currency).join(' and ')}. Amounts in different currencies are not added together.`
        : null,
    unrecorded: summed(
      events.filter(({ day }) => day < today),
      base,
    ),
    unknown_amounts: ahead.filter(({ amount }) => amount === null).length,
  };
}

function summed(events: readonly ExpectedIncome[], base: string): ExpectedSum[] {
  const sums = new Map<string, { amount: Decimal; events: number }>();
  for (const { currency, amount } of events) {
    const known = sums.get(currency) ?? { amount: new Decimal(0), events: 0 };
    sums.set(currency, { amount: known.amount.plus(amount ?? 0), events: known.events + 1 });
  }
  return Array.from(sums, ([currency, sum]) => ({
    currency,
    amount: sum.amount.toNumber(),
    events: sum.events,
  })).sort(baseFirst(base));
}
