import type { AssetClass } from '../../../market/instruments/index.ts';

// `AAPL 08/16/2024 230.00 C`, `SPY   250321C00500000` and `-AAPL250815C320`.
const OPTION_SYMBOL =
  /^(?:-?[A-Z.]{1,6}\d?\s*\d{6}[CP][\d.]{1,8}|[A-Z./]{1,7}\s+\d{1,2}\/\d{1,2}\/\d{2,4}\s+[\d.]+\s+[CP])$/i;
const OPTION_WORDS =
  /^(?:CALL|PUT)\b.*\d|\b\d{1,2}\/\d{1,2}\/\d{2,4}\s+(?:call|put)\b|\bto (?:open|close)\b/i;
const FUND_WORDS = /\b(?:ETFS?|ETNS?|ISHARES|SPDR|PROSHARES|FUNDS?|FDS?|INDEX (?:TRUST|TR))\b/i;
/** Five letters with an X at the end name an open-end fund. */
const FUND_SYMBOL = /^[A-Z]{4}X$/;
const CUSIP = /^(?=.*\d)[0-9A-Z]{8}\d$/;

/** The symbol of a cell: upper case, without what spreadsheets put around it; a class of shares after a dot (BRK.B). */
export function usSymbol(text: string): string {
  return text
    .trim()
    .replace(/^="?([^"]*)"?$/, '$1')
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/^([A-Z]{1,5})\/([A-Z])$/, '$1.$2');
}

/** Whether a text can be the symbol of a share; a formula or a sentence is none. */
export function isUsSymbol(symbol: string): boolean {
  return /^[A-Z0-9][A-Z0-9 ./-]{0,19}$/.test(symbol);
}

/** Whether a row is about an option, by its symbol or by what describes it. */
export function isOption(symbol: string, ...words: string[]): boolean {
  return OPTION_SYMBOL.test(symbol) || words.some((text) => OPTION_WORDS.test(text.trim()));
}

/** Whether what a security is called says that it is a fund. */
export function isFundName(name: string): boolean {
  return FUND_WORDS.test(name);
}

/**
 * The class of an American security. A mutual fund has a ticker there and gets its price by it, as an ETF does; the class
 * Mutual Fund is of schemes that are priced by their ISIN.
 */
export function usAssetClass(symbol: string, name: string, kind = ''): AssetClass {
  const word = kind.toLowerCase();
  if (/fixed income|bond|treasur|\bcds?\b/.test(word) || CUSIP.test(symbol)) return 'Bond';
  if (/etf|closed end|fund/.test(word) || isFundName(name) || FUND_SYMBOL.test(symbol)) return 'ETF';
  return 'US Equity';
}
