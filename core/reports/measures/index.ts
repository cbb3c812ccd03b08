/** The series of values that the reports measure. */
export { type LineCoverage, lineCoverage, lineCoverageView } from './line-coverage.ts';
export { lineWarnings } from './line-warnings.ts';
export {
  AS_KNOWN,
  type AsKnown,
  asKnown,
  VALUE_BASES,
  basisSpanView,
  basisOf,
  calculatedLine,
  NO_VALUE_YET,
  recordedLine,
  type ValueLine,
  within,
} from './value-line.ts';
