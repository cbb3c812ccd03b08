import { createQuoteFetcher, type QuoteProvider } from '../../core/market/quotes/index.ts';
import { createLog, type Log } from '../../core/platform/index.ts';
import { createRefreshService } from '../../core/portfolio/prices/refresh-service.ts';
import type { TestCore } from './core.ts';

/** Refresh of a core's holdings with other providers, as in another process on the same database. */
export function refreshOver(
  { core, clock }: Pick<TestCore, 'core' | 'clock'>,
  providers: readonly QuoteProvider[],
  parts: {
    log?: Log;
    quotes?: typeof core.portfolio.quotes;
    /** Brokers that are asked first, by person. */
    own?: ReadonlyMap<string, QuoteProvider[]>;
  } = {},
) {
  const { log = createLog('silent'), quotes = core.portfolio.quotes, own = new Map() } = parts;
  const fetcher = createQuoteFetcher(
    { clock, log, database: core.database },
    {
      providers,
      owners: { quotesFor: async (userId) => own.get(userId) ?? [], quotesForAll: async () => new Map(own) },
      tickers: (wanted) => core.instruments.tickers(wanted),
    },
  );
  return createRefreshService({ clock, log }, { quotes, fetcher });
}
