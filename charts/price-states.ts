import type { DataQuality, PriceQuality } from '../core/quality/index.ts';

/** States of a price, in the words of every surface. */
export const PRICE_STATES: Record<PriceQuality['state'], string> = {
  FRESH: 'up to date',
  STALE: 'old',
  UNAVAILABLE: 'without a price',
  BY_HAND: 'priced by hand',
};

/** `3 old`, `1 without a price`: counts of the prices that are not up to date, without those that are none. */
export const countsOfPrices = ({ stale, unavailable, by_hand }: DataQuality['prices']): string[] =>
  (
    [
      [stale, 'STALE'],
      [unavailable, 'UNAVAILABLE'],
      [by_hand, 'BY_HAND'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count.toLocaleString('en-IN')} ${PRICE_STATES[state]}`);
