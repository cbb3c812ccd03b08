import { bareSymbol, companyKey, type CompanyNames, type Resolver } from '../../market/instruments/index.ts';
import { symbolKey } from '../fund-holdings/index.ts';

/** What is known of a share, wherever it stands: in a portfolio, or among the contents of a fund. */
export interface ShareWords {
  /** Symbol, or the name of the company. */
  symbol: string;
  name: string | null;
  isin: string | null;
  /** What is held itself knows best what the share is called. */
  is_direct: boolean;
  /** Symbols of rupee securities are those of NSE; the others are of nobody's list. */
  is_rupee: boolean;
  /** The day that the words are of, YYYY-MM-DD. */
  on: string;
}

/** One company, whatever words led to it. */
export interface Company {
  /** Equal for the same company and for no other. */
  key: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  /** By what it is known: the registry, its ISIN, or only the words. */
  known_by: 'REGISTRY' | 'ISIN' | 'WORDS';
}

/** What the registry knows. */
export interface Registered {
  resolver: Resolver;
  companies: CompanyNames;
}

/** A split gives an Indian share a new ISIN: issuer and kind of security, its first nine characters, stay. */
const keyOfIsin = (isin: string): string => `ISIN ${isin.startsWith('INE') ? isin.slice(0, 9) : isin}`;

/**
 * Tells which of these shares are of one company. The registry comes first (ISIN, symbol as it was on the day, confirmed
 * alias, then the company's name), then the ISIN that was given. What neither knows takes the company that its symbol or
 * name means elsewhere among these shares, where that is one company alone; else it stands for itself.
 * @returns companies in the order of the shares.
 */
export function companiesOf(shares: readonly ShareWords[], registered: Registered): Company[] {
  const first = shares.map(onceFor(wordOf, (share) => known(share, registered)));
  const words = wordsOf(shares, first);
  const keys = shares.map((share, at) => first[at] ?? inOtherWords(share, words));
  return named(shares, keys);
}

/** Broad funds hold the same companies: what was worked out for a share holds for the next of the same words. */
function onceFor<T, R>(key: (of: T) => string, work: (of: T) => R): (of: T) => R {
  const done = new Map<string, R>();
  return (of) => {
    const word = key(of);
    const before = done.get(word);
    if (before !== undefined || done.has(word)) return before as R;
    const result = work(of);
    done.set(word, result);
    return result;
  };
}

const wordOf = ({ symbol, name, isin, is_rupee, on }: ShareWords): string =>
  `${symbol}\0${name ?? ''}\0${isin ?? ''}\0${is_rupee ? on : ''}`;

type Found = Pick<Company, 'key' | 'known_by'> & Partial<Omit<Company, 'key' | 'known_by'>>;

function known(share: ShareWords, { resolver, companies }: Registered): Found | null {
  const { isin, name, on } = share;
  if (share.is_rupee) {
    const exchange = 'NSE';
    const resolution = resolver.resolve({ isin, symbol: bareSymbol(share.symbol), exchange, on });
    const instrument =
      resolution.outcome === 'FOUND'
        ? resolution.instrument
        : isin === null && resolution.outcome === 'UNKNOWN'
          ? (companies(share.symbol) ?? (name === null ? null : companies(name)))
          : null;
    if (instrument !== null)
      return {
        key: instrument.isin === null ? `REGISTRY ${instrument.id}` : keyOfIsin(instrument.isin),
        symbol: instrument.symbol,
        name: instrument.name,
        isin: instrument.isin,
        known_by: 'REGISTRY',
      };
  }
  return isin === null ? null : { key: keyOfIsin(isin), isin, known_by: 'ISIN' };
}

/** Which company a word means among these shares; null where it means several. */
type Words = Map<string, Found | null>;

const spaceOf = (share: ShareWords, word: string): string => `${share.is_rupee ? 'INR' : '*'} ${word}`;

/** Words teach: those of what is known, and the names of what is held. */
function wordsOf(shares: readonly ShareWords[], found: readonly (Found | null)[]): Words {
  const words: Words = new Map();
  const taught = new Set<string>();
  for (const [at, share] of shares.entries()) {
    const company = found[at] ?? (share.is_direct ? bySymbol(share) : null);
    if (company === null) continue;
    const lesson = `${company.key}\0${share.is_rupee}\0${share.symbol}\0${share.name ?? ''}`;
    if (taught.has(lesson)) continue;
    taught.add(lesson);
    for (const word of new Set([
      symbolKey(share.symbol),
      companyKey(share.symbol),
      ...(share.name === null ? [] : [companyKey(share.name)]),
    ])) {
      const spaced = spaceOf(share, word);
      const before = words.get(spaced);
      words.set(spaced, before === undefined || before?.key === company.key ? company : null);
    }
  }
  return words;
}

function inOtherWords(share: ShareWords, words: Words): Found {
  if (!share.is_direct) {
    for (const word of [symbolKey(share.symbol), companyKey(share.symbol)]) {
      // A rupee fund may hold a foreign share as well; a foreign fund says nothing of NSE's symbols.
      const own = words.get(spaceOf(share, word));
      const found = own === undefined && share.is_rupee ? words.get(`* ${word}`) : own;
      if (found) return found;
    }
  }
  return bySymbol(share);
}

function bySymbol(share: ShareWords): Found {
  return { key: `WORDS ${companyKey(bareSymbol(share.symbol))}`, known_by: 'WORDS' };
}

/** Every company is called one thing: as the registry does, else as it is held, else as it was written first. */
function named(shares: readonly ShareWords[], found: readonly Found[]): Company[] {
  const names = new Map<string, Company>();
  const order = [...shares.keys()].sort(
    (a, b) => Number(shares[b]?.is_direct ?? false) - Number(shares[a]?.is_direct ?? false) || a - b,
  );
  for (const at of order) {
    const share = shares[at];
    const one = found[at];
    if (share === undefined || one === undefined) continue;
    const before = names.get(one.key);
    if (before === undefined || (before.known_by !== 'REGISTRY' && one.known_by === 'REGISTRY'))
      names.set(one.key, {
        key: one.key,
        symbol: one.symbol ?? before?.symbol ?? share.symbol,
        name: one.name ?? before?.name ?? share.name,
        isin: one.isin ?? before?.isin ?? share.isin,
        known_by: one.known_by,
      });
    else names.set(one.key, { ...before, name: before.name ?? share.name, isin: before.isin ?? share.isin });
  }
  return found.map(({ key }) => names.get(key) as Company);
}
