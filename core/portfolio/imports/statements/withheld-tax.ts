import { Decimal } from '../../../platform/index.ts';
import type { RawRow } from '../rows/index.ts';
import { pushTo } from './table.ts';

/** A dividend, or tax withheld from one, as a record of its own. */
export interface Payment {
  raw: RawRow;
  symbol: string;
  /** YYYY-MM-DD */
  date: string;
  currency: string;
  /** Of a tax: above 0 where it was taken, below where it was given back. */
  amount: Decimal;
  /** What the text of a dividend and of its tax have in common; '' where texts tell nothing. */
  stem: string;
}

/** The reason of a tax that counts with its dividend. */
const TAX_OF_DIVIDEND = 'Tax withheld; it counts as the charge of its dividend.';
const TAX_ALONE =
  'Tax withheld from a dividend that is not in this file on that day. Add it to the dividend by hand.';

/**
 * Puts withheld tax into the `fee_tax` of its dividend: the one of the same day, symbol and currency; where a day has
 * several, the one that begins alike, the first tax to the first of them. The rows of tax are left out.
 */
export function settleTax(dividends: readonly Payment[], taxes: readonly Payment[]): void {
  const [ofDay, alike] = [new Map<string, Payment[]>(), new Map<string, Payment[]>()];
  for (const dividend of dividends) {
    pushTo(ofDay, dayKey(dividend), dividend);
    pushTo(alike, stemKey(dividend), dividend);
  }
  const sums = new Map<Payment, Decimal>();
  const seen = new Map<string, number>();
  for (const tax of taxes) {
    const all = alike.get(stemKey(tax)) ?? ofDay.get(dayKey(tax)) ?? [];
    const key = `${stemKey(tax)}\n${tax.amount.isNegative() ? '-' : '+'}`;
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const dividend = all[Math.min(nth, all.length - 1)];
    tax.raw.excluded = dividend === undefined ? TAX_ALONE : TAX_OF_DIVIDEND;
    if (dividend !== undefined) sums.set(dividend, (sums.get(dividend) ?? new Decimal(0)).plus(tax.amount));
  }
  for (const [{ raw }, sum] of sums) {
    if (sum.gt(0)) raw.fields.fee_tax = sum.toFixed();
    else if (sum.isNegative() && !sum.isZero())
      raw.fields.note = [raw.fields.note, `Excludes a tax refund of ${sum.negated().toFixed()}.`]
        .filter(Boolean)
        .join(' ');
  }
}

const dayKey = ({ symbol, date, currency }: Payment): string => [symbol, date, currency].join('\n');
const stemKey = (payment: Payment): string => `${dayKey(payment)}\n${payment.stem}`;
