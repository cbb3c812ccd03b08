export {
  compareRealised,
  type DifferenceReason,
  type OwnLot,
  type ReasonCode,
  type ShareComparison,
} from './compare-realised.ts';
export { ownLots } from './own-lots.ts';
