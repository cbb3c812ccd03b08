import { chainOf, isLotChange, type LotStep, type PositionState, type Rename } from '../ledger/index.ts';
import { type Amount, type Fixed, share } from '../../platform/index.ts';

/** A lot on its way from one share to another. */
export interface MovedLot {
  /** The day from which it counts as held. */
  date: string;
  units: Fixed;
  /** Null where nobody knows it. */
  cost: Amount | null;
  /** The shares that it was, up to the one that it leaves. */
  chain: readonly LotStep[];
}

/** @param on the day of the move; later names of the share are not in the chains. */
export function movedLots(state: PositionState, renames: readonly Rename[], on: string): MovedLot[] {
  const changes = state.rows.filter(isLotChange);
  const known = renames.filter(({ ex_date }) => ex_date <= on);
  return Array.from(state.lots.open(), ({ heldSince, quantity, cost, isCostKnown, record }) => ({
    date: heldSince,
    units: quantity,
    cost: isCostKnown ? cost : null,
    chain: chainOf(record, changes, known),
  }));
}

/** An amount divided over the lots of known cost by their units; none for the others. */
export function runningShares(lots: readonly MovedLot[], amount: Amount): Amount[] {
  const whole = lots.reduce((sum, lot) => (lot.cost === null ? sum : sum + lot.units), 0n);
  let units = 0n;
  let given = 0n;
  return lots.map((lot) => {
    if (lot.cost === null) return 0n;
    units += lot.units;
    const upTo = share(amount, units, whole);
    const own = upTo - given;
    given = upTo;
    return own;
  });
}

/** Funds are held in fractions of a unit and stay so. */
export function isWhole({ assetClass }: PositionState): boolean {
  return assetClass !== 'Mutual Fund';
}

/** What a unit of the newest lot cost, rounded down; nothing where that is not known. */
export function newestCost(state: PositionState): Fixed {
  const newest = [...state.lots.open()].at(-1);
  return newest === undefined || newest.quantity === 0n ? 0n : newest.cost / newest.quantity;
}
