/** The series of values that the reports measure. */
export { lineCoverage } from './line-coverage.ts';
export {
  endLimits,
  fewReturns,
  type FigureLimit,
  lineLimitFields,
  type LineLimits,
  limitsField,
} from './line-limits.ts';
export { endWarnings, lineWarnings } from './line-warnings.ts';
export {
  AS_KNOWN,
  type AsKnown,
  asKnown,
  VALUE_BASES,
  basisSpanView,
  valueBasisOn,
  calculatedLine,
  lastValuedDay,
  NO_VALUE_YET,
  recordedLine,
  type ValueLine,
  within,
} from './value-line.ts';
