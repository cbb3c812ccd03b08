import type { RealisedLot } from '../rows/index.ts';
import type { OwnLot } from './compare-realised.ts';

/** What both sides say of one share. */
export interface Share {
  symbol: string;
  isin: string | null;
  theirs: RealisedLot[];
  ours: OwnLot[];
}

/**
 * The lots of both sides by share. A company that changed its name has two symbols and one ISIN; a list without ISINs is
 * tied to the other by its symbols.
 */
export function byShare(theirs: readonly RealisedLot[], ours: readonly OwnLot[]): Share[] {
  const all = [...theirs, ...ours];
  const isinOf = new Map<string, string>();
  for (const { symbol, isin } of all)
    if (isin !== null && !isinOf.has(keyOf(symbol))) isinOf.set(keyOf(symbol), isin);
  const shares = new Map<string, Share>();
  const shareOf = ({ symbol, isin }: { symbol: string; isin: string | null }): Share => {
    const known = isin ?? isinOf.get(keyOf(symbol)) ?? null;
    const key = known ?? keyOf(symbol);
    const share = shares.get(key) ?? { symbol, isin: known, theirs: [], ours: [] };
    shares.set(key, share);
    return share;
  };
  // Our own name for a share comes first: a person knows it by that.
  for (const lot of ours) shareOf(lot).ours.push(lot);
  for (const lot of theirs) shareOf(lot).theirs.push(lot);
  return [...shares.values()].toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1));
}

const keyOf = (symbol: string): string => symbol.trim().toUpperCase();
