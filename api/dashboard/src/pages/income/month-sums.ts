import type { IncomeEvent } from '../../api/types.ts';

/** What came in and what is still expected, in one currency. Null where the amount of one event is not known. */
interface MonthSum {
  currency: string;
  paid: number | null;
  expected: number | null;
}

type Summed = Pick<IncomeEvent, 'currency' | 'status' | 'net_amount' | 'gross_amount'>;

/** The sums of a month by currency, after tax where that is known; what was cancelled is in neither. */
export function sumsOf(events: readonly Summed[]): MonthSum[] {
  const sums = new Map<string, MonthSum>();
  for (const { currency, status, net_amount, gross_amount } of events) {
    if (status === 'CANCELLED') continue;
    const sum = sums.get(currency) ?? { currency, paid: 0, expected: 0 };
    const part = status === 'PAID' ? 'paid' : 'expected';
    const amount = net_amount ?? gross_amount;
    const before = sum[part];
    sums.set(currency, { ...sum, [part]: before === null || amount === null ? null : before + amount });
  }
  return [...sums.values()];
}
