import type { Context } from '../../platform/index.ts';
import { createYahooSeries, yahooHttp } from '../providers/index.ts';
import { createIndexService, type IndexDependencies, type IndexService } from './index-service.ts';

export type { IndexCloses } from './index-close.ts';
export type { IndexUpdate } from './index-service.ts';

export type Indexes = IndexService;

/** Closes of indexes. Nothing here speaks to anybody before it is asked to. */
export function createIndexes(context: Context, parts: Omit<IndexDependencies, 'provider'>): Indexes {
  const http = yahooHttp(context);
  return createIndexService(context, { ...parts, provider: http === null ? null : createYahooSeries(http) });
}
