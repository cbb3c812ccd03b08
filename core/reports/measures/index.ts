/** The series of values that the reports measure: recorded, worked out from the ledger, and of what is known throughout. */
export {
  BASES,
  type BasedDaily,
  basedDaily,
  basisOf,
  NO_VALUE_YET,
  within,
} from './based-daily.ts';
export { isBehind, partialDaily } from './partial-daily.ts';
