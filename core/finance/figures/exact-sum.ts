import { Decimal } from '../../platform/money.ts';

/** Amounts added up to the last digit, as totals are everywhere else: doubles leave dust that another report has not. */
export function exactSum(amounts: Iterable<number>): number {
  let sum = new Decimal(0);
  for (const amount of amounts) sum = sum.plus(amount);
  return sum.toNumber();
}
