import type { Fate } from './importer.ts';
import { shown } from '../rows/index.ts';

const SEGMENT = /^(?:FO|F&O|FNO|NFO|BFO|CDS|BCD|COM|MCX|NCO|NCDEX)$/i;
const INSTRUMENT =
  /^(?:OPT|FUT|FOP|CFD|OPTIONS?|FUTURES?|DERIVATIVES?|OPT(?:STK|IDX|CUR|FUT)|FUT(?:STK|IDX|CUR|COM))$/i;

/** Segments of shares and funds, as brokers and their interfaces write them. */
const CASH_SEGMENT =
  /^(?:|-|EQ|EQUITY|EQUITIES|E|CASH|CASH MARKET|CM|CAPITAL|CAPITAL MARKET|NSE|BSE|NSE[_ -]?(?:EQ|CM|CASH)|BSE[_ -]?(?:EQ|CM|CASH)|MF|MUTUAL FUNDS?|DELIVERY|ROLLING|T2T|TT|TFT|TRADE TO TRADE|TRADE FOR TRADE|NORMAL|SPOT|10|STOCKS?|N|B|A|ETFS?)$/i;

/** Words that such a segment is put together of: "NSE Equity", "US Stocks", "Equity Delivery". */
const CASH_WORD =
  /^(?:NSE|BSE|US|USA|INDIA|INDIAN|EQ|EQUITY|EQUITIES|CASH|STOCKS?|SHARES?|DELIVERY|INTRADAY|MARKET|SEGMENT|CM|MF|MUTUAL|FUNDS?|ETFS?|BONDS?|DEBT|SME)$/i;

/**
 * What becomes of a row by its segment: a derivative is excluded, and one of a segment that is not known waits, since it may
 * be no share.
 */
export function segmentOf(word: string): Fate<'transactions'> {
  const text = word.trim();
  const excluded = derivativeReason(text) ?? (DERIVATIVE_WORDS.test(text) ? derivativeReason('FO') : null);
  if (excluded !== null) return { excluded };
  if (CASH_SEGMENT.test(text) || text.split(/[\s_/&,-]+/).every((part) => CASH_WORD.test(part))) return {};
  const message = `is not known: the segment ${shown(text)} may not be one of shares or funds. Enter BUY, SELL, DIVIDEND or SPLIT, or leave the row out.`;
  return { undecided: { field: 'type', message } };
}

const DERIVATIVE_WORDS = /deriv|f\s?&\s?o|futures?|options?|currenc|commodit/i;

/** Why a row of this segment or kind of instrument is left out; null when it is no derivative. */
export function derivativeReason(word: string): string | null {
  const text = word.trim();
  if (!SEGMENT.test(text) && !INSTRUMENT.test(text)) return null;
  return `A derivative (${text.toUpperCase()}). Derivatives are not imported.`;
}
