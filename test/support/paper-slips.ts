import { Rational } from './rational.ts';

const ZERO = Rational.ZERO;

/** One slip of paper for each lot. It stays in its place when it is empty, so that units can come back to it. */
export interface Slip {
  /** The day from which the units count as held. */
  acquired: string;
  units: Rational;
  /** Cost of one unit; null where unknown. */
  unitCost: Rational | null;
  /** Of a purchase: the price on its contract note. Null of what came in a transfer. */
  price: Rational | null;
  /** Unknown cost and purchase date: held before the records began. */
  isOpening: boolean;
  /** Allotted for nothing. */
  isBonus: boolean;
  /** From a merger or demerger that the broker booked: the old share is unknown. */
  isDelivered: boolean;
  /** The share that it was on the evening of 31 January 2018; null of what came later. */
  old: OldPaper | null;
}

/** A slip as it was on a day, and its changes since. */
export interface OldPaper {
  symbol: string;
  /** Units for one of that day. */
  ratio: Rational;
  /** Demerged since, or of an unknown old share. */
  isUnknown: boolean;
}

/** Units of one slip that left for money, or came back. */
export interface Departure {
  day: string;
  slip: Slip;
  /** Negative where a sale was taken back. */
  units: Rational;
  /** Null where unknown. */
  cost: Rational | null;
  amount: Rational;
  charge: Rational;
  isIntraday: boolean;
  isCancelled: boolean;
  /** As they were on that day. */
  old: OldPaper | null;
}

/**
 * Slips after a ratio. A slip with less than the last decimal left hands its cost to the next one of known
 * cost, the last to the one before.
 */
export function carriedOver(
  slips: readonly Slip[],
  ratio: Rational,
): { slip: Slip; units: Rational; cost: Rational | null }[] {
  let upTo = ZERO;
  const moved = slips.map((slip) => {
    const before = upTo.times(ratio).toPlaces(10, 'even');
    upTo = upTo.plus(slip.units);
    const units = upTo.times(ratio).toPlaces(10, 'even').minus(before);
    return { slip, units, cost: slip.unitCost === null ? null : slip.unitCost.times(slip.units) };
  });
  const isTaker = (one: (typeof moved)[number]) => one.units.sign > 0 && one.cost !== null;
  for (const [at, one] of moved.entries()) {
    if (one.units.sign > 0 || one.cost === null) continue;
    const taker = moved.slice(at).find(isTaker) ?? moved.slice(0, at).findLast(isTaker);
    if (taker === undefined) continue;
    taker.cost = taker.cost?.plus(one.cost) ?? null;
    one.cost = ZERO;
  }
  return moved;
}
