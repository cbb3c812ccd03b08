import type { IndexClose } from './index-close.ts';

/** Rates for days, as the exchange-rate service answers them. */
export type RatesByDay = (
  questions: readonly { from: string; to: string; day: string }[],
) => Promise<({ rate: { toNumber(): number }; source: string } | null)[]>;

/**
 * The closes of an index in another currency, each at the rate of its day: an American index in rupees rises with the
 * dollar too. Where a day has no rate on record the closes stay in the index's own currency, and `currency` says so.
 */
export async function closesIn(
  closes: readonly IndexClose[],
  own: string,
  wanted: string,
  rates: RatesByDay,
): Promise<{ closes: IndexClose[]; currency: string }> {
  if (own === wanted || closes.length === 0) return { closes: [...closes], currency: own };
  const found = await rates(closes.map(({ day }) => ({ from: own, to: wanted, day })));
  const converted: IndexClose[] = [];
  for (const [at, { day, value }] of closes.entries()) {
    const rate = found[at];
    if (!rate || rate.source === 'REFERENCE') return { closes: [...closes], currency: own };
    converted.push({ day, value: value * rate.rate.toNumber() });
  }
  return { closes: converted, currency: wanted };
}
