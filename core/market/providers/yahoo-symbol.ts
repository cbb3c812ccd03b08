import type { Instrument } from '../quotes/index.ts';

/** NSE's series, which some brokers append to the symbol. */
const SERIES = /-(EQ|BE|BZ|SM|ST)$/;
const SUFFIXED = /\.(NS|BO)$/;

/**
 * What an instrument is called at Yahoo, in the order to try: rupee securities at NSE, then at BSE, under each of their
 * names, the one of today first; American ones bare, with a dash for the class of a share (spec: Price refresh rules 2).
 */
export function yahooSymbols({
  symbol,
  currency,
  names,
}: Pick<Instrument, 'symbol' | 'currency' | 'names'>): string[] {
  if (SUFFIXED.test(symbol)) return [symbol];
  if (currency === 'USD') return [symbol.replace('.', '-')];
  if (currency !== 'INR') return [symbol];
  const bare = (names ?? [symbol]).map((name) => name.replace(SERIES, ''));
  return [...new Set(bare)].flatMap((name) => [`${name}.NS`, `${name}.BO`]);
}
