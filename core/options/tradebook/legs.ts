import { grouped } from '../../platform/index.ts';
import { unitsOf, type Side } from '../records/index.ts';
import type { Contract } from './contract.ts';

/** Units of a contract that were opened by one fill and are not closed, or were closed by one. Prices in units of e-4. */
export interface Lot {
  contract: Contract;
  side: Side;
  quantity: number;
  entry: number;
  /** Null where it is not known. */
  exit: number | null;
  /** Ended by its expiry, not by a fill. */
  isExpired: boolean;
}

/** A leg as records have it, prices in rupees. */
export interface Leg extends Contract {
  side: Side;
  quantity: number;
  entry_price: number;
  exit_price: number | null;
}

/**
 * Lots of the same contract, side and kind of end as one leg at their average prices. Where an average has more than four
 * decimals it becomes two or three legs a ten-thousandth apart, so that the sum over the legs is exact.
 */
export function legsOf(lots: readonly Lot[]): Leg[] {
  const groups = grouped(
    lots,
    ({ contract, exit, isExpired, side }) =>
      `${contract.symbol} ${contract.expiry} ${side} ${exit === null} ${isExpired}`,
  );
  return [...groups.values()].flatMap((group) => averaged(group));
}

function averaged(group: readonly Lot[]): Leg[] {
  const [first] = group;
  if (first === undefined) return [];
  const quantity = group.reduce((sum, lot) => sum + lot.quantity, 0);
  const entry = averageOf(group.map((lot) => [lot.entry, lot.quantity]));
  const exit = first.exit === null ? null : averageOf(group.map((lot) => [lot.exit ?? 0, lot.quantity]));
  // The first units of each average are the dearer ones; a leg ends where either of them changes.
  const cuts = [...new Set([0, entry.dearer, exit?.dearer ?? 0, quantity])].toSorted((a, b) => a - b);
  return cuts.slice(1).map((upTo, at) => {
    const from = cuts[at] ?? 0;
    return {
      ...first.contract,
      side: first.side,
      quantity: upTo - from,
      entry_price: (entry.price + (from < entry.dearer ? 1 : 0)) / 10_000,
      exit_price: exit === null ? null : (exit.price + (from < exit.dearer ? 1 : 0)) / 10_000,
    };
  });
}

/** The average in whole units, rounded down, and how many units of quantity have to cost one more for an exact sum. */
function averageOf(parts: readonly (readonly [price: number, quantity: number])[]): {
  price: number;
  dearer: number;
} {
  let value = 0n;
  let quantity = 0n;
  for (const [price, count] of parts) {
    value += BigInt(price) * BigInt(count);
    quantity += BigInt(count);
  }
  return { price: Number(value / quantity), dearer: Number(value % quantity) };
}

/** What a contract is worth at its expiry, in units: of an option its intrinsic value. @param price of the underlying */
export function worthAtExpiry({ instrument, strike }: Contract, price: number): number {
  if (instrument === 'FUT') return unitsOf(price);
  const over = unitsOf(price) - unitsOf(strike ?? 0);
  return Math.max(0, instrument === 'CE' ? over : -over);
}
