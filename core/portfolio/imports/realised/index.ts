export { compareRealised } from './compare-realised.ts';
export { compareWithLedger, type LedgerComparison } from './compare-with-ledger.ts';
export type { DifferenceReason, OwnLot, ReasonCode, ShareComparison } from './comparison.ts';
export { ownLots } from './own-lots.ts';
