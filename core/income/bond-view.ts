import { couponDays, couponPerUnit } from '../finance/bonds/index.ts';
import { addMonths, daysBetween, toNumber } from '../platform/index.ts';
import { type HeldBond, readBond, SAME_COUPON_DAYS } from './coupons.ts';
import type { IncomeEventModel } from './models.ts';
import type { BondPayment, BondView } from './view.ts';

/**
 * A held bond with what it pays in the next twelve months and its principal (Report rules 12): coupons walk back from
 * maturity; one that is on record near its day takes the place of the one worked out.
 * @param coupons those on record of this bond, from SAME_COUPON_DAYS before today on.
 */
export function toBondView(
  bond: HeldBond,
  coupons: readonly Pick<IncomeEventModel, 'day' | 'net_amount' | 'gross_amount' | 'status'>[],
  today: string,
): BondView {
  const { state, terms, reason } = readBond(bond, today);
  const until = addMonths(today, 12);
  const principal = bond.face_value?.times(bond.quantity) ?? null;
  const perUnit = terms === null ? null : couponPerUnit(terms);
  const schedule = coupons
    .filter(({ day }) => day >= today && day <= until)
    .map((one): BondPayment => ({
      date: one.day,
      type: 'COUPON',
      amount: (one.net_amount ?? one.gross_amount)?.toNumber() ?? 0,
      status: one.status,
    }));
  if (terms !== null && perUnit !== null) {
    const isKnown = (date: string) =>
      coupons.some(({ day }) => Math.abs(daysBetween(day, date)) <= SAME_COUPON_DAYS);
    for (const date of couponDays(terms, today, until))
      if (!isKnown(date))
        schedule.push({
          date,
          type: 'COUPON',
          amount: perUnit.times(bond.quantity).toNumber(),
          status: null,
        });
  }
  if (principal !== null && bond.maturity_date !== null && bond.maturity_date >= today)
    schedule.push({
      date: bond.maturity_date,
      type: 'PRINCIPAL',
      amount: principal.toNumber(),
      status: null,
    });
  return {
    portfolio: bond.portfolio,
    symbol: bond.symbol,
    name: bond.name,
    isin: bond.isin,
    currency: bond.currency,
    quantity: bond.quantity.toNumber(),
    face_value: toNumber(bond.face_value),
    coupon_rate: bond.coupon_rate,
    coupon_frequency: bond.coupon_frequency,
    maturity_date: bond.maturity_date,
    state,
    reason,
    coupon_per_unit: toNumber(perUnit),
    yearly_coupons:
      terms === null || perUnit === null
        ? null
        : perUnit.times(terms.coupon_frequency).times(bond.quantity).toNumber(),
    principal: toNumber(principal),
    schedule: schedule.toSorted(
      (a, b) => compare(a.date, b.date) || (a.type === b.type ? 0 : a.type === 'COUPON' ? -1 : 1),
    ),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
