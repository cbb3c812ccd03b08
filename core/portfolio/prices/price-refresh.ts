import type { Market } from '../../market/index.ts';
import type { Context } from '../../platform/index.ts';
import type { ClosePricingService } from './close-pricing.ts';
import type { QuoteService } from './quote-service.ts';
import type { RefreshProgress } from './refresh-progress.ts';
import { createRefreshService } from './refresh-service.ts';

export type PriceRefresh = ReturnType<typeof createPriceRefresh>;

/** Prices of what is held, brought up to date from the market's quotes. */
export function createPriceRefresh(
  context: Context,
  parts: { quotes: QuoteService; market: Market; closes: ClosePricingService },
) {
  const { providers, owners, tickers } = parts.market;
  return createRefreshService(context, {
    quotes: parts.quotes,
    locks: context.database.held,
    providers,
    owners,
    tickers,
    closes: parts.closes,
    tell: (userId, progress) => announceProgress(context, userId, progress),
  });
}

/** To the live sockets of the person, in every process. Nothing depends on it: what is lost comes again. */
async function announceProgress(
  { database, log }: Context,
  userId: string,
  progress: RefreshProgress,
): Promise<void> {
  const payload = JSON.stringify({ user_id: userId, ...progress });
  await database.systemPool
    .query("select pg_notify('refresh_progress', $1)", [payload])
    .catch((error: unknown) => log.debug({ err: error }, 'the progress of a refresh could not be sent'));
}
