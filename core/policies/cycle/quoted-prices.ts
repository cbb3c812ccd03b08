import type { InstrumentQuotes } from '../../market/index.ts';
import { type Fixed, nearestFixed } from '../../platform/index.ts';
import type { PricePanel } from '../../strategies/index.ts';

/** Fresh quotes of shares, by their index in the panel; a share without one is not there. */
export type QuotedPrices = ReadonlyMap<number, Fixed>;

/**
 * Asks for quotes of some shares and takes those of the day. Two shares that a provider knows under one name are priced by
 * neither (spec: Policy rules 7): which of them it means nobody can tell.
 */
export async function quotedPrices(
  quotesOf: InstrumentQuotes,
  userId: string,
  { securities }: Pick<PricePanel, 'securities'>,
  wanted: Iterable<number>,
  day: string,
  signal?: AbortSignal,
): Promise<QuotedPrices> {
  const bySymbol = grouped([...new Set(wanted)], (security) => securities[security]?.symbol ?? '');
  const single = [...bySymbol.values()].flatMap((same) => (same.length === 1 ? same : []));
  const asked = single.flatMap((security) => {
    const share = securities[security];
    return share === undefined || share.instrument_id === null ? [] : [{ security, share }];
  });
  const answers = await quotesOf(
    userId,
    asked.map(({ share: { symbol, name, isin, asset_class } }) => ({
      symbol,
      name,
      isin,
      asset_class,
      currency: 'INR',
    })),
    signal,
  );
  const prices = new Map<number, Fixed>();
  for (const [at, { security }] of asked.entries()) {
    const quote = answers[at]?.quote;
    if (quote?.as_of !== day) continue;
    const price = nearestFixed(String(quote.price));
    if (price !== null && price > 0n) prices.set(security, price);
  }
  return prices;
}

function grouped<T, K>(list: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
