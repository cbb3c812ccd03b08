import { Decimal } from '../../platform/money.ts';

/** What a year leaves free of the long-term gains of listed equity, in rupees: one amount, whatever the rates within it. */
export function yearlyExemption(fyFrom: string): number {
  if (fyFrom < '2018-04-01') return 0;
  return fyFrom < '2024-04-01' ? 100_000 : 125_000;
}

/** A gain of one year under one rule. */
interface ExemptGain {
  /** Percentage points. */
  rate_pct: number;
  /** Below zero a loss; null where it is unknown. */
  gain: Decimal | null;
}

/**
 * One free amount for the whole year: it goes to the gains of the highest rate first, where it saves most.
 * @returns what each gain has of it, in the order given; null for all where one of them is unknown.
 */
export function sharedExemption(gains: readonly ExemptGain[], exemption: Decimal): (Decimal | null)[] {
  const used = gains.map((): Decimal | null => null);
  if (gains.some(({ gain }) => gain === null)) return used;
  let left = exemption;
  const byRate = [...gains.entries()].sort(([, a], [, b]) => b.rate_pct - a.rate_pct);
  for (const [at, { gain }] of byRate) {
    const own = Decimal.min(left, Decimal.max(gain ?? 0, 0));
    used[at] = own;
    left = left.minus(own);
  }
  return used;
}
