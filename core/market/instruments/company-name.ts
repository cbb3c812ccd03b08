import { type Instrument, isSameIssuer } from './instrument.ts';

/** Shares that one company may have; funds and indexes bear names that say nothing of a company. */
const SHARES = new Set<Instrument['asset_class']>(['Indian Equity', 'US Equity']);

/**
 * The name of a company without what lists write differently: `The Tata Power Co. Ltd.` and `TATA POWER CO LIMITED` are
 * one. What is no name at all, such as a symbol, comes out in capitals.
 */
export function companyKey(name: string): string {
  const words = name
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^THE /, '')
    .replace(/ (LTD|LIMITED)$/, '');
  return words === '' ? name.trim().toUpperCase() : words;
}

/** The share of the company that is named, as its exchange lists it; null where none or several companies bear the name. */
export type CompanyNames = (name: string) => Instrument | null;

export function createCompanyNames(instruments: readonly Instrument[]): CompanyNames {
  const byName = new Map<string, Instrument | null>();
  for (const instrument of instruments) {
    if (instrument.name === null || instrument.exchange === null || !SHARES.has(instrument.asset_class))
      continue;
    const key = companyKey(instrument.name);
    const known = byName.get(key);
    if (known === undefined) byName.set(key, instrument);
    else if (known !== null) byName.set(key, preferred(known, instrument));
  }
  return (name) => byName.get(companyKey(name)) ?? null;
}

/** Of two listings of one company the one that is still listed; null where they are two companies. */
function preferred(one: Instrument, other: Instrument): Instrument | null {
  if (one.isin === null || other.isin === null || !isSameIssuer(one.isin, other.isin)) return null;
  return one.delisted_on !== null && other.delisted_on === null ? other : one;
}
