import { yahooHttp, createYahooSeries } from '../providers/index.ts';
import type { Context } from '../../platform/index.ts';
import type { CurrencyExposures } from './exposure.ts';
import { createFxService, type FxService } from './fx-service.ts';

export type { CurrencyExposure, CurrencyExposures } from './exposure.ts';
export type { FxUpdate } from './fx-service.ts';
export { findRates } from './fx-store.ts';

export type Fx = FxService;

/** Exchange rates by day. Nothing here speaks to anybody before it is asked to. */
export function createFx(context: Context, exposures: CurrencyExposures): Fx {
  const http = yahooHttp(context);
  return createFxService(context, http === null ? null : createYahooSeries(http), exposures);
}
