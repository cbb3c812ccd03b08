import { yahooHttp, createYahooSeries } from '../../market/providers/index.ts';
import type { Context } from '../../context.ts';
import { type BenchmarkParts, type BenchmarkService, createBenchmarkService } from './benchmark-service.ts';

export type { BenchmarkUpdate, IndexCloses } from './benchmark-service.ts';
export type { ComparedIndex, Comparison, ComparisonPoint, PeriodComparison } from './compare.ts';
export { comparePeriod, indexReturn } from './compare.ts';
export { type IndexPosition, indexPosition } from './index-position.ts';
export { type Measured, measuredAt, PERIODS, type Period, startOf, windowReturn } from './window.ts';

export type Benchmarks = BenchmarkService;

/** Portfolios against indexes. Nothing here speaks to anybody before it is asked to. */
export function createBenchmarks(context: Context, parts: Omit<BenchmarkParts, 'provider'>): Benchmarks {
  const http = yahooHttp(context);
  return createBenchmarkService(context, {
    ...parts,
    provider: http === null ? null : createYahooSeries(http),
  });
}
