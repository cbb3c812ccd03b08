import { type Context, createHttp, type Http, PACES } from '../../platform/index.ts';

/** The client of Yahoo; everything that asks Yahoo keeps to one limit together. Null where it is switched off. */
export function yahooHttp({
  config,
  clock,
  limits,
}: Pick<Context, 'config' | 'clock' | 'limits'>): Http | null {
  const baseUrl = config.YAHOO_BASE_URL;
  if (baseUrl === null) return null;
  return createHttp({ system: 'Yahoo', baseUrl, limiter: limits.of('yahoo', PACES.yahoo), clock });
}
