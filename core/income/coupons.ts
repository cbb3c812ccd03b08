import type { CouponTerms } from '../finance/bonds/index.ts';
import type { Decimal } from '../platform/index.ts';

/** What a person holds of a bond, with the terms that are known. */
export interface HeldBond {
  portfolio_id: string;
  portfolio: string;
  symbol: string;
  name: string | null;
  /** The holding's, or the one that the registry has for the symbol; null where neither is known. */
  isin: string | null;
  currency: string;
  quantity: Decimal;
  maturity_date: string | null;
  /** Of one unit, in `currency`. */
  face_value: Decimal | null;
  /** Percent a year. */
  coupon_rate: number | null;
  /** Payments a year: 1, 2, 4 or 12. */
  coupon_frequency: number | null;
}

/** A coupon on record this near to one worked out is that one: holidays move payments, and announcements name their own day. */
export const SAME_COUPON_DAYS = 15;

export const BOND_STATES = ['SCHEDULED', 'ZERO_COUPON', 'INCOMPLETE', 'UNRESOLVED', 'MATURED'] as const;
/**
 * SCHEDULED: coupons are worked out. ZERO_COUPON: none are paid. INCOMPLETE: a term is missing. UNRESOLVED: the symbol
 * names no ISIN, so somebody has to look. MATURED: the last day has passed.
 */
type BondState = (typeof BOND_STATES)[number];

type BondReading =
  | { state: 'SCHEDULED'; terms: CouponTerms; reason: null }
  | { state: Exclude<BondState, 'SCHEDULED'>; terms: null; reason: string };

/**
 * What can be said of a bond's coupons on a day (spec: Income rules 3). Nothing that is missing is guessed, and what is put
 * on record needs an ISIN.
 */
export function readBond(bond: HeldBond, today: string): BondReading {
  const reading = readTerms(bond, today);
  if (reading.state === 'MATURED' || bond.isin !== null) return reading;
  return without(
    'UNRESOLVED',
    'The symbol is not an ISIN. Enter the ISIN in the holding to confirm its terms.',
  );
}

/** The same by the terms of the holding alone, whether its ISIN is known or not: for what is only worked out. */
export function readTerms(bond: HeldBond, today: string): BondReading {
  const { maturity_date, face_value, coupon_rate, coupon_frequency } = bond;
  if (maturity_date !== null && maturity_date < today) return without('MATURED', 'The bond has matured.');
  if (coupon_rate === 0) return without('ZERO_COUPON', 'It pays no coupons.');
  const missing = [
    face_value === null ? 'face value' : null,
    coupon_rate === null ? 'coupon rate' : null,
    coupon_frequency === null ? 'coupons per year' : null,
    maturity_date === null ? 'maturity date' : null,
  ].filter((word) => word !== null);
  if (face_value === null || coupon_rate === null || coupon_frequency === null || maturity_date === null)
    return without(
      'INCOMPLETE',
      `Missing on the holding: ${missing.join(', ')}. Edit the holding to add it.`,
    );
  if (!face_value.gt(0) || !(coupon_rate > 0) || !(coupon_frequency > 0) || 12 % coupon_frequency !== 0)
    return without('INCOMPLETE', 'Face value, coupon rate and coupons per year must be above zero.');
  return {
    state: 'SCHEDULED',
    terms: { maturity_date, face_value, coupon_rate, coupon_frequency },
    reason: null,
  };
}

function without(state: Exclude<BondState, 'SCHEDULED'>, reason: string): BondReading {
  return { state, terms: null, reason };
}
