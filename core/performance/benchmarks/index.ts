export { type BenchmarkParts, type Benchmarks, createBenchmarks } from './benchmark-service.ts';
export type { Comparison, ComparisonPoint, PeriodComparison } from './compare.ts';
export { comparePeriod, indexReturn } from './compare.ts';
export { PERIODS, type Period } from '../../finance/returns/index.ts';
