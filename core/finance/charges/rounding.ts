import { type Amount, AMOUNT_ONE, type Fixed, FIXED_ONE } from '../../platform/fixed-point.ts';

const PAISA = AMOUNT_ONE / 100n;
const RUPEE_OF_PRODUCT = AMOUNT_ONE * FIXED_ONE;
const PAISA_OF_PRODUCT = PAISA * FIXED_ONE;
const HALF_RUPEE = RUPEE_OF_PRODUCT / 2n;
const HALF_PAISA = PAISA_OF_PRODUCT / 2n;

/** A part of an amount of 0 or more, rounded half up to the paisa. */
export function toPaisa(amount: Amount, part: Fixed): Amount {
  if (part === 0n) return 0n;
  return ((amount * part + HALF_PAISA) / PAISA_OF_PRODUCT) * PAISA;
}

/** A part of an amount of 0 or more, rounded half up to the rupee. */
export function toRupee(amount: Amount, part: Fixed): Amount {
  if (part === 0n) return 0n;
  return ((amount * part + HALF_RUPEE) / RUPEE_OF_PRODUCT) * AMOUNT_ONE;
}
