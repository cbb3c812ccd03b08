import { verifyEquity as askYahoo } from './evidence/index.ts';
import type { Documents } from './port/index.ts';
import type { VerifiedEquity, VerifyEquity } from './runs/index.ts';

/** Yahoo's codes of the exchanges that research knows rules for. */
const INDIAN = new Set(['NSI', 'BSE', 'BOM']);
const INDIAN_TICKER = /\.(NS|BO)$/;
const AMERICAN = new Set(['NMS', 'NGM', 'NCM', 'NYQ', 'ASE', 'PCX', 'BTS']);

/** What is not in the registry, by Yahoo's word (research/Run creation rules 4). */
export function createVerifyEquity(documents: Documents): VerifyEquity {
  return async (ticker): Promise<VerifiedEquity> => {
    const { equity, ...refusal } = await askYahoo(ticker, documents);
    if (equity === null)
      return {
        outcome: 'isOutside' in refusal && refusal.isOutside ? 'UNAVAILABLE' : 'UNKNOWN',
        message: refusal.reason ?? `${ticker} could not be verified.`,
      };
    const { symbol, name, exchange } = equity;
    // Where Yahoo leaves the exchange out, the suffix of its ticker tells it.
    const isIndian = exchange === null ? INDIAN_TICKER.test(symbol) : INDIAN.has(exchange);
    if (exchange === null && !isIndian)
      return {
        outcome: 'UNKNOWN',
        message: `Yahoo does not say where ${symbol} is listed. Add .NS or .BO to say which Indian exchange you mean.`,
      };
    if (!isIndian && !AMERICAN.has(exchange ?? ''))
      return {
        outcome: 'UNKNOWN',
        message: `${symbol} is listed elsewhere. Research covers shares on Indian and US exchanges.`,
      };
    return {
      outcome: 'EQUITY',
      instrument: {
        external_id: `yahoo:${symbol}`,
        symbol,
        name,
        isin: null,
        asset_class: isIndian ? 'Indian Equity' : 'US Equity',
        currency: isIndian ? 'INR' : 'USD',
      },
    };
  };
}
