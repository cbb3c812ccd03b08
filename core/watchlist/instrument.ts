import type { WantedQuote } from '../market/index.ts';
import { invalid } from '../platform/index.ts';
import type { WatchlistInput } from './inputs.ts';
import { ASSET_CLASSES, type AssetClass } from '../market/instruments/index.ts';
import type { SuggestionService } from '../portfolio/index.ts';

/**
 * What a symbol stands for: what the person holds or the registry lists. A word that neither knows is taken as it is where
 * its currency or asset class is given, or where no registry was imported.
 * @throws 422 VALIDATION_ERROR with what may be meant.
 */
export async function instrumentOf(
  suggestions: SuggestionService,
  userId: string,
  { symbol: given, currency, asset_class }: WatchlistInput,
): Promise<WantedQuote> {
  const symbol = given.toUpperCase();
  const { items, registry } = await suggestions.suggest(userId, { search: symbol, limit: 6 });
  const exact = items.find(
    (one) =>
      one.symbol === symbol &&
      (currency === undefined || one.currency === currency) &&
      (asset_class === undefined || one.asset_class === asset_class),
  );
  if (exact !== undefined && isAssetClass(exact.asset_class))
    return {
      symbol,
      name: exact.name,
      isin: exact.isin,
      asset_class: exact.asset_class,
      currency: exact.currency,
    };
  if (currency === undefined && asset_class === undefined) {
    if (items.length > 0)
      throw invalid([
        {
          field: 'symbol',
          message: `${symbol} was not found. Did you mean ${items.map((one) => one.symbol).join(', ')}?`,
        },
      ]);
    if (registry > 0)
      throw invalid([
        {
          field: 'symbol',
          message: `${symbol} was not found. For an instrument listed outside India, add its currency, such as USD.`,
        },
      ]);
  }
  return {
    symbol,
    name: null,
    isin: null,
    asset_class:
      asset_class ?? (currency === undefined || currency === 'INR' ? 'Indian Equity' : 'US Equity'),
    currency: currency ?? (asset_class === 'US Equity' ? 'USD' : 'INR'),
  };
}

const isAssetClass = (word: string): word is AssetClass => ASSET_CLASSES.some((one) => one === word);
