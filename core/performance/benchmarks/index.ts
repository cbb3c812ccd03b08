export { type BenchmarkParts, type Benchmarks, createBenchmarks } from './benchmark-service.ts';
export type { Comparison, ComparisonPoint, PeriodComparison } from './compare.ts';
export { comparePeriod, indexReturn } from './compare.ts';
export { type IndexPosition, indexPosition } from './index-position.ts';
export { type Measured, measuredAt, PERIODS, type Period, startOf, windowReturn } from './window.ts';
