import { type Fixed, nearestFixed } from '../../platform/fixed-point.ts';

/** Closes have two decimals, values of funds four. */
const DECIMALS = 1e4;
/** From a number of those to a fixed-point one. */
const AS_FIXED = 1_000_000n;
/** Below it a price times thirty-two is a safe integer. */
const MOST_SCALED = Number.MAX_SAFE_INTEGER / 32;

/** A close in ten-thousandths of a rupee where that is a small whole number of them; NaN for any other. */
export function scaledOfClose(close: number): number {
  const scaled = Math.round(close * DECIMALS);
  // The quotient is rounded correctly: equal means that the close is the double nearest to that decimal.
  return scaled / DECIMALS === close && scaled < MOST_SCALED ? scaled : Number.NaN;
}

/** The same of an exact price. */
export function scaledOfFixed(price: Fixed): number {
  const scaled = Number(price / AS_FIXED);
  return price % AS_FIXED === 0n && scaled < MOST_SCALED ? scaled : Number.NaN;
}

/** The exact price of a scaled close. */
export const fixedOfScaled = (scaled: number): Fixed => BigInt(scaled) * AS_FIXED;

/** The exact price that a double stands for: the shortest decimal that rounds to it. */
export function fixedOfClose(close: number): Fixed {
  const scaled = scaledOfClose(close);
  return Number.isNaN(scaled) ? (nearestFixed(String(close)) ?? 0n) : fixedOfScaled(scaled);
}
