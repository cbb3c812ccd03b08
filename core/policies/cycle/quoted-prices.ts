import { bareSymbol } from '../../market/instruments/index.ts';
import type { InstrumentQuote, InstrumentQuotes } from '../../market/index.ts';
import { type Fixed, nearestFixed } from '../../platform/index.ts';
import type { PricePanel } from '../../strategies/index.ts';

type Quote = NonNullable<InstrumentQuote['quote']>;

/** Fresh quotes of shares, by their index in the panel; a share without one is not there. */
export type QuotedPrices = ReadonlyMap<number, Fixed>;

/**
 * Asks for quotes of some shares, by their index in the panel. Two shares that a provider knows under one name are priced by
 * neither (spec: Policy rules 7): which of them it means nobody can tell.
 */
export async function panelQuotes(
  quotesOf: InstrumentQuotes,
  userId: string,
  { securities }: Pick<PricePanel, 'securities'>,
  wanted: Iterable<number>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, Quote>> {
  const bearers = new Map<string, number>();
  for (const { instrument_id, symbol } of securities) {
    // What stands for no share is nobody's namesake.
    if (instrument_id !== null) bearers.set(bareSymbol(symbol), (bearers.get(bareSymbol(symbol)) ?? 0) + 1);
  }
  const asked = [...new Set(wanted)].flatMap((security) => {
    const share = securities[security];
    if (share === undefined || share.instrument_id === null) return [];
    return bearers.get(bareSymbol(share.symbol)) === 1 ? [{ security, share }] : [];
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
  return new Map(
    asked.flatMap(({ security }, at) => {
      const quote = answers[at]?.quote ?? null;
      return quote === null ? [] : [[security, quote] as const];
    }),
  );
}

/** The quotes of a day as prices. */
export async function quotedPrices(
  quotesOf: InstrumentQuotes,
  userId: string,
  panel: Pick<PricePanel, 'securities'>,
  wanted: Iterable<number>,
  day: string,
  signal?: AbortSignal,
): Promise<QuotedPrices> {
  const prices = new Map<number, Fixed>();
  for (const [security, quote] of await panelQuotes(quotesOf, userId, panel, wanted, signal)) {
    if (quote.as_of !== day) continue;
    const price = nearestFixed(String(quote.price));
    if (price !== null && price > 0n) prices.set(security, price);
  }
  return prices;
}
