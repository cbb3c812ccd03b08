export {
  compareRealised,
  type DifferenceReason,
  type OwnLot,
  type ReasonCode,
  type ShareComparison,
} from './compare-realised.ts';
