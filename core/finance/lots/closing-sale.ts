import type { Fixed } from '../../platform/fixed-point.ts';

/** A sale of everything is at least so many times what roundings may have left of it. */
const TIMES = 1_000_000n;

/**
 * How far a quantity may be from what was meant: by one last decimal where it uses that, since it may have been rounded or
 * cut off there (a third is 0.3333333333); nothing where it has fewer decimals.
 */
export function roundingOf(quantity: Fixed): Fixed {
  return quantity % 10n === 0n ? 0n : 1n;
}

/** The doubt about units that a split multiplies: its own rounding comes on top. */
export function doubtAfterSplit(doubt: Fixed, units: Fixed, numerator: bigint, denominator: bigint): Fixed {
  const isRounded = (units * numerator) % denominator !== 0n;
  return (doubt * numerator + denominator - 1n) / denominator + (isRounded ? 1n : 0n);
}

/**
 * Whether a sale is of everything, although the units sold and held are not equal: three sales of 0.3333333333 out of 1 leave
 * 0.0000000001, which nobody holds. Two conditions: the difference is no more than what roundings may have made of
 * the units since nothing was held (`doubt`), and less than a millionth of the sale. Where no quantity uses the
 * last decimal there is no doubt: 0.00000001 units that somebody bought stay.
 * @param doubt the sum of {@link roundingOf} over the rows since nothing was held, this sale included, scaled by splits.
 */
export function isSaleOfAll(sold: Fixed, held: Fixed, doubt: Fixed): boolean {
  const difference = sold > held ? sold - held : held - sold;
  return difference !== 0n && difference <= doubt && difference * TIMES <= sold;
}
