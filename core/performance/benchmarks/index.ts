export { type Benchmarks, createBenchmarks } from './benchmark-service.ts';
export { comparePeriod, compareSince, indexReturn } from './compare.ts';
export {
  benchmarkFields,
  benchmarkView,
  type Comparison,
  comparisonFields,
  periodComparisonFields,
  periodFields,
  type PeriodFigure,
} from './view.ts';
export { isOutsideWindow, PERIODS, type Period } from '../../finance/returns/index.ts';
