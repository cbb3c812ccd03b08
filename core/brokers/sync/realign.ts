import { companyKey } from '../../market/instruments/index.ts';
import { SYMBOL_ALIASES } from './symbol-aliases.ts';

/** A symbol with what else is known of it. */
export interface Named {
  symbol: string;
  isin: string | null;
  /** Of the company or fund. */
  name?: string | null;
}

/** What the registry of instruments knows of the words of trades; a portfolio without a registry knows none. */
export interface RegistryWords {
  /** Whether something is or was listed under exactly this symbol. */
  isSymbol(word: string): boolean;
  /** The symbol of the one company of that name; null for none or several. */
  companySymbol(name: string): string | null;
  /** Symbols that begin with these letters. */
  beginning(letters: string): readonly string[];
}

/** The symbol to record for a trade, or the holdings that it may be of: only the person knows which. */
export type Realigned = string | { candidates: readonly string[] };

export const NO_REGISTRY: RegistryWords = {
  isSymbol: () => false,
  companySymbol: () => null,
  beginning: () => [],
};

/** Shorter names are the beginning of too many others. */
const SHORTEST_PREFIX = 4;
/** Words that a company's name ends with and that tell no two companies apart. */
const LEGAL_FORM = /(?:LIMITED|LTD|CORPORATION|CORP|COMPANY|CO|INC|PLC)+$/;
/** Words behind a symbol that are not of the share: its series, exchange, data vendor or the company's legal form. */
const NO_MARK =
  /^(?:EQ|BE|BZ|BL|SM|ST|IV|NS|BO|NSE|BSE|EQUITY|LIMITED|LTD|CORPORATION|CORP|COMPANY|CO|INC|PLC)$/;
/** What tells a share from another one of its company: votes, paid-up part, rights, warrants, preference, debentures. */
const MARK =
  /^(?:DVR|PP\d*|PARTLYPAID|RE\d*|RIGHTS?|RR|W\d*|WARRANTS?|PREF\d*|PREFERENCE|P\d+|NCD\d*|N\d+|BONDS?|A|B)$/;

/** The letters of a name, in capitals: `BAJAJ-AUTO` and `Bajaj Auto` are both `BAJAJAUTO`. */
export const lettersOf = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z]/g, '');

const signsOf = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** What a holding is to the words of a trade. SAME: certainly it; CUT: the words may be the beginning of its symbol. */
type Likeness = 'SAME' | 'CUT' | 'UNSURE' | null;

/**
 * Brings the symbols of trades back to those of holdings where the source writes them otherwise (spec: Connection sync
 * rules 5), in two tiers: by letters alone, one the beginning of the other; and by a dictionary of names. What fits neither
 * stays as it is; what is a symbol itself, today or formerly, too. Where both sides have an ISIN, the ISIN alone decides.
 *
 * Two shares must never become one: marks such as DVR, PP, RE and W1 tell shares of a company apart, and words that may be
 * of another share are asked about. Certain are equal signs, a series or legal form behind the symbol, the name of the
 * company, and a cut symbol that is the beginning of no other.
 */
export function createRealigner(
  holdings: readonly Named[],
  registry: RegistryWords = NO_REGISTRY,
  aliases: ReadonlyMap<string, string> = SYMBOL_ALIASES,
): (trade: Named) => Realigned {
  const held = holdings
    .filter(({ symbol }) => symbol !== '')
    .map(({ symbol, isin, name = null }) => ({
      symbol,
      isin,
      company: name === null ? '' : companyKey(name),
    }));
  const exact = new Set(held.map(({ symbol }) => symbol));
  const known = new Map<string, Realigned>();

  function find({ symbol, isin }: Named): Realigned {
    const sameIsin = isin === null ? [] : held.filter((holding) => holding.isin === isin);
    if (sameIsin.length > 0) return only(sameIsin) ?? symbol;
    const letters = lettersOf(symbol);
    if (letters === '' || registry.isSymbol(symbol)) return symbol;
    const open = held.filter((holding) => holding.isin === null || isin === null);
    const named = nameOf(symbol, letters, open);
    if (named !== null) return open.some((holding) => holding.symbol === named) ? named : symbol;
    const alike = open.map((holding) => ({ ...holding, as: likeness(symbol, letters, holding.symbol) }));
    const same = only(alike.filter((one) => one.as === 'SAME'));
    if (same !== null) return same;
    const candidates = [...new Set(alike.filter((one) => one.as !== null).map((one) => one.symbol))];
    const [first] = candidates;
    if (first === undefined) return symbol;
    const isCut = alike.every(({ as }) => as === null || as === 'CUT');
    const rivals = registry
      .beginning(letters)
      .filter((one) => one !== first && !isMark(lettersOf(first), one));
    if (candidates.length === 1 && isCut && rivals.length === 0) return first;
    // With an ISIN that no holding has, the trade is of none of them.
    return isin === null ? { candidates: [...candidates].sort() } : symbol;
  }

  /** The symbol of the company whose whole name the words are; null where they are no such name. */
  function nameOf(symbol: string, letters: string, open: typeof held): string | null {
    const company = companyKey(symbol);
    return (
      only(open.filter((holding) => holding.company === company)) ??
      aliases.get(letters) ??
      aliases.get(letters.replace(LEGAL_FORM, '')) ??
      registry.companySymbol(symbol)
    );
  }

  return ({ symbol, isin }) => {
    if (exact.has(symbol)) return symbol;
    const key = `${symbol}\0${isin ?? ''}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = find({ symbol, isin })));
    return found;
  };
}

function likeness(word: string, letters: string, symbol: string): Likeness {
  if (signsOf(word) === signsOf(symbol)) return 'SAME';
  const own = lettersOf(symbol);
  if (own === letters) return [word, symbol].every(endsInMark) ? null : 'UNSURE';
  const isLong = Math.min(own.length, letters.length) >= SHORTEST_PREFIX;
  if (own.startsWith(letters)) return isLong && !isMark(letters, symbol) ? 'CUT' : null;
  if (own === '' || !letters.startsWith(own) || !wordEndsAfter(word, own.length)) return null;
  const rest = restAfter(word, own.length);
  if (rest.some((one) => MARK.test(one))) return null;
  if (rest.every((one) => NO_MARK.test(one)) && signsOf(word).startsWith(signsOf(symbol))) return 'SAME';
  return isLong ? 'UNSURE' : null;
}

/** Whether a symbol that begins with these letters is, by the mark behind them, another share of the same company. */
const isMark = (letters: string, symbol: string): boolean =>
  MARK.test(restAfter(symbol, letters.length).join(''));

const endsInMark = (text: string): boolean => MARK.test(restAfter(text, 0).at(-1) ?? '');

/** The words behind so many letters of a text. */
function restAfter(text: string, count: number): string[] {
  const rest = new RegExp(`^(?:[^A-Z]*[A-Z]){${count}}`).exec(text.toUpperCase());
  return text
    .toUpperCase()
    .slice(rest?.[0].length ?? 0)
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
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
