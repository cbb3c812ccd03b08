export { compareRealised } from './compare-realised.ts';
export type { DifferenceReason, OwnLot, ReasonCode, ShareComparison } from './comparison.ts';
export { ownLots } from './own-lots.ts';
