import type { Context } from '../../context.ts';
import { createHttp, type Http, type LimiterOptions } from '../../platform/index.ts';

// Five at once set the pace; should that be too much, a 429 quiets all of them, in every process. The rate leaves room for
// them even while the slots of a second are given out evenly.
const YAHOO_LIMITS: LimiterOptions = { concurrent: 5, perSecond: 200 };

/** The client of Yahoo; everything that asks Yahoo keeps to one limit together. Null where it is switched off. */
export function yahooHttp({
  config,
  clock,
  limits,
}: Pick<Context, 'config' | 'clock' | 'limits'>): Http | null {
  const baseUrl = config.YAHOO_BASE_URL;
  if (baseUrl === null) return null;
  return createHttp({ system: 'Yahoo', baseUrl, limiter: limits.of('yahoo', YAHOO_LIMITS), clock });
}
