import { type Context, createHttp, type Http, type LimiterOptions, PACES } from '../../platform/index.ts';
import type { FundDirectory, HistoryProvider } from '../history/index.ts';
import type { QuoteProvider } from '../quotes/index.ts';
import { createAmfiDirectory } from './amfi-directory.ts';
import { createAmfi } from './amfi.ts';
import { createMfapi } from './mfapi.ts';
import { createYahooHistory } from './yahoo-history.ts';
import { yahooHttp } from './yahoo-http.ts';
import { createYahoo } from './yahoo.ts';

const AMFI_LIMITS: LimiterOptions = { concurrent: 1, perSecond: 2 };
const LARGEST_NAV_LIST = 16_000_000;
/** Twenty years of values are 250 KB. */
const LARGEST_NAV_HISTORY = 4_000_000;

type Outside = Pick<Context, 'config' | 'clock' | 'limits'>;

/** Who is asked, in this order; a provider that is switched off is not there. */
export function createPublicProviders(context: Outside): QuoteProvider[] {
  const { clock } = context;
  const providers: QuoteProvider[] = [];
  const yahoo = yahooHttp(context);
  if (yahoo !== null) providers.push(createYahoo(yahoo, clock));
  const amfi = amfiHttp(context);
  if (amfi !== null) providers.push(createAmfi(amfi, clock));
  return providers;
}

/** Who is asked for the past closes of an instrument, the first one that covers it. */
export function createHistoryProviders(context: Outside): HistoryProvider[] {
  const providers: HistoryProvider[] = [];
  const yahoo = yahooHttp(context);
  if (yahoo !== null) providers.push(createYahooHistory(yahoo, context.clock));
  const mfapi = mfapiHttp(context);
  if (mfapi !== null) providers.push(createMfapi(mfapi));
  return providers;
}

/** Which scheme a fund is of; null where nobody could be asked for its values, or nobody knows the schemes. */
export function createFundDirectory(context: Outside): FundDirectory | null {
  if (context.config.MFAPI_BASE_URL === null) return null;
  const http = amfiHttp(context);
  return http === null ? null : createAmfiDirectory(http, context.clock);
}

function amfiHttp({ config, clock, limits }: Outside): Http | null {
  if (config.AMFI_BASE_URL === null) return null;
  return createHttp({
    system: 'AMFI',
    baseUrl: config.AMFI_BASE_URL,
    limiter: limits.of('amfi', AMFI_LIMITS),
    clock,
    timeoutMs: 30_000,
    maxBytes: LARGEST_NAV_LIST,
    // The list itself is asked for a second time, whatever was wrong with the first.
    retries: 0,
  });
}

function mfapiHttp({ config, clock, limits }: Outside): Http | null {
  if (config.MFAPI_BASE_URL === null) return null;
  return createHttp({
    system: 'mfapi.in',
    baseUrl: config.MFAPI_BASE_URL,
    limiter: limits.of('mfapi', PACES.mfapi),
    clock,
    timeoutMs: 20_000,
    maxBytes: LARGEST_NAV_HISTORY,
  });
}
