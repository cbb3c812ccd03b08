import { day, money } from '../../../../../charts/index.ts';
import type { DividendYield, IncomeProjection } from '../../api/types.ts';
import type { Figure } from '../../components/figure-explained.tsx';

const rough = (value: number | null, currency: string): string => money(value, currency, { digits: 0 });

/** `1 payment`, `2 payments` */
export const payments = (count: number): string => `${count} ${count === 1 ? 'payment' : 'payments'}`;

/** Everything that is expected, where it is all in one currency. */
export function expectedFigure(projection: IncomeProjection): Figure {
  const { currency, expected_amount, by_currency, reason, to } = projection;
  const count = by_currency.reduce((all, { events }) => all + events, 0);
  return {
    name: 'expected_amount',
    label: 'Expected in 12 months',
    value: expected_amount,
    unit: currency ?? '',
    reason: reason ?? undefined,
    under:
      count === 0
        ? `Nothing is announced or forecast by ${day(to)}`
        : `${payments(count)} by ${day(to)}, before tax`,
  };
}

/** Dividends of twelve months by cost and by value. */
export function yieldFigures(dividends: DividendYield): Figure[] {
  const { currency, cost_basis, market_value, paid, from } = dividends;
  const received = `${rough(paid, currency)} since ${day(from)}`;
  return [
    {
      name: 'yield_on_cost_pct',
      label: 'Dividend yield on cost',
      value: dividends.yield_on_cost_pct,
      unit: 'percent_points',
      reason: dividends.yield_on_cost_reason ?? undefined,
      under: `${received}, on a cost of ${rough(cost_basis, currency)}`,
    },
    {
      name: 'current_yield_pct',
      label: 'Current dividend yield',
      value: dividends.current_yield_pct,
      unit: 'percent_points',
      reason: dividends.current_yield_reason ?? undefined,
      under: `${received}, on a value of ${rough(market_value, currency)}`,
    },
  ];
}

/** What the picture of the months leaves out: other currencies, amounts nobody knows, and payments that are overdue. */
export function aheadInWords(projection: IncomeProjection): string | null {
  const { by_currency, unrecorded, unknown_amounts: unknown } = projection;
  const parts = [
    by_currency.length > 1
      ? `Total: ${by_currency.map(({ currency, amount }) => money(amount, currency)).join(' and ')}. Currencies are not added together.`
      : null,
    unknown > 0 ? `Excludes ${payments(unknown)} whose amount is not known yet.` : null,
    unrecorded.length > 0
      ? `Excludes ${unrecorded.map(({ currency, amount }) => money(amount, currency)).join(' and ')} that is overdue, with no payment recorded.`
      : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}
