import type { Context } from '../../context.ts';
import { createHttp, type LimiterOptions } from '../../platform/index.ts';
import type { QuoteProvider } from '../quotes/index.ts';
import { createAmfi } from './amfi.ts';
import { yahooHttp } from './yahoo-http.ts';
import { createYahoo } from './yahoo.ts';

const AMFI_LIMITS: LimiterOptions = { concurrent: 1, perSecond: 2 };
const LARGEST_NAV_LIST = 16_000_000;

/** Who is asked, in this order; a provider that is switched off is not there. */
export function createPublicProviders(context: Context): QuoteProvider[] {
  const { config, clock, limits } = context;
  const providers: QuoteProvider[] = [];
  const yahoo = yahooHttp(context);
  if (yahoo !== null) providers.push(createYahoo(yahoo, clock));
  if (config.AMFI_BASE_URL !== null) {
    const limiter = limits.of('amfi', AMFI_LIMITS);
    const http = createHttp({
      system: 'AMFI',
      baseUrl: config.AMFI_BASE_URL,
      limiter,
      clock,
      timeoutMs: 30_000,
      maxBytes: LARGEST_NAV_LIST,
      // The adapter itself asks a second time, whatever was wrong with the first list.
      retries: 0,
    });
    providers.push(createAmfi(http, clock));
  }
  return providers;
}
