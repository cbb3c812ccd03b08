import { SYMBOL_ALIASES } from './symbol-aliases.ts';

/** A symbol with what else is known of it. */
export interface Named {
  symbol: string;
  isin: string | null;
}

/** Shorter names are the beginning of too many others. */
const SHORTEST_PREFIX = 4;
/** Words that a company's name ends with and that tell no two companies apart. */
const LEGAL_FORM = /(?:LIMITED|LTD|CORPORATION|CORP|COMPANY|CO|INC|PLC)+$/;

/** The letters of a name, in capitals: `BAJAJ-AUTO` and `Bajaj Auto` are both `BAJAJAUTO`. */
export const lettersOf = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z]/g, '');

/**
 * Brings the symbols of trades back to those of holdings where the source writes them otherwise (spec: Connection sync
 * rules 5), in two tiers: by letters alone, one the beginning of the other; then by a dictionary of names. What fits
 * neither stays as it is, and so does what fits several: two shares must never become one. Where both sides have an
 * ISIN, the ISIN alone decides.
 *
 * A longer trade symbol counts only when the holding's symbol ends where a word ends: `INFY-EQ` is INFY, but
 * `INDIGOPNTS` is not INDIGO.
 *
 * @returns the symbol to record for a trade.
 */
export function createRealigner(
  holdings: readonly Named[],
  aliases: ReadonlyMap<string, string> = SYMBOL_ALIASES,
): (trade: Named) => string {
  const held = holdings
    .filter(({ symbol }) => symbol !== '')
    .map(({ symbol, isin }) => ({ symbol, isin, letters: lettersOf(symbol) }));
  const exact = new Set(held.map(({ symbol }) => symbol));
  const known = new Map<string, string>();

  function find({ symbol, isin }: Named): string {
    const sameIsin = isin === null ? [] : held.filter((holding) => holding.isin === isin);
    if (sameIsin.length > 0) return only(sameIsin) ?? symbol;
    const candidates = held.filter((holding) => holding.isin === null || isin === null);
    const letters = lettersOf(symbol);
    if (letters === '') return symbol;
    const equal = candidates.filter((holding) => holding.letters === letters);
    const alike =
      equal.length > 0 ? equal : candidates.filter((holding) => beginsAlike(symbol, letters, holding));
    if (alike.length > 0) return only(alike) ?? symbol;
    const meant = aliases.get(letters) ?? aliases.get(letters.replace(LEGAL_FORM, ''));
    return candidates.some((holding) => holding.symbol === meant) && meant !== undefined ? meant : symbol;
  }

  return ({ symbol, isin }) => {
    if (exact.has(symbol)) return symbol;
    const key = `${symbol}\0${isin ?? ''}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = find({ symbol, isin })));
    return found;
  };
}

function beginsAlike(symbol: string, letters: string, holding: { symbol: string; letters: string }): boolean {
  if (Math.min(letters.length, holding.letters.length) < SHORTEST_PREFIX) return false;
  if (holding.letters.startsWith(letters)) return true;
  return letters.startsWith(holding.letters) && wordEndsAfter(symbol, holding.letters.length);
}

/** Whether the text goes on with something else than a letter after so many letters of it. */
function wordEndsAfter(text: string, count: number): boolean {
  return new RegExp(`^(?:[^A-Z]*[A-Z]){${count}}[^A-Z]`).test(text.toUpperCase());
}

function only(found: readonly { symbol: string }[]): string | null {
  const symbols = new Set(found.map(({ symbol }) => symbol));
  const [first = null] = symbols;
  return symbols.size === 1 ? first : null;
}
