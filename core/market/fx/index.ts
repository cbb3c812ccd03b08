import { yahooHttp, createYahooSeries } from '../providers/index.ts';
import type { Context } from '../../context.ts';
import { createFxService, type FxService } from './fx-service.ts';

export type { FxUpdate } from './fx-service.ts';
export { findRates } from './fx-store.ts';
export type { Rate, RateQuestion } from './rate.ts';

export type Fx = FxService;

/** Exchange rates by day. Nothing here speaks to anybody before it is asked to. */
export function createFx(context: Context): Fx {
  const http = yahooHttp(context);
  return createFxService(context, http === null ? null : createYahooSeries(http));
}
