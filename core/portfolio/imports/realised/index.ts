export {
  compareRealised,
  type DifferenceReason,
  type OwnLot,
  type ReasonCode,
  type ShareComparison,
} from './compare-realised.ts';
export { compareWithLedger, type LedgerComparison } from './compare-with-ledger.ts';
export { ownLots } from './own-lots.ts';
