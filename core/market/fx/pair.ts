/** Two currencies in the one order in which their rate is kept. */
export interface Pair {
  base: string;
  quote: string;
}

/** Other currencies are told in these, the first that is there: units of it for one of the other. */
const QUOTES = ['INR', 'USD', 'EUR'];

/** The order in which the rate of two currencies is kept; `isInverted` where they were asked for the other way round. */
export function pairOf(from: string, to: string): Pair & { isInverted: boolean } {
  const quote = QUOTES.find((currency) => currency === from || currency === to) ?? (from < to ? to : from);
  const isInverted = quote === from;
  return { base: isInverted ? to : from, quote, isInverted };
}

/** The name of a pair at Yahoo: USDINR=X is rupees for a dollar. */
export function yahooPair({ base, quote }: Pair): string {
  return `${base}${quote}=X`;
}
