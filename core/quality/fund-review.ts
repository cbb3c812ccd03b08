import { bareSymbol } from '../market/instruments/index.ts';
import type { PricedHolding } from '../portfolio/index.ts';
import type { InstrumentReview } from './view.ts';

/** Indian mutual funds: what AMFI lists. */
export function isIndianFund({ asset_class, currency }: PricedHolding): boolean {
  return asset_class === 'Mutual Fund' && currency === 'INR';
}

/**
 * Funds that were looked up and not found, each once whatever the number of portfolios.
 * @param failures why each was not found, in the same order; null where it was, or was not looked up.
 */
export function reviewFunds(
  funds: readonly PricedHolding[],
  failures: readonly (string | null)[],
): InstrumentReview[] {
  const reviews = new Map<string, InstrumentReview>();
  for (const [at, { symbol, isin, name, portfolio }] of funds.entries()) {
    const failure = failures[at] ?? null;
    if (failure === null) continue;
    const key = `${symbol} ${isin ?? ''}`;
    const known = reviews.get(key);
    if (known !== undefined) known.portfolios.push(portfolio);
    else
      reviews.set(key, {
        kind: 'UNKNOWN',
        word: isin ?? bareSymbol(symbol),
        symbol,
        isin,
        name,
        portfolios: [portfolio],
        message: messageOf(failure, isin),
        candidates: [],
      });
  }
  return [...reviews.values()];
}

function messageOf(failure: string, isin: string | null): string {
  const unvalued = 'Until then, past days have no NAV.';
  if (failure === 'NAME_AMBIGUOUS')
    return `Several schemes have this name. Enter the fund’s ISIN. ${unvalued}`;
  return isin === null
    ? `AMFI’s list has no scheme with exactly this name. Enter the fund’s ISIN. ${unvalued}`
    : `AMFI’s list has no fund with this ISIN. Correct the ISIN; if the fund has ended, import its past NAVs with npm run import-prices. ${unvalued}`;
}
