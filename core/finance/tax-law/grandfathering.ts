import { Decimal } from '../../platform/money.ts';

/** Gains up to this day stay free: for what was bought by then, its value of that day may stand for the cost. */
export const GRANDFATHERED_ON = '2018-01-31';

/** Cost under section 55(2)(ac). */
export interface GrandfatheredCost {
  cost: Decimal;
  /** The value of all units on 31 January 2018; null where no price of that day is known. */
  fmv: Decimal | null;
  /** The lower of that value and what the sale brought before its fee. */
  capped: Decimal | null;
}

/**
 * The higher of what was paid and the lower of the value of 31 January 2018 and the sale.
 * @param units as sold.
 * @param price of one unit on that day; null where unknown, and then what was paid stands.
 * @param splits new units for one of that day, through the splits since.
 */
export function grandfatheredCost(lot: {
  paid: Decimal;
  full_value: Decimal;
  units: Decimal;
  price: Decimal | null;
  splits: Decimal;
}): GrandfatheredCost {
  const { paid, full_value, units, price, splits } = lot;
  if (price === null) return { cost: paid, fmv: null, capped: null };
  const fmv = units.div(splits).times(price).toDecimalPlaces(10);
  const capped = Decimal.min(fmv, full_value);
  return { cost: Decimal.max(paid, capped), fmv, capped };
}
