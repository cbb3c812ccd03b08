import { type Amount, FIXED_ONE, type Fixed } from '../../platform/fixed-point.ts';
import type { ChargedKind } from './charge-rows.ts';
import { chargesOf } from './charges.ts';

/**
 * The most shares that cash pays for, charges included: a whole number of them, as a quantity; 0 where it does not pay for
 * one. Throws a RangeError unless the price is above 0, and before `FIRST_CHARGES_DAY`.
 * @param of rupees, price of a share, and day (YYYY-MM-DD) of the purchase.
 */
export function mostAffordable(of: { cash: Amount; price: Fixed; kind: ChargedKind; day: string }): Fixed {
  const { cash, price, kind, day } = of;
  if (price <= 0n) throw new RangeError('A share has a price above 0.');
  const one = price * FIXED_ONE;
  const charges = (shares: bigint): Amount =>
    chargesOf({ side: 'BUY', kind, day, value: shares * one }).total;
  const within = (rest: Amount): bigint => (rest < one ? 0n : rest / one);
  // Charges never fall as the value rises: what remains after those of too many shares pays for enough of them, and what
  // remains after those of few enough pays for no more than the answer.
  let most = within(cash);
  let least = within(cash - charges(most));
  most = within(cash - charges(least));
  while (least < most) {
    const middle = (least + most + 1n) / 2n;
    if (middle * one + charges(middle) <= cash) least = middle;
    else most = middle - 1n;
  }
  return least * FIXED_ONE;
}
