import { addMonths } from '../../platform/dates.ts';
import { type Decimal, decimal, toScale } from '../../platform/money.ts';

/** What a schedule of coupons follows from. */
export interface CouponTerms {
  /** YYYY-MM-DD. */
  maturity_date: string;
  /** Of one unit. */
  face_value: Decimal;
  /** Percent a year. */
  coupon_rate: number;
  /** Payments a year: 1, 2, 3, 4, 6 or 12. */
  coupon_frequency: number;
}

/**
 * The days of coupons after one day and up to another, ascending. They are anchored at maturity and walk back from it in
 * steps of 12 / frequency months (Report rules 12), each counted from maturity itself: a bond that matures on the 31st
 * pays on the last day of shorter months and on the 31st of longer ones. Days are not moved for holidays.
 */
export function couponDays(
  terms: Pick<CouponTerms, 'maturity_date' | 'coupon_frequency'>,
  after: string,
  until: string,
): string[] {
  const days: string[] = [];
  const months = 12 / terms.coupon_frequency;
  for (let step = 0; ; step += 1) {
    const day = addMonths(terms.maturity_date, -step * months);
    if (day <= after) break;
    if (day <= until) days.push(day);
  }
  return days.reverse();
}

/**
 * What one unit pays at a coupon, in the currency of its face value: every period counts as an equal part of the year
 * (30/360), so face value × rate ÷ frequency. 100 at 7.26 % twice a year: 3.63.
 */
export function couponPerUnit({ face_value, coupon_rate, coupon_frequency }: CouponTerms): Decimal {
  return toScale(face_value.times(decimal(coupon_rate)).div(100).div(coupon_frequency));
}
