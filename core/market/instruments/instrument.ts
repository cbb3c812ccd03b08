import type { AssetClass } from './asset-class.ts';

/** Exchanges that the registry knows; NSE is the one whose lists are imported today. */
export const REGISTRY_EXCHANGES = ['NSE', 'BSE', 'NYSE', 'NASDAQ'] as const;
export type RegistryExchange = (typeof REGISTRY_EXCHANGES)[number];

/** An index is here for the sake of its levels: nobody holds it. */
export type InstrumentClass = AssetClass | 'Index';

/** What each exchange trades in. */
const CURRENCY_OF: Readonly<Record<RegistryExchange, string>> = {
  NSE: 'INR',
  BSE: 'INR',
  NYSE: 'USD',
  NASDAQ: 'USD',
};

/** One listing. Dates are YYYY-MM-DD; unknown is null. */
export interface Instrument {
  id: string;
  /** Null for what a provider alone knows. */
  exchange: RegistryExchange | null;
  /** The id under which a provider knows it, with its prefix: `yahoo:AAPL`. Null for what an exchange's lists hold. */
  external_id: string | null;
  /** The symbol of today, or the last one of an instrument that is listed no more. */
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: InstrumentClass;
  /** ISO 4217 */
  currency: string;
  series: string | null;
  listed_on: string | null;
  /** The first day without a listing, or the day on which that was noticed. */
  delisted_on: string | null;
  /** In rupees, as exact text. */
  face_value: string | null;
  sector: string | null;
  industry: string | null;
  /** The scheme whose words sector and industry are, and the day of the list they come from. */
  classification: string | null;
  classified_on: string | null;
}

/** Something that no list of an exchange has: a provider vouches for it. */
export interface ExternalInstrument {
  /** The provider's id with its prefix, such as `yahoo:AAPL` or `amfi:120503`. */
  external_id: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: AssetClass;
  /** ISO 4217 */
  currency: string;
}

export const ALIAS_KINDS = ['FORMER_SYMBOL', 'FORMER_ISIN', 'BROKER', 'NAME'] as const;
export type AliasKind = (typeof ALIAS_KINDS)[number];
export const ALIAS_STATUSES = ['CONFIRMED', 'PROPOSED', 'REJECTED'] as const;
export type AliasStatus = (typeof ALIAS_STATUSES)[number];

/** Another word for an instrument. Only a confirmed one is ever followed; a rejected one silences its like for good. */
export interface Alias {
  instrument_id: string;
  /** As `aliasKey` writes it. */
  alias: string;
  kind: AliasKind;
  status: AliasStatus;
  valid_from: string | null;
  /** The last day. */
  valid_to: string | null;
  source: string;
}

/** From `on` (its first day) the company that was `from` is called `to`. */
export interface SymbolChange {
  exchange: RegistryExchange;
  from: string;
  to: string;
  on: string;
}

/** Everything a resolver looks at. */
export interface Registry {
  instruments: readonly Instrument[];
  aliases: readonly Alias[];
  changes: readonly SymbolChange[];
}

/** What an instrument is quoted in. @param own where its exchange does not tell. */
export function currencyOf(exchange: RegistryExchange | null, own: string | null): string {
  return own ?? (exchange === null ? '' : CURRENCY_OF[exchange]);
}

/** Upper case, one space between words: two spellings of one alias or symbol are one. */
export function aliasKey(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}

/**
 * Whether two ISINs can be of one company's share: a face-value split gives an Indian share a new ISIN under the same
 * issuer and kind of security (the first nine characters). Funds share the code of their house, so for them only the
 * same ISIN will do.
 */
export function isSameIssuer(one: string, other: string): boolean {
  return one === other || (one.startsWith('INE') && one.slice(0, 9) === other.slice(0, 9));
}
