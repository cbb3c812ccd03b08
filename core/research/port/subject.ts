import type { RegistryExchange } from '../../market/instruments/index.ts';

/** The one listed equity that a run is about, or a peer of it. Unknown is null. */
export interface ResearchSubject {
  /** Id in the instrument registry. */
  instrument_id: string;
  symbol: string;
  /** Null where the registry does not say: it is never taken for a foreign one because of that. */
  exchange: RegistryExchange | null;
  isin: string | null;
  name: string | null;
  sector: string | null;
  industry: string | null;
  /** ISO 4217 */
  currency: string | null;
  /** Earlier ISINs and symbols, under which filings and files may name it. */
  former_isins: readonly string[];
  former_symbols: readonly string[];
  /** Number of the share on BSE (scrip code), where a filing or an operator told it. */
  bse_code?: string | null;
}

/**
 * CURRENT takes what is known now, asking the sources; OFFLINE takes what is kept, and asks nobody; HISTORICAL takes only
 * what was published by a cut-off.
 */
export const RUN_MODES = ['CURRENT', 'OFFLINE', 'HISTORICAL'] as const;
export type RunMode = (typeof RUN_MODES)[number];

/** How tickers of Indian exchanges end at the public source of market data. */
const INDIAN_TICKER = /\.(NS|BO)$/i;

/**
 * Whether Indian exchanges may know of a share: by its exchange, else by the suffix of its ticker, the country of its ISIN,
 * and what it is quoted in, in this order. What nobody knows is never taken for foreign (research/Evidence acquisition rules 1).
 */
export function mayBeIndian({ exchange, symbol, currency, isin }: ResearchSubject): boolean {
  if (exchange !== null) return exchange === 'NSE' || exchange === 'BSE';
  if (INDIAN_TICKER.test(symbol)) return true;
  if (isin !== null) return isin.startsWith('IN');
  return currency === null || currency === '' || currency === 'INR';
}
