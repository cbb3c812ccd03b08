import type { Amount, Fixed } from '../../platform/fixed-point.ts';
import type { DisposalRecord } from './disposals.ts';
import type { OpenLot } from './lot-queue.ts';

/** A part of a disposal and the lot it came from; negative where a sale was cancelled. */
interface MatchedLot<R extends object> {
  lot: OpenLot<R>;
  quantity: Fixed;
  cost: Amount;
  /** Share of what was received after the fee. */
  proceeds: Amount;
  gain: Amount;
  isIntraday: boolean;
}

/** A disposal lot by lot, oldest first: its proceeds shared out by units, so that the gains add up to its own. */
export function matchedLots<R extends object>({
  parts,
  proceeds,
  quantity,
}: Pick<DisposalRecord<R>, 'parts' | 'proceeds' | 'quantity'>): MatchedLot<R>[] {
  const shares = shareOut(proceeds, quantity, parts);
  return parts.map(({ lot, quantity: units, cost, isIntraday = false }, at) => {
    const own = shares[at] ?? 0n;
    return { lot, quantity: units, cost, proceeds: own, gain: own - cost, isIntraday };
  });
}

/**
 * Shares an amount out over parts by their units. The rounding is done on the running sum, so that the shares of all parts
 * add up to the amount exactly.
 * @param whole the units of all parts; not zero.
 */
export function shareOut(amount: Amount, whole: Fixed, parts: readonly { quantity: Fixed }[]): Amount[] {
  let units = 0n;
  let given = 0n;
  return parts.map(({ quantity }) => {
    units += quantity;
    const upTo = (amount * units) / whole;
    const own = upTo - given;
    given = upTo;
    return own;
  });
}
