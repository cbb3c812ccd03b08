import type { Context } from '../platform/index.ts';
import { createHistory, type HistoryDependencies, type MarketHistory } from './history/index.ts';
import type { Instruments } from './instruments/index.ts';
import { createFundDirectory, createHistoryProviders, createPublicProviders } from './providers/index.ts';
import { createQuoteFetcher, type OwnerQuotes } from './quotes/index.ts';

export type Market = ReturnType<typeof createMarket>;

/**
 * Quotes from outside. Makes no request until it is called; the answers of public sources are shared by all people.
 * @param owners people's brokers, which are asked before the public providers.
 */
export function createMarket(
  context: Context,
  instruments: Pick<Instruments, 'tickers'>,
  owners: OwnerQuotes,
) {
  const providers = createPublicProviders(context);
  const fetcher = createQuoteFetcher(context, {
    providers,
    owners,
    tickers: (wanted) => instruments.tickers(wanted),
  });
  return {
    fetcher,
    /** Quotes of instruments, whether anybody holds them or not. */
    quotesOf: fetcher.quotesOf,
    quotesOfAll: fetcher.quotesOfAll,
    /** Whether anybody but a person's own broker can be asked for prices. */
    hasProviders: providers.length > 0,
  };
}

/** Daily closes by instrument and index, and who is asked for them. */
export function createMarketHistory(
  context: Context,
  parts: Omit<HistoryDependencies, 'providers' | 'funds'>,
): MarketHistory {
  return createHistory(context, {
    ...parts,
    providers: createHistoryProviders(context),
    funds: createFundDirectory(context),
  });
}
